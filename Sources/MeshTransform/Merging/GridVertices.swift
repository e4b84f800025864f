/// The vertices of a grid, row by row, with what else is drawn of them. A view of memory that somebody else keeps.
struct GridVertices {
  let vertices: UnsafePointer<Mesh.Vertex>
  let width: Int, height: Int
  let brightness: UnsafePointer<Float>?
  /// One for each vertex; nil where there are none or ``normal(_:_:)`` makes them.
  let givenNormals: UnsafePointer<Mesh.Normal>?
  /// Whether normals count.
  let isLit: Bool
  /// What takes a cross product of unit layer space to points, up to a common factor.
  let normalFactor: SIMD3<Float>
  /// Whether `from.x` is the same in a column and `from.y` in a row, both growing: a property that is checked on the way,
  /// for normals are only made where it holds.
  let isUpright: Bool

  @inline(__always)
  subscript(row: Int, column: Int) -> Mesh.Vertex { vertices[row * width + column] }

  /// Of unit length, as ``Mesh/normals(inBoundsOf:)`` has it but for rounding; zero where there is none.
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

  /// Twice the area of the six triangles around the vertex, as a vector, in points up to a factor. What lies beyond the
  /// grid counts as the vertex itself and adds nothing.
  func area(_ row: Int, _ column: Int) -> SIMD3<Float> {
    let (up, down, left, right) = (row > 0, row < height - 1, column > 0, column < width - 1)
    func place(_ isThere: Bool, _ rowStep: Int, _ columnStep: Int) -> SIMD3<Float> {
      isThere ? self[row + rowStep, column + columnStep].to : self[row, column].to
    }
    let (east, southEast, south) = (place(right, 0, 1), place(right && down, 1, 1), place(down, 1, 0))
    let (west, northWest, north) = (place(left, 0, -1), place(left && up, -1, -1), place(up, -1, 0))
    // The sum of the products of neighbors in the hexagon, as two quadrilaterals.
    return (cross(east - south, southEast - west) + cross(east - northWest, west - north)) * normalFactor
  }
}

@inline(__always)
func cross(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> SIMD3<Float> {
  SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}
