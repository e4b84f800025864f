import MeshTransform
import SceneDocument

/// Paul Bourke's warp meshes, which straighten pictures for projectors and domes.
///
/// ```
/// 2
/// 3 2
/// -1.333 -1 0 0 1
/// ...
/// ```
/// The first line is the type: 1 polar, 2 rectangular; later programs use it for the kind of picture, up to 5. The
/// second has the numbers of columns and rows, and then each node has a line: x, y, u, v and an intensity, column after
/// column, row after row. u and v are 0...1 over the content, v upward. A node with u or v outside of that, or with a
/// negative intensity, is not used: the faces around it are left out. The intensity multiplies the colors.
///
/// What x and y measure differs between programs: see ``Coordinates``. No type joins the last column with the first; a
/// polar mesh closes when it repeats them.
///
/// Source: paulbourke.net/dataformats/meshwarp (2006), and the documentation of Blender's dome mode for the range of x.
public enum WarpFile {
  /// The units of x and y. y points up in all of them.
  public enum Coordinates: Hashable, Sendable {
    /// The published form: x is -aspect...aspect and y -1...1 over the output, whose width / height is the value.
    case aspect(Double)
    /// Both are -1...1.
    case signed
    /// Both are 0...1.
    case unit
  }

  /// The range of the numbers of columns and rows.
  static let sides = 2...65_536

  /// - Parameter name: the file's name, for errors.
  /// - Throws: `DocumentError` for the first fault of form or content.
  public static func read(
    _ bytes: [UInt8], name: String, coordinates: Coordinates, byteLimit: Int = MeshFile.defaultByteLimit
  ) throws(DocumentError) -> MeshImport {
    try TextScanner.read(bytes, name: name, limit: byteLimit) { scanner throws(DocumentError) in
      scanner.skipBlank()
      _ = try scanner.integer(in: 1...5, "the type of the mesh: 1 polar, 2 rectangular")
      try scanner.expectLineEnd("the first line contains only the type of the mesh")
      scanner.skipBlank()
      let start = scanner.offset
      let columns = try scanner.integer(in: sides, "the number of columns")
      scanner.skipSpaces()
      let rows = try scanner.integer(in: sides, "the number of rows")
      try scanner.expectLineEnd("the second line contains only the numbers of columns and rows")
      // The shortest line is "0 0 0 0 0". The product of two sides of at most 2^16 cannot overflow.
      guard columns * rows <= (bytes.count - scanner.offset) / 10 + 1 else {
        throw scanner.error(
          at: start,
          "\(columns) columns and \(rows) rows are \(columns * rows) nodes, but the file is too short for them; "
            + "correct the numbers, or complete the file")
      }
      return try readNodes(&scanner, columns, rows, coordinates)
    }
  }

  private static func readNodes(
    _ scanner: inout TextScanner, _ columns: Int, _ rows: Int, _ coordinates: Coordinates
  ) throws(DocumentError) -> MeshImport {
    var contents = MeshFile.Contents()
    var isUsed: [Bool] = []
    contents.vertices.reserveCapacity(columns * rows)
    contents.brightness.reserveCapacity(columns * rows)
    for node in 0..<columns * rows {
      scanner.skipBlank()
      guard !scanner.isAtEnd else {
        throw scanner.error(
          "the file ends after \(node) nodes; \(columns) columns and \(rows) rows have \(columns * rows)")
      }
      var numbers: (Float, Float, Float, Float, Float) = (0, 0, 0, 0, 0)
      numbers.0 = coordinates.x(try scanner.next("x"))
      numbers.1 = coordinates.y(try scanner.next("y"))
      let (u, v) = (try scanner.next("u"), try scanner.next("v"))
      (numbers.2, numbers.3, numbers.4) = (Float(u), Float(1 - v), Float(try scanner.next("an intensity")))
      let place = scanner.offset
      try scanner.expectLineEnd("a node has five numbers, x y u v and the intensity, on a line of its own")
      let vertex = Mesh.Vertex(
        from: SIMD2(numbers.2, numbers.3), to: SIMD3(numbers.0, numbers.1, 0))
      guard vertex.isFinite, numbers.4.isFinite else {
        throw scanner.error(at: place, "the node before has a number that is too large; stay below 3.4e38")
      }
      let used = (0...1).contains(u) && (0...1).contains(v) && numbers.4 >= 0
      contents.vertices.append(vertex)
      // Brightness is never negative, and that of an unused node is never visible.
      contents.brightness.append(numbers.4 >= 0 ? numbers.4 : 1)
      isUsed.append(used)
    }
    scanner.skipBlank()
    guard scanner.isAtEnd else {
      throw scanner.error("found \(scanner.found()) after the last of \(columns * rows) nodes; remove it")
    }
    if contents.brightness.allSatisfy({ $0 == 1 }) { contents.brightness = [] }
    for row in 0..<rows - 1 {
      for column in 0..<columns - 1 {
        let first = row * columns + column
        guard isUsed[first], isUsed[first + 1], isUsed[first + columns], isUsed[first + columns + 1] else {
          continue
        }
        contents.faces.append(.cell(first, columns))
      }
    }
    guard !contents.faces.isEmpty else {
      throw DocumentError(
        name: scanner.name,
        problem:
          "every face touches a node that is not used (u or v outside 0...1, or a negative intensity), so "
          + "nothing would be drawn")
    }
    let left = (columns - 1) * (rows - 1) - contents.faces.count
    return MeshImport(
      contents,
      notes: left == 0
        ? []
        : [
          "\(left == 1 ? "1 face is" : "\(left) faces are") omitted, since nodes at their corners are not used (u or v outside 0...1, or a negative intensity)"
        ])
  }
}

extension TextScanner {
  /// The next number of a node's line.
  fileprivate mutating func next(_ what: String) throws(DocumentError) -> Double {
    skipSpaces()
    guard !isAtLineEnd else {
      throw error("the line ends before \(what); a node has x y u v and an intensity")
    }
    return try number("\(what), a number")
  }
}

extension Mesh.Face {
  /// The face of a grid whose first corner is the vertex `first`, with `width` vertices in a row.
  static func cell(_ first: Int, _ width: Int) -> Mesh.Face {
    Mesh.Face(UInt32(first), UInt32(first + 1), UInt32(first + width + 1), UInt32(first + width))
  }
}

extension WarpFile.Coordinates {
  /// The file's number as a coordinate in unit layer space.
  func x(_ number: Double) -> Float {
    switch self {
    case .aspect(let aspect): Float((number / aspect + 1) / 2)
    case .signed: Float((number + 1) / 2)
    case .unit: Float(number)
    }
  }

  func y(_ number: Double) -> Float {
    switch self {
    case .aspect, .signed: Float((1 - number) / 2)
    case .unit: Float(1 - number)
    }
  }

  /// The coordinate as a number of the file.
  func number(x: Float) -> Double {
    switch self {
    case .aspect(let aspect): (2 * Double(x) - 1) * aspect
    case .signed: 2 * Double(x) - 1
    case .unit: Double(x)
    }
  }

  func number(y: Float) -> Double {
    switch self {
    case .aspect, .signed: 1 - 2 * Double(y)
    case .unit: 1 - Double(y)
    }
  }
}
