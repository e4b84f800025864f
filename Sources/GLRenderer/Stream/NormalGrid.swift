import MeshTransform
import RenderGraph

/// A grid whose normals a vertex shader computes from the positions of each vertex and of its six neighbors: the sum of
/// ``Mesh/normals(inBoundsOf:)``, in another order.
struct NormalGrid {
  /// Vertices in a row and in a column.
  let width: Int, height: Int
  /// Points per unit in x, y and z, up to a factor.
  let scale: SIMD3<Float>

  /// - `from`: the points of the content. Triangles that are mirrored there have normals of the other sign.
  /// - Returns: nil for a mesh whose normals are others.
  init?(_ command: DrawCommand, _ from: [SIMD2<Float>]) {
    guard let scale = command.item.normalScale, let mesh = command.item.mesh, let size = GridSize(mesh),
      mesh.vertices.count == from.count
    else { return nil }
    (width, height, self.scale) = (size.columns + 1, size.rows + 1, scale)
    let width = width
    func isMirrored(_ a: Int, _ b: Int, _ c: Int) -> Bool {
      let (ab, ac) = (from[b] - from[a], from[c] - from[a])
      return ab.x * ac.y - ab.y * ac.x < 0
    }
    let hasMirrored = anyBlock(height - 1, of: max(1, 16_384 / width)) { rows in
      rows.contains { row in
        (row * width..<row * width + width - 1).contains { place in
          isMirrored(place, place + 1, place + width + 1)
            || isMirrored(place + width + 1, place + width, place)
        }
      }
    }
    if hasMirrored { return nil }
  }

  /// Whether a command of the same faces has the same normals.
  func fits(_ command: DrawCommand) -> Bool { command.item.normalScale == scale }

  /// The distance in vertices to the farthest neighbor.
  var reach: Int { width + 1 }
  /// The distances in vertices to the neighbors of mesh.vert: right, below right, below, left, above left, above.
  var neighbors: [Int] { [1, width + 1, width, -1, -width - 1, -width] }
}
