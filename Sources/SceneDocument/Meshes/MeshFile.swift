import MeshTransform

/// The mesh file: a JSON object with vertices, faces and how to draw them.
///
/// ```json
/// { "vertices": [[0, 0, 0, 0, 0], [1, 0, 1, 0, 0.2], [1, 1, 1, 1, 0], [0, 1, 0, 1, 0]],
///   "faces": [[0, 1, 2, 3]],
///   "depthNormalization": "average", "subdivisionSteps": 0, "replicatesEdges": false }
/// ```
/// A vertex is `[from.x, from.y, to.x, to.y, to.z]`; a face is four vertex indices, or an object with `indices`
/// and `creases`, four numbers each. The last three keys may be left out: they are then none, 0 and false. Two more
/// may be given: `faceInterpolation`, else "triangles", and `brightness`, a number for each vertex, else 1. Besides faces,
/// or in place of them, there may be `triangles` of three vertex indices; those follow the faces.
///
/// A mesh attachment of Spine or DragonBones is a mesh file, too: see ``AttachmentFields``.
///
/// Instead of vertices and faces there may be `bezier`, the control points of a smooth patch or of a grid of them: an
/// object with `points`, `[x, y]` or `[x, y, z]` each, and perhaps `patches`, `rowSplits`, `columnSplits` and `detail`.
public enum MeshFile {
  /// The default maximum size of a file: 256 MiB.
  public static let defaultByteLimit = 256 << 20

  /// The contents of a file before validation by the model.
  public struct Contents: Hashable, Sendable {
    /// The vertices in the order of the file.
    public var vertices: [Mesh.Vertex] = []
    /// The faces in the order of the file.
    public var faces: [Mesh.Face] = []
    /// The unit of z.
    public var depthNormalization = Mesh.DepthNormalization.none
    /// The number of subdivision steps; -1 for automatic.
    public var subdivisionSteps = 0
    /// Whether edge texels continue beyond the content.
    public var replicatesEdges = false
    /// The interpolation of the content within a face.
    public var faceInterpolation = Mesh.FaceInterpolation.triangles
    /// Factors of the content's colors, one for each vertex; empty for factors of 1.
    public var brightness: [Float] = []
    /// Shapes into which the mesh is bent; empty in most files.
    public var targets = MorphTargets()
    /// The mesh of the file's Bezier patches, with exact normals; nil when the file has vertices and faces.
    var patches: Mesh?

    /// Contents without vertices and faces.
    public init() {}

    /// The validated mesh with the weights of the file.
    public func mesh(policy: Mesh.ValidationPolicy = .strict) throws(MeshError) -> Mesh {
      try morphable(policy: policy).meshAtRest()
    }

    /// The validated mesh with its shapes.
    public func morphable(policy: Mesh.ValidationPolicy = .strict) throws(MeshError) -> MorphableMesh {
      MorphableMesh(try base(policy: policy), targets: targets)
    }

    private func base(policy: Mesh.ValidationPolicy) throws(MeshError) -> Mesh {
      if var mesh = patches, mesh.vertices == vertices, mesh.faces == faces {
        (mesh.depthNormalization, mesh.replicatesEdges) = (depthNormalization, replicatesEdges)
        mesh.faceInterpolation = faceInterpolation
        try mesh.setSubdivisionSteps(subdivisionSteps)
        try mesh.setBrightness(brightness)
        return mesh
      }
      return try Mesh(
        vertices: vertices, faces: faces, depthNormalization: depthNormalization,
        subdivisionSteps: subdivisionSteps, replicatesEdges: replicatesEdges,
        faceInterpolation: faceInterpolation, brightness: brightness, policy: policy)
    }
  }

