import MeshTransform
import RenderGraph

/// The vertices of a grid, row by row, with brightness and normals. Refers to memory that it does not own.
struct GridVertices {
  let vertices: UnsafePointer<Mesh.Vertex>
  let width: Int, height: Int
  let brightness: UnsafePointer<Float>?
  /// One normal for each vertex; nil if the mesh is unlit or ``normal(_:_:)`` computes them.
  let givenNormals: UnsafePointer<Mesh.Normal>?
  /// Whether normals are compared.
  let isLit: Bool
  /// The factor from a cross product in unit layer space to points, up to a common scale.
  let normalFactor: SIMD3<Float>
  /// Whether `from.x` is constant in each column, `from.y` in each row, and both grow. ``GridWindow`` verifies it while
  /// it loads rows; normals are computed only for such grids.
  let isAxisAligned: Bool
  /// Whether the faces whose row and column have an odd sum are divided along the other diagonal.
  let alternatesDiagonals: Bool

  @inline(__always)
  subscript(row: Int, column: Int) -> Mesh.Vertex { vertices[row * width + column] }

  /// The normal of unit length, equal to that of ``Mesh/normals(inBoundsOf:)`` up to rounding; zero if it is undefined.
  func normal(_ row: Int, _ column: Int) -> SIMD3<Float> {
    if let givenNormals {
      let n = givenNormals[row * width + column]
      return SIMD3(n.x, n.y, n.z)
    }
    let n = area(row, column)
    let largest = max(abs(n.x), abs(n.y), abs(n.z))
    guard largest > 0, largest.isFinite else { return .zero }
    let m = n / largest
    return m / (m * m).sum().squareRoot()
  }

  /// Twice the area vector of the six triangles around the vertex, in points up to a common scale. Neighbors beyond the
  /// grid coincide with the vertex and add nothing.
  func area(_ row: Int, _ column: Int) -> SIMD3<Float> {
    let (up, down, left, right) = (row > 0, row < height - 1, column > 0, column < width - 1)
    func position(_ exists: Bool, _ rowStep: Int, _ columnStep: Int) -> SIMD3<Float> {
      exists ? self[row + rowStep, column + columnStep].to : self[row, column].to
    }
    let (east, southEast, south) = (
      position(right, 0, 1), position(right && down, 1, 1), position(down, 1, 0)
    )
    let (west, northWest, north) = (position(left, 0, -1), position(left && up, -1, -1), position(up, -1, 0))
    // The sum of the cross products of consecutive neighbors in the hexagon, as two quadrilaterals.
    return (cross(east - south, southEast - west) + cross(east - northWest, west - north)) * normalFactor
  }
}

@inline(__always)
func cross(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> SIMD3<Float> {
  SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}
