import MeshTransform
import SceneDocument

/// The statements of an OBJ file, before positions and texture coordinates are combined to vertices.
struct OBJModel {
  private var positions: [SIMD3<Float>] = []
  private var textureCoordinates: [SIMD2<Float>] = []
  private var faces: [Face] = []
  private var ignored: Set<Ignored> = []

  /// Indices count from 0; a triangle repeats its third corner.
  private struct Face {
    var positions: SIMD4<Int32>, textureCoordinates: SIMD4<Int32>
    /// The offset of its first byte.
    let place: Int
  }

  private enum Ignored: String, CaseIterable {
    case normals, colors, groups, materials
    case lines = "lines and points"
    case curves = "curves and surfaces"
    case display = "smoothing and display settings"
  }

  mutating func readStatement(_ scanner: inout TextScanner) throws(DocumentError) {
    let start = scanner.offset
    let word = scanner.word()
    if scanner.isWord(word, "v") {
      try readPosition(&scanner)
    } else if scanner.isWord(word, "vt") {
      let u = try scanner.next("u")
      scanner.skipSpaces()
      let v = scanner.isAtLineEnd ? 0 : try scanner.number("v, a number")
      // A third coordinate belongs to a solid texture and is ignored.
      scanner.skipSpaces()
      if !scanner.isAtLineEnd { _ = try scanner.number("w, a number") }
      try scanner.expectLineEnd("a texture coordinate has at most three numbers")
      textureCoordinates.append(SIMD2(try scanner.float(u, at: start), try scanner.float(1 - v, at: start)))
    } else if scanner.isWord(word, "f") {
      try readFace(&scanner, at: start)
    } else {
      let text = scanner.text(word.prefix(40))
      guard let kind = Self.ignoredWords[text] else {
        throw scanner.error(
          at: start,
          "found \(scanner.found(at: start)); an OBJ file's lines begin with v, vt, vn, f, g, o or usemtl")
      }
      ignored.insert(kind)
      scanner.skipLine()
    }
  }

  private static let ignoredWords: [String: Ignored] = [
    "vn": .normals, "g": .groups, "o": .groups, "s": .display, "mg": .groups, "usemtl": .materials,
    "mtllib": .materials, "usemap": .materials, "maplib": .materials, "l": .lines, "p": .lines,
    "vp": .curves, "deg": .curves, "bmat": .curves, "step": .curves, "cstype": .curves, "curv": .curves,
    "curv2": .curves, "surf": .curves, "parm": .curves, "trim": .curves, "hole": .curves, "scrv": .curves,
    "sp": .curves, "end": .curves, "con": .curves, "bevel": .display, "c_interp": .display,
    "d_interp": .display, "lod": .display, "shadow_obj": .display, "trace_obj": .display,
    "ctech": .curves, "stech": .curves,
  ]

  private mutating func readPosition(_ scanner: inout TextScanner) throws(DocumentError) {
    let place = scanner.offset
    let (x, y, z) = (try scanner.next("x"), try scanner.next("y"), try scanner.next("z"))
    var more = 0
    scanner.skipSpaces()
    while !scanner.isAtLineEnd {
      guard more < 4 else {
        throw scanner.error("a vertex has x, y, z and at most a weight or a color; remove the rest")
      }
      _ = try scanner.number("a weight or color, a number")
      more += 1
      scanner.skipSpaces()
    }
    if more > 1 { ignored.insert(.colors) }
    positions.append(
      SIMD3(
        try scanner.float(x, at: place), try scanner.float(1 - y, at: place), try scanner.float(z, at: place))
    )
  }

  private mutating func readFace(_ scanner: inout TextScanner, at place: Int) throws(DocumentError) {
    var face = Face(positions: .zero, textureCoordinates: .zero, place: place)
    var count = 0
    scanner.skipSpaces()
    while !scanner.isAtLineEnd {
      guard count < 4 else {
        throw scanner.error(
          at: place,
          "the face has more than four corners; let the program that writes the file make quads or triangles of it"
        )
      }
      let start = scanner.offset
      face.positions[count] = try scanner.readIndex(of: positions.count, "a position")
      guard scanner.take("/"), scanner.next != UInt8(ascii: "/") else {
        throw scanner.error(
          at: start,
          "the corner \(scanner.found(at: start)) has no texture coordinate, so no point of the content belongs to it; "
            + "export the mesh with texture coordinates (v/vt)")
      }
      face.textureCoordinates[count] = try scanner.readIndex(
        of: textureCoordinates.count, "a texture coordinate")
      if scanner.take("/") {
        _ = try scanner.integer(in: -Int(Int32.max)...Int(Int32.max), "the index of a normal")
      }
      guard
        scanner.isAtLineEnd || scanner.next == UInt8(ascii: "\\") || scanner.next.map({ $0 <= 0x20 }) == true
          || scanner.next == UInt8(ascii: "#")
      else { throw scanner.error("found \(scanner.found()); a corner is written v/vt or v/vt/vn") }
      count += 1
      scanner.skipSpaces()
    }
    guard count >= 3 else {
      throw scanner.error(
        at: place, "the face has \(count == 1 ? "1 corner" : "\(count) corners"); use three or four")
    }
    if count == 3 {
      face.positions[3] = face.positions[2]
      face.textureCoordinates[3] = face.textureCoordinates[2]
    }
    faces.append(face)
  }