  /// The mesh in a file.
  /// - Parameter name: the file's name, for errors.
  /// - Throws: `DocumentError` for the first fault of form or content.
  public static func decode(
    _ bytes: [UInt8], name: String, byteLimit: Int = defaultByteLimit,
    policy: Mesh.ValidationPolicy = .strict
  ) throws(DocumentError) -> Mesh {
    let contents = try read(bytes, name: name, byteLimit: byteLimit)
    do { return try contents.mesh(policy: policy) } catch { throw fault(error, in: bytes, name: name) }
  }

  /// The contents of a file: well-formed and not empty, but indices may be out of range and faces degenerate. For
  /// reports that list every such fault.
  public static func read(
    _ bytes: [UInt8], name: String, byteLimit: Int = defaultByteLimit
  ) throws(DocumentError) -> Contents {
    try JSONReader.read(bytes, name: name, limit: byteLimit) { reader throws(DocumentError) in
      try Contents(&reader)
    }
  }

  /// The faults of form of a file, in its order.
  /// - Parameter limit: the most faults to find, 1 or more.
  package static func faults(in bytes: [UInt8], name: String, limit: Int) -> [DocumentError] {
    JSONReader.readAll(bytes, name: name, faultLimit: limit) { reader throws(DocumentError) in
      try Contents(&reader)
    }.faults
  }
}

extension MeshFile.Contents {
  static let keys = [
    "vertices", "faces", "depthNormalization", "subdivisionSteps", "replicatesEdges", "faceInterpolation",
    "brightness", "bezier", "triangles",
  ]

  init(_ reader: inout JSONReader) throws(DocumentError) {
    self.init()
    var contents = self
    var given: Set<String> = []
    var attachment = AttachmentFields()
    try reader.readObject("an object with vertices and faces") { reader, key throws(DocumentError) in
      if try reader.readComment(key) { return }
      if try !attachment.read(key, &reader) {
        guard try contents.read(key, &reader) else {
          throw reader.unknownKey(key, among: Self.keys + AttachmentFields.keys)
        }
      }
      given.insert(key)
    }
    if reader.faultCount == 0 {
      try attachment.complete(&contents, reader)
      try contents.complete(given, reader)
    }
    self = contents
  }

  /// Reads the value of one of the keys; false when it is none of them.
  mutating func read(_ key: String, _ reader: inout JSONReader) throws(DocumentError) -> Bool {
    switch key {
    case "vertices":
      var vertices: [Mesh.Vertex] = []
      try reader.readArray("an array of vertices") { reader, _ throws(DocumentError) in
        vertices.append(try reader.readVertex())
      }
      self.vertices = vertices
    case "faces":
      var faces: [Mesh.Face] = []
      try reader.readArray("an array of faces") { reader, _ throws(DocumentError) in
        faces.append(try reader.readFace())
      }
      // Triangles may come first.
      self.faces = faces + self.faces
    case "triangles": faces += try reader.readTriangles()
    case "depthNormalization": depthNormalization = try reader.readChoice()
    case "subdivisionSteps": subdivisionSteps = try reader.readSubdivisionSteps()
    case "faceInterpolation": faceInterpolation = try reader.readChoice()
    case "brightness":
      var brightness: [Float] = []
      try reader.readArray("an array of numbers, one for each vertex") { reader, _ throws(DocumentError) in
        brightness.append(try reader.readFloat())
      }
      self.brightness = brightness
    case "replicatesEdges": replicatesEdges = try reader.readBoolean()
    case "bezier": patches = try BezierFields.readMesh(&reader)
    default: return false
    }
    return true
  }

  /// - Throws: when vertices or faces are missing, or when Bezier patches are given besides them.
  mutating func complete(_ given: Set<String>, _ reader: JSONReader) throws(DocumentError) {
    if let patches {
      if let key = ["vertices", "faces", "triangles"].first(where: given.contains) {
        throw reader.error(
          "there are both \"bezier\" and \"\(key)\"; the patches define their own, so keep one")
      }
      (vertices, faces) = (patches.vertices, patches.faces)
    }
    for key in ["vertices", "faces"] {
      let isEmpty = key == "vertices" ? vertices.isEmpty : faces.isEmpty
      guard isEmpty else { continue }
      let isMissing = !given.contains(key) && !(key == "faces" && given.contains("triangles"))
      let fault = isMissing ? "there is no key \"\(key)\"" : "\"\(key)\" is empty"
      throw reader.error("\(fault), so nothing would be drawn; add \(key)")
    }
  }
}

