import MeshTransform
import SceneDocument

/// Vertices and faces as Core Animation's meshes are written as text.
///
/// ```
/// [0 0] [0 0 0] v
/// [1 0] [1 0 0.2] v
/// [1 1] [1 1 0] v
/// [0 1] [0 1 0] v
/// [0 1 2 3] [0 0 0 0] f
/// ```
/// A vertex is `from` and `to` in unit layer space; a face is four vertex indices, counted from 0, and the creases of
/// its four edges. Numbers are separated by spaces, line ends or a comma; the creases of a face without any may be left
/// out. A `#` begins a comment. How the mesh is drawn is not in the text: it reads as no depth normalization, no
/// subdivision and transparent edges.
public enum CoreAnimationText {
  /// - Parameter name: the file's name, for errors.
  /// - Throws: `DocumentError` for the first fault of form or content.
  public static func read(
    _ bytes: [UInt8], name: String, byteLimit: Int = MeshFile.defaultByteLimit
  ) throws(DocumentError) -> MeshFile.Contents {
    try TextScanner.read(bytes, name: name, limit: byteLimit) { scanner throws(DocumentError) in
      var contents = MeshFile.Contents()
      // The offset of each face, because it may refer to later vertices.
      var places: [Int] = []
      scanner.skipBlank()
      while !scanner.isAtEnd {
        let start = scanner.offset
        let (first, second) = try scanner.readLists()
        switch try scanner.readKind() {
        case .vertex:
          guard first.count == 2, second.count == 3 else {
            throw scanner.error(
              at: start,
              "a vertex is written [fx fy] [tx ty tz] v; this one has \(shape(first.count, second.count))")
          }
          contents.vertices.append(
            Mesh.Vertex(
              from: SIMD2(try scanner.float(first, 0), try scanner.float(first, 1)),
              to: SIMD3(
                try scanner.float(second, 0), try scanner.float(second, 1), try scanner.float(second, 2))))
        case .face:
          guard first.count == 4, second.count == 4 || second.count < 0 else {
            throw scanner.error(
              at: start,
              "a face is written [a b c d] [w0 w1 w2 w3] f; this one has \(shape(first.count, second.count))")
          }
          var face = Mesh.Face(.zero)
          for corner in 0..<4 {
            face.indices[corner] = try scanner.index(first, corner)
            if second.count == 4 { face.creases[corner] = try scanner.crease(second, corner) }
          }
          contents.faces.append(face)
          places.append(start)
        }
        scanner.skipBlank()
      }
      let count = contents.vertices.count
      for (face, place) in zip(contents.faces, places) where face.indices.max() >= count {
        throw scanner.error(
          at: place,
          "the face names vertex \(face.indices.max()), but there \(count == 1 ? "is 1 vertex" : "are \(count) vertices")"
            + ", counted from 0")
      }
      try contents.requireSomethingToDraw(name: name)
      return contents
    }
  }

  private static func shape(_ first: Int, _ second: Int) -> String {
    func list(_ count: Int) -> String { count == 1 ? "[1 number]" : "[\(count) numbers]" }
    return list(first) + (second < 0 ? "" : " " + list(second))
  }

  /// The mesh, bit for bit; an infinite crease becomes 10, which has the same effect. ``MeshFormat/losses(of:)`` lists
  /// the properties that the text cannot hold.
  public static func encode(_ mesh: Mesh) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(mesh.vertices.count * 40 + mesh.faces.count * 36)
    func append(_ numbers: [Float]) {
      out += "[".utf8
      for (i, number) in numbers.enumerated() {
        if i > 0 { out += " ".utf8 }
        out.append(number: number)
      }
      out += "] ".utf8
    }
    for vertex in mesh.vertices {
      append([vertex.fromX, vertex.fromY])
      append([vertex.toX, vertex.toY, vertex.toZ])
      out += "v\n".utf8
    }
    for face in mesh.faces {
      let i = face.indices
      out += "[\(i.x) \(i.y) \(i.z) \(i.w)] ".utf8
      append((0..<4).map { face.creases[$0].isFinite ? face.creases[$0] : 10 })
      out += "f\n".utf8
    }
    return out
  }
}

extension TextScanner {
  /// Up to four numbers in brackets.
  fileprivate struct List {
    var numbers = SIMD4<Double>.zero
    /// The offsets of the numbers' first bytes.
    var places = SIMD4<Int>.zero
    /// -1 for a missing list.
    var count = -1
  }

  fileprivate enum Kind { case vertex, face }

  /// One or two lists.
  fileprivate mutating func readLists() throws(DocumentError) -> (List, List) {
    let first = try readList()
    guard next == UInt8(ascii: "[") else { return (first, List()) }
    let second = try readList()
    guard next != UInt8(ascii: "[") else {
      throw error("there is a third list in brackets; use two, then v or f")
    }
    return (first, second)
  }

  /// A list, and the blank or comma after it.
  private mutating func readList() throws(DocumentError) -> List {
    guard take("[") else { throw error("found \(found()); use \"[\" and the numbers of a vertex or face") }
    var list = List()
    list.count = 0
    skipBlank()
    while !take("]") {
      guard list.count < 4 else { throw error("found \(found()) after four numbers; write \"]\" here") }
      list.places[list.count] = offset
      list.numbers[list.count] = try number("a number or \"]\"", endingAt: ",][")
      list.count += 1
      skipBlank()
      if take(",") {
        skipBlank()
        guard next != UInt8(ascii: "]") else { throw error("found \"]\" after a comma; use a number") }
      }
    }
    skipBlank()
    if take(",") { skipBlank() }
    return list
  }

  fileprivate mutating func readKind() throws(DocumentError) -> Kind {
    let start = offset
    let range = word(endingAt: ",[#")
    if isWord(range, "v") { return .vertex }
    if isWord(range, "f") { return .face }
    throw error(at: start, "found \(found(at: start)) after the numbers; use v for a vertex or f for a face")
  }

  fileprivate func float(_ list: List, _ index: Int) throws(DocumentError) -> Float {
    let float = Float(list.numbers[index])
    guard float.isFinite else {
      throw error(
        at: list.places[index], "\(list.numbers[index]) is too large; use numbers between -3.4e38 and 3.4e38")
    }
    return float
  }

  fileprivate func index(_ list: List, _ index: Int) throws(DocumentError) -> UInt32 {
    guard let value = UInt32(exactly: list.numbers[index]) else {
      throw error(
        at: list.places[index],
        "found \(found(at: list.places[index])); use a vertex index, a whole number of 0 or more")
    }
    return value
  }

  fileprivate func crease(_ list: List, _ index: Int) throws(DocumentError) -> Float {
    guard list.numbers[index] >= 0 else {
      throw error(
        at: list.places[index],
        "the crease is \(list.numbers[index]); use 0 (smooth) or more (10 is always sharp)")
    }
    return try float(list, index)
  }
}
