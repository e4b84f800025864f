/// The size of a mesh whose faces are those of ``Mesh/grid(rows:columns:limit:)``, without creases.
struct GridSize: Hashable {
  var rows: Int, columns: Int

  /// `nil` when it is another mesh. Where the vertices are does not matter.
  init?(_ mesh: Mesh) {
    guard let first = mesh.faces.first else { return nil }
    // The corner below the first is one row further.
    let width = Int(first.indices.w)
    guard width > 1, mesh.vertices.count % width == 0 else { return nil }
    (rows, columns) = (mesh.vertices.count / width - 1, width - 1)
    guard rows > 0, mesh.faces.count == rows * columns else { return nil }
    let width32 = UInt32(width)
    var corners = SIMD4<UInt32>(0, 1, width32 + 1, width32)
    var column = 0
    for face in mesh.faces {
      guard face.indices == corners, face.creases == .zero else { return nil }
      column += 1
      // From the last face of a row to the next row's first, past a row's last vertex.
      corners &+= column == columns ? 2 : 1
      if column == columns { column = 0 }
    }
  }

  private init(rows: Int, columns: Int) { (self.rows, self.columns) = (rows, columns) }

  /// The size after one step.
  var refined: GridSize { GridSize(rows: 2 * rows, columns: 2 * columns) }

  var vertices: Int { (rows + 1) * (columns + 1) }
  var edges: Int { (rows + 1) * columns + rows * (columns + 1) }
  var faces: Int { rows * columns }
}