extension JSONReader {
  fileprivate mutating func readVertex() throws(DocumentError) -> Mesh.Vertex {
    var vertex = Mesh.Vertex(from: .zero, to: .zero)
    var count = 0
    try readArray("a vertex, [from.x, from.y, to.x, to.y, to.z]") { reader, index throws(DocumentError) in
      switch index {
      case 0: vertex.fromX = try reader.readFloat()
      case 1: vertex.fromY = try reader.readFloat()
      case 2: vertex.toX = try reader.readFloat()
      case 3: vertex.toY = try reader.readFloat()
      case 4: vertex.toZ = try reader.readFloat()
      default:
        throw reader.error("a vertex has five numbers: from.x, from.y, to.x, to.y, to.z; remove the others")
      }
      count = index + 1
    }
    guard count == 5 else {
      throw error("the vertex has \(count) numbers; use five: from.x, from.y, to.x, to.y, to.z")
    }
    return vertex
  }

  fileprivate mutating func readFace() throws(DocumentError) -> Mesh.Face {
    if isAtArray() { return Mesh.Face(try readIndices()) }
    var indices: SIMD4<UInt32>?
    var creases = SIMD4<Float>.zero
    try readObject("a face, [a, b, c, d] or {\"indices\": [a, b, c, d], \"creases\": [...]}") {
      reader, key throws(DocumentError) in
      if try reader.readComment(key) { return }
      switch key {
      case "indices": indices = try reader.readIndices()
      case "creases":
        creases = try reader.readFour("creases") { reader throws(DocumentError) in
          try reader.readFloat("a crease")
        }
      default:
        throw reader.error(
          at: reader.keyOffset, "this key is unknown; \(NearestName.hint(key, among: ["indices", "creases"]))"
        )
      }
    }
    guard let indices else { throw error("the face has no \"indices\"; add four") }
    return Mesh.Face(indices, creases: creases)
  }

  @inline(__always) private mutating func readIndices() throws(DocumentError) -> SIMD4<UInt32> {
    try readFour("vertex indices") { reader throws(DocumentError) in
      UInt32(try reader.readInteger(in: 0...Int(UInt32.max), "a vertex index"))
    }
  }

  @inline(__always) private mutating func readFour<Scalar: SIMDScalar>(
    _ what: String, _ read: (inout JSONReader) throws(DocumentError) -> Scalar
  ) throws(DocumentError) -> SIMD4<Scalar> where SIMD4<Scalar>: Sendable {
    var values = SIMD4<Scalar>()
    var count = 0
    try readArray("four \(what)") { reader, index throws(DocumentError) in
      guard index < 4 else { throw reader.error("there are more than four \(what); remove the others") }
      values[index] = try read(&reader)
      count = index + 1
    }
    guard count == 4 else { throw error("there are \(count) \(what); use four") }
    return values
  }

  mutating func readSubdivisionSteps() throws(DocumentError) -> Int {
    try readInteger(in: Mesh.automaticSubdivision...1_000_000, "a number of steps")
  }

  /// One of the names of an enumeration.
  mutating func readChoice<Choice: CaseIterable & RawRepresentable<String>>() throws(DocumentError) -> Choice
  {
    let names = Choice.allCases.map(\.rawValue)
    let start = offset
    let name = try readString(NearestName.list(names.map { "\"\($0)\"" }))
    guard let value = Choice(rawValue: name) else {
      throw error(at: start, "found \(quoted(name)); \(NearestName.hint(name, among: names))")
    }
    return value
  }
}
