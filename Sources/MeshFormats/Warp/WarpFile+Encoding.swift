import MeshTransform
import SceneDocument

extension WarpFile {
  /// The mesh as a warp file of the rectangular type.
  ///
  /// Only grids have this form: vertices row by row, as in ``Mesh/grid(rows:columns:limit:)``, and at most one face per
  /// cell. A vertex without a face becomes an unused node. ``MeshFormat/losses(of:)`` lists the properties that the
  /// file cannot hold.
  ///
  /// - Parameter name: the output's name, for errors.
  /// - Throws: `DocumentError` when the mesh is not such a grid.
  public static func encode(
    _ mesh: Mesh, name: String, coordinates: Coordinates
  ) throws(DocumentError) -> [UInt8] {
    let grid: WarpGrid
    do { grid = try WarpGrid(mesh) } catch {
      throw DocumentError(name: name, problem: "\(error); JSON, OBJ and glTF hold any mesh")
    }
    var out: [UInt8] = []
    out.reserveCapacity(mesh.vertices.count * 44 + 32)
    out += "2\n\(grid.columns) \(grid.rows)\n".utf8
    for (index, vertex) in mesh.vertices.enumerated() {
      out.append(coordinates.number(x: vertex.toX), for: vertex.toX, reading: coordinates.x)
      out += " ".utf8
      out.append(coordinates.number(y: vertex.toY), for: vertex.toY, reading: coordinates.y)
      out += " ".utf8
      out.append(number: vertex.fromX)
      out += " ".utf8
      out.append(1 - Double(vertex.fromY), for: vertex.fromY) { Float(1 - $0) }
      out += " ".utf8
      let isMarked = !(0...1).contains(vertex.fromX) || !(0...1).contains(vertex.fromY)
      let brightness = mesh.brightness.isEmpty ? 1 : mesh.brightness[index]
      out.append(number: grid.isUsed[index] || isMarked ? brightness : -1)
      out += "\n".utf8
    }
    return out
  }
}

/// A mesh as nodes in columns and rows.
struct WarpGrid {
  let columns: Int, rows: Int
  /// For each vertex, whether a face uses it.
  let isUsed: [Bool]

  struct Fault: Error, CustomStringConvertible { let description: String }

  init(_ mesh: Mesh) throws(Fault) {
    func fault(_ words: String) -> Fault {
      Fault(description: "a warp mesh is a grid of quads, but \(words)")
    }
    guard let first = mesh.faces.first else { throw fault("this mesh has no faces") }
    let count = mesh.vertices.count
    // In a cell's corners, sorted, the third is the one below the first.
    let sorted = (0..<4).map { Int(first.indices[$0]) }.sorted()
    let width = sorted[2] - sorted[0]
    guard WarpFile.sides ~= width, count % width == 0, WarpFile.sides ~= count / width else {
      throw fault("the \(count) vertices of this mesh are not in the rows that faces[0], \(first), requires")
    }
    var (isUsed, hasFace) = ([Bool](repeating: false, count: count), [Bool](repeating: false, count: count))
    for (index, face) in mesh.faces.enumerated() {
      let cell = Int(face.indices.min())
      guard cell % width < width - 1, cell / width < count / width - 1, face.isCell(cell, width) else {
        throw fault("faces[\(index)], \(face), is not one of a grid with \(width) vertices in a row")
      }
      guard !hasFace[cell] else { throw fault("faces[\(index)], \(face), appears twice") }
      hasFace[cell] = true
      for corner in 0..<4 { isUsed[Int(face.indices[corner])] = true }
    }
    for cell in 0..<count where cell % width < width - 1 && cell / width < count / width - 1 && !hasFace[cell]
    {
      let corners = [cell, cell + 1, cell + width, cell + width + 1]
      guard corners.contains(where: { !isUsed[$0] }) else {
        throw fault(
          "the face of the vertices \(corners) is missing, but a warp mesh cannot omit a single face")
      }
    }
    (columns, rows, self.isUsed) = (width, count / width, isUsed)
  }
}

extension Mesh.Face {
  /// Whether the corners are those of ``cell(_:_:)``, from any start and in either direction.
  fileprivate func isCell(_ first: Int, _ width: Int) -> Bool {
    let cell = Mesh.Face.cell(first, width).indices
    guard let start = (0..<4).first(where: { indices[$0] == cell[0] }) else { return false }
    return (0..<4).allSatisfy { indices[(start + $0) % 4] == cell[$0] }
      || (0..<4).allSatisfy { indices[(start + 4 - $0) % 4] == cell[$0] }
  }
}
