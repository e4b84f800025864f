/// The size of a mesh whose faces are those of ``Mesh/grid(rows:columns:limit:)``, without creases.
package struct GridSize: Hashable {
  package let rows: Int, columns: Int

  /// Nil for other meshes. Vertex positions have no effect.
  package init?(_ mesh: Mesh) {
    if let known = mesh.storedFaces.gridSize {
      // Further vertices, without faces, make it another mesh.
      guard mesh.vertices.count == known.vertices else { return nil }
      self = known
      return
    }
    guard let first = mesh.faces.first else { return nil }
    // The corner below the first one is in the next row.
    let width = Int(first.indices.w)
    guard width > 1, mesh.vertices.count % width == 0 else { return nil }
    (rows, columns) = (mesh.vertices.count / width - 1, width - 1)
    guard rows > 0, mesh.faces.count == rows * columns else { return nil }
    let (faces, columns, width32) = (mesh.faces, columns, UInt32(width))
    let isOther = anyBlock(rows, of: max(1, 16_384 / columns)) { rows in
      for row in rows {
        let left = UInt32(row) * width32
        var corners = SIMD4<UInt32>(left, left + 1, left + width32 + 1, left + width32)
        for face in row * columns..<(row + 1) * columns {
          guard faces[face].indices == corners, faces[face].creases == .zero else { return true }
          corners &+= 1
        }
      }
      return false
    }
    if isOther { return nil }
  }

  init(rows: Int, columns: Int) { (self.rows, self.columns) = (rows, columns) }

  /// The size after one step.
  var refined: GridSize { GridSize(rows: 2 * rows, columns: 2 * columns) }

  var vertices: Int { (rows + 1) * (columns + 1) }
  var edges: Int { (rows + 1) * columns + rows * (columns + 1) }
  var faces: Int { rows * columns }
}