  /// Creates a vertex for each used pair of a position and a texture coordinate, in the order of the positions.
  func contents(_ scanner: TextScanner) throws(DocumentError) -> (MeshFile.Contents, [String]) {
    for face in faces {
      try check(face.positions, positions.count, "position", face, scanner)
      try check(face.textureCoordinates, textureCoordinates.count, "texture coordinate", face, scanner)
    }
    // Nearly every position has one pair; further pairs are in the table.
    var first = [Int32](repeating: -1, count: positions.count)
    var others: [SIMD2<Int32>: Int] = [:]
    var counts = [Int](repeating: 0, count: positions.count)
    for face in faces {
      for corner in 0..<4 {
        let (position, coordinate) = (face.positions[corner], face.textureCoordinates[corner])
        if first[Int(position)] == coordinate { continue }
        if first[Int(position)] < 0 {
          first[Int(position)] = coordinate
        } else if others[SIMD2(position, coordinate)] == nil {
          others[SIMD2(position, coordinate)] = counts[Int(position)]
        } else {
          continue
        }
        counts[Int(position)] += 1
      }
    }
    // A position without a face is kept if its texture coordinate is unambiguous.
    var dropped = 0
    for position in positions.indices where counts[position] == 0 {
      if textureCoordinates.count == positions.count {
        (first[position], counts[position]) = (Int32(position), 1)
      } else {
        dropped += 1
      }
    }
    var starts: [Int] = []
    var total = 0
    for count in counts {
      starts.append(total)
      total += count
    }
    var contents = MeshFile.Contents()
    contents.vertices = [Mesh.Vertex](repeating: Mesh.Vertex(from: .zero, to: .zero), count: total)
    for position in positions.indices where first[position] >= 0 {
      contents.vertices[starts[position]] = Mesh.Vertex(
        from: textureCoordinates[Int(first[position])], to: positions[position])
    }
    for (pair, rank) in others {
      contents.vertices[starts[Int(pair.x)] + rank] = Mesh.Vertex(
        from: textureCoordinates[Int(pair.y)], to: positions[Int(pair.x)])
    }
    contents.faces = faces.map { face in
      func vertex(_ corner: Int) -> UInt32 {
        let (position, coordinate) = (face.positions[corner], face.textureCoordinates[corner])
        let start = starts[Int(position)]
        if first[Int(position)] == coordinate { return UInt32(start) }
        return UInt32(start + others[SIMD2(position, coordinate)]!)
      }
      // A triangle is then 0, 2, 1, 1, whose second half is empty.
      return face.positions[3] == face.positions[2]
        && face.textureCoordinates[3] == face.textureCoordinates[2]
        ? Mesh.Face(vertex(0), vertex(2), vertex(1), vertex(1))
        : Mesh.Face(vertex(0), vertex(3), vertex(2), vertex(1))
    }
    return (contents, notes(dropped: dropped))
  }

  private func check(
    _ indices: SIMD4<Int32>, _ count: Int, _ what: String, _ face: Face, _ scanner: TextScanner
  ) throws(DocumentError) {
    guard indices.max() < count else {
      throw scanner.error(
        at: face.place,
        "the face names \(what) \(indices.max() + 1), but the file has \(count == 0 ? "none" : "\(count)")")
    }
  }

  private func notes(dropped: Int) -> [String] {
    var notes: [String] = []
    let names = Ignored.allCases.filter(ignored.contains).map(\.rawValue)
    if !names.isEmpty { notes.append("ignored the \(names.joined(separator: ", "))") }
    if dropped > 0 {
      notes.append("left out \(dropped == 1 ? "1 position" : "\(dropped) positions") that no face uses")
    }
    return notes
  }
}

extension TextScanner {
  fileprivate mutating func next(_ what: String) throws(DocumentError) -> Double {
    skipSpaces()
    guard !isAtLineEnd else { throw error("the line ends where \(what) should stand") }
    return try number("\(what), a number")
  }

  fileprivate func float(_ value: Double, at place: Int) throws(DocumentError) -> Float {
    let float = Float(value)
    guard float.isFinite else {
      throw error(at: place, "\(value) is too large; use numbers between -3.4e38 and 3.4e38")
    }
    return float
  }

  /// An index from 0, converted from one that counts from 1 or, if negative, back from the latest element.
  fileprivate mutating func readIndex(of count: Int, _ what: String) throws(DocumentError) -> Int32 {
    let start = offset
    let value = try integer(
      in: -Int(Int32.max)...Int(Int32.max - 1), "the index of \(what)", endingAt: "/")
    if value > 0 { return Int32(value - 1) }
    guard value < 0 else { throw error(at: start, "the index is 0; OBJ counts from 1, or back from -1") }
    guard count + value >= 0 else {
      throw error(
        at: start, "the index is \(value), but \(count) came before it; use -\(max(count, 1)) or nearer")
    }
    return Int32(count + value)
  }
}
