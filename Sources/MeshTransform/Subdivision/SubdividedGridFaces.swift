import Synchronization

/// The faces of a grid after steps of subdivision, in the order of ``Mesh/subdivided(steps:limit:)``. The list is made at the
/// first use; a class, so that copies of a mesh share it.
package final class SubdividedGridFaces: Sendable {
  /// The control mesh.
  private let control: GridSize
  private let steps: Int
  private let made = Mutex<[Mesh.Face]?>(nil)

  /// - Parameter steps: 1 or more.
  init(_ control: GridSize, steps: Int) { (self.control, self.steps) = (control, steps) }

  /// The grid that the faces are, in another order and with other first corners.
  package var size: GridSize { GridSize(rows: control.rows << steps, columns: control.columns << steps) }

  var list: [Mesh.Face] {
    made.withLock { made in
      if let made { return made }
      let faces = refined()
      made = faces
      return faces
    }
  }

  /// The list, not kept.
  func newList() -> [Mesh.Face] { made.withLock { $0 } ?? refined() }

  private func refined() -> [Mesh.Face] { GridRefiner(control, steps: steps).faceList() }

  /// The number of each vertex of the grid, row by row.
  fileprivate func vertexNumbers() -> [UInt32] {
    var numbering = GridNumbering(control)
    for _ in 0..<steps { numbering.refine() }
    return numbering.vertices
  }
}

extension SubdividedGridFaces: Equatable {
  package static func == (a: SubdividedGridFaces, b: SubdividedGridFaces) -> Bool {
    a === b || (a.control == b.control && a.steps == b.steps)
  }
}

extension Mesh {
  /// The mesh with its vertices in rows, where it is a grid after steps of subdivision; else nil. Its faces have one diagonal,
  /// those of this mesh have the other one where row and column of a face, counted from 0, have an odd sum.
  package var subdividedGridInRows: Mesh? {
    guard case .subdivided(let faces) = storedFaces, vertices.count == faces.size.vertices else { return nil }
    let numbers = faces.vertexNumbers()
    func inRows<Value>(_ values: [Value]) -> [Value] {
      values.isEmpty ? [] : numbers.map { values[Int($0)] }
    }
    var mesh = self
    (mesh.vertices, mesh.brightness) = (inRows(vertices), inRows(brightness))
    mesh.limitNormals = inRows(limitNormals)
    mesh.storedFaces = .grid(rows: faces.size.rows, columns: faces.size.columns)
    return mesh
  }
}
