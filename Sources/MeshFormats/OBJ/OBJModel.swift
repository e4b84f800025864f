import MeshTransform
import SceneDocument

/// The statements of an OBJ file, before positions and texture coordinates are combined to vertices.
struct OBJModel {
  /// As the file has them where the placement fits the model, else in the layer.
  private(set) var positions: [SIMD3<Float>] = []
  private(set) var textureCoordinates: [SIMD2<Float>] = []
  /// The corners of all faces.
  private(set) var corners: [Corner] = []
  private(set) var faces: [Face] = []
  private(set) var ignored: Set<Ignored> = []
  /// The faces with corners that have no texture coordinate.
  private(set) var unmapped = 0

  let placement: MeshPlacement
  /// The place of a position in the layer; nil where it depends on all of them.
  private let map: MeshPlacement.Map?

  /// The index of a texture coordinate that a corner does not have, and that of a position without a corner.
  static let missing: Int32 = -1, none: Int32 = -2

  /// Indices from 0.
  struct Corner: Hashable {
    var position: Int32
    var textureCoordinate: Int32
  }

  struct Face {
    /// The index of its first corner.
    let start: Int
    /// The offset of its first byte.
    let place: Int
  }

  init(placement: MeshPlacement) {
    self.placement = placement
    map = placement.fit == .none ? placement.map(of: [], layerSize: Size(1, 1)) : nil
  }

  /// The corners of a face.
  func range(of face: Int) -> Range<Int> {
    faces[face].start..<(face + 1 < faces.count ? faces[face + 1].start : corners.count)
  }

  /// What a file draws or colors and a mesh does not.
  enum Ignored: String, CaseIterable {
    case colors
    case lines = "lines and points"
    case curves = "curves and surfaces"
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
      if let kind = Self.ignoredWords[text] {
        ignored.insert(kind)
      } else if !Self.skippedWords.contains(text) {
        throw scanner.error(
          at: start,
          "found \(scanner.found(at: start)); an OBJ file's lines begin with v, vt, vn, f, g, o or usemtl")
      }
      scanner.skipLine()
    }
  }

  private static let ignoredWords: [String: Ignored] = [
    "l": .lines, "p": .lines, "vp": .curves, "deg": .curves, "bmat": .curves, "step": .curves,
    "cstype": .curves,
    "curv": .curves, "curv2": .curves, "surf": .curves, "parm": .curves, "trim": .curves, "hole": .curves,
    "scrv": .curves, "sp": .curves, "end": .curves, "con": .curves, "ctech": .curves, "stech": .curves,
  ]

  /// What nearly every file has, and what changes nothing here: normals follow from the faces, and the picture is the
  /// layer's own.
  private static let skippedWords: Set = [
    "vn", "g", "o", "s", "mg", "usemtl", "mtllib", "usemap", "maplib", "bevel", "c_interp", "d_interp", "lod",
    "shadow_obj", "trace_obj",
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
    let position = map?(SIMD3(x, y, z)) ?? SIMD3(x, y, z)
    positions.append(
      SIMD3(
        try scanner.float(position.x, at: place), try scanner.float(position.y, at: place),
        try scanner.float(position.z, at: place)))
  }

  private mutating func readFace(_ scanner: inout TextScanner, at place: Int) throws(DocumentError) {
    let start = corners.count
    var isMapped = true
    scanner.skipSpaces()
    while !scanner.isAtLineEnd {
      let corner = try readCorner(&scanner)
      corners.append(corner)
      if corner.textureCoordinate == Self.missing { isMapped = false }
      scanner.skipSpaces()
    }
    let count = corners.count - start
    guard count >= 3 else {
      throw scanner.error(
        at: place, "the face has \(count == 1 ? "1 corner" : "\(count) corners"); use three or more")
    }
    if !isMapped { unmapped += 1 }
    faces.append(Face(start: start, place: place))
  }

  /// Reads v, v/vt, v//vn or v/vt/vn.
  private mutating func readCorner(_ scanner: inout TextScanner) throws(DocumentError) -> Corner {
    let start = scanner.offset
    var corner = Corner(
      position: try scanner.readIndex(of: positions.count, "a position"), textureCoordinate: Self.missing)
    let hasMore = scanner.take("/")
    if hasMore, scanner.next != UInt8(ascii: "/") {
      corner.textureCoordinate = try scanner.readIndex(of: textureCoordinates.count, "a texture coordinate")
    } else if placement.fit == .none {
      throw scanner.error(
        at: start,
        "the corner \(scanner.found(at: start)) has no texture coordinate, so no point of the content belongs to it; "
          + "project the content onto the mesh with --fit-mesh contain (\"fit\" in a scene), or export the mesh with "
          + "texture coordinates (v/vt)")
    }
    if hasMore, scanner.take("/") {
      _ = try scanner.integer(in: -Int(Int32.max)...Int(Int32.max), "the index of a normal")
    }
    guard
      scanner.isAtLineEnd || scanner.next == UInt8(ascii: "\\") || scanner.next.map({ $0 <= 0x20 }) == true
        || scanner.next == UInt8(ascii: "#")
    else { throw scanner.error("found \(scanner.found()); a corner is written v, v/vt, v//vn or v/vt/vn") }
    return corner
  }
}

extension TextScanner {
  fileprivate mutating func next(_ what: String) throws(DocumentError) -> Double {
    skipSpaces()
    guard !isAtLineEnd else { throw error("the line ends before \(what)") }
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
