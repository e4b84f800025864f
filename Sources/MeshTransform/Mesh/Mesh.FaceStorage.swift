import Synchronization

extension Mesh {
  /// The faces of a mesh: a list, or those of a grid, also after steps of subdivision, which take memory only once something
  /// reads them one by one.
  ///
  /// Equal faces are equal in either form.
  package enum FaceStorage: Sendable {
    case list([Face])
    case grid(GridFaces)
    case subdivided(SubdividedGridFaces)

    /// The faces of a grid, row by row, without creases.
    static func grid(rows: Int, columns: Int) -> FaceStorage {
      .grid(GridFaces(GridSize(rows: rows, columns: columns)))
    }

    var list: [Face] {
      switch self {
      case .list(let faces): faces
      case .grid(let grid): grid.list
      case .subdivided(let faces): faces.list
      }
    }

    package var count: Int {
      switch self {
      case .list(let faces): faces.count
      case .grid(let grid): grid.size.faces
      case .subdivided(let faces): faces.size.faces
      }
    }

    /// The list, which is not kept where it is made for this use.
    var newList: [Face] { if case .subdivided(let faces) = self { faces.newList() } else { list } }

    /// The size of a grid of this form; nil for a list, whatever its faces are. A mesh may have further vertices.
    var gridSize: GridSize? { if case .grid(let grid) = self { grid.size } else { nil } }

    private var first: Face? { gridSize.map { Face(ofGridWith: $0.columns + 1, 0, 0) } ?? list.first }
  }

  /// The faces of a grid. The list is made at the first use; a class, so that copies of a mesh share it.
  package final class GridFaces: Sendable {
    let size: GridSize
    private let made = Mutex<[Face]?>(nil)

    init(_ size: GridSize) { self.size = size }

    var list: [Face] {
      made.withLock { made in
        if let made { return made }
        let faces = Mesh.gridFaces(rows: size.rows, columns: size.columns)
        made = faces
        return faces
      }
    }
  }
}

extension Mesh.FaceStorage: Hashable {
  package static func == (a: Self, b: Self) -> Bool {
    if let own = a.gridSize, let other = b.gridSize { return own == other }
    if case .subdivided(let own) = a, case .subdivided(let other) = b, own == other { return true }
    return a.count == b.count && a.list == b.list
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    hasher.combine(first)
  }
}
