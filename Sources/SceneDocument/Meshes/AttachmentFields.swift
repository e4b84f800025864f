import MeshTransform

/// The fields of a mesh attachment as Spine and DragonBones write it, in place of vertices of five numbers and faces.
///
/// ```json
/// { "uvs": [0, 0, 1, 0, 1, 1, 0, 1], "triangles": [0, 1, 2, 2, 3, 0],
///   "vertices": [-50, 50, 50, 50, 50, -50, -50, -50], "width": 100, "height": 100,
///   "deform": [{ "time": 0.5, "offset": 2, "vertices": [0, 20, 0, 20] }] }
/// ```
/// `uvs` are `from`. `vertices` are points, x and y in turn; `width` and `height` are those of the layer in the same
/// unit. Each key of `deform` is a shape: offsets of the numbers of `vertices` from the `offset`th on.
struct AttachmentFields {
  /// The direction of y in `vertices`.
  enum Direction: String, CaseIterable { case up, down }

  private var uvs: [Float] = []
  private var points: [Float] = []
  private var size: (width: Double?, height: Double?)
  private var origin: SIMD2<Double>?
  private var direction: Direction?
  private var keys: [DeformKey] = []
  private var offsets: [String: Int] = [:]

  /// One key of `deform`.
  private struct DeformKey {
    var name: String?
    var time = 0.0
    /// The index of the first number of `vertices` that moves.
    var offset = 0
    var values: [Float] = []
    let place: Int
  }

  static let keys = ["uvs", "triangles", "width", "height", "origin", "yAxis", "deform"]
  /// Fields of an attachment that do not change its mesh.
  private static let ignored: Set<String> = [
    "type", "name", "path", "color", "hull", "edges", "userEdges", "transform", "pivot", "timelines",
    "inheritDeform",
    "inheritFFD", "sequence",
  ]
  /// Fields of an attachment that bones move.
  private static let weighted: Set<String> = ["bones", "weights", "slotPose", "bonePose"]

  /// Whether the file is an attachment.
  private var isGiven: Bool { offsets["uvs"] != nil || !points.isEmpty }

  /// Reads the value of one of the keys; false when it is none of them.
  mutating func read(_ key: String, _ reader: inout JSONReader) throws(DocumentError) -> Bool {
    let place = reader.keyOffset
    switch key {
    case "uvs": uvs = try reader.readFloats("an array of numbers, u and v in turn")
    case "vertices" where reader.isAtNumbers:
      points = try reader.readFloats("an array of numbers, x and y in turn")
    case "width": size.width = try reader.readNumber(in: NumberRange(1e-6...1e9))
    case "height": size.height = try reader.readNumber(in: NumberRange(1e-6...1e9))
    case "origin":
      let pair = try reader.readNumbers(["x", "y"])
      origin = SIMD2(pair[0], pair[1])
    case "yAxis": direction = try reader.readChoice(Direction.self)
    case "deform": try readDeform(&reader)
    case "type":
      let type = try reader.readString()
      guard type == "mesh" else {
        throw reader.error(
          at: place, "the attachment is of the type \(quoted(type)); use one of the type \"mesh\"")
      }
    case _ where Self.weighted.contains(key): throw Self.bones(reader, at: place)
    case _ where Self.ignored.contains(key): try reader.skipValue(depth: 1)
    default: return false
    }
    offsets[key] = place
    return true
  }

  private static func bones(_ reader: JSONReader, at place: Int?) -> DocumentError {
    reader.error(
      at: place, key: "vertices",
      "the vertices are moved by bones, which a mesh file does not have; remove the weights in the program that made it, "
        + "or bake the pose")
  }

  private mutating func readDeform(_ reader: inout JSONReader) throws(DocumentError) {
    var keys: [DeformKey] = []
    // DragonBones gives the length of each key in place of its time.
    var next = 0.0
    try reader.readArray("an array of deform keys, {\"time\": ..., \"offset\": ..., \"vertices\": [...]}") {
      reader, _ throws(DocumentError) in
      reader.skipSpaces()
      var key = DeformKey(place: reader.offset)
      key.time = next
      var duration = 0.0
      try reader.readObject("a deform key, {\"time\": ..., \"offset\": ..., \"vertices\": [...]}") {
        reader, name throws(DocumentError) in
        if try reader.readComment(name) { return }
        switch name {
        case "name": key.name = try reader.readString("a name of the shape")
        case "time": key.time = try reader.readNumber(in: MorphShape.range)
        case "duration": duration = try reader.readNumber(in: 0...MorphShape.range.upperBound)
        case "offset": key.offset = try reader.readInteger(in: 0...Int(Int32.max), "the index of a number")
        case "vertices": key.values = try reader.readFloats("an array of offsets, x and y in turn")
        case "curve", "c2", "c3", "c4", "tweenEasing", "tweenType": try reader.skipValue(depth: 1)
        default:
          throw reader.unknownKey(name, among: ["time", "offset", "vertices", "name", "duration"])
        }
      }
      guard keys.last.map({ $0.time <= key.time }) ?? true else {
        throw reader.error(
          at: key.place, "the time is \(key.time.short), before that of the key before it; sort the keys")
      }
      next = key.time + duration
      keys.append(key)
    }
    self.keys = keys
  }

  /// Replaces the vertices of the contents by those of the attachment, if the file is one.
  /// - Returns: the keys that `vertices` and `faces` stand for.
  func complete(_ contents: inout MeshFile.Contents, _ reader: JSONReader) throws(DocumentError) {
    guard isGiven else {
      if let (key, place) = offsets.min(by: { $0.value < $1.value }) {
        throw reader.error(
          at: place, key: key,
          "this key belongs to a mesh attachment, which has \"uvs\", \"vertices\" and \"triangles\"; add these, or remove "
            + "it")
      }
      return
    }
    guard !uvs.isEmpty, uvs.count % 2 == 0 else {
      throw reader.error(
        at: offsets["uvs"], key: "uvs", "there are \(uvs.count) numbers; use u and v for each vertex")
    }
    if points.count > uvs.count { throw Self.bones(reader, at: offsets["vertices"]) }
    guard points.count == uvs.count else {
      throw reader.error(
        at: offsets["vertices"], key: "vertices",
        "there are \(points.count) numbers for \(uvs.count / 2) uvs; use x and y for each, in a flat array")
    }
    let map = try map(contents.faces, reader)
    contents.vertices = (0..<uvs.count / 2).map { i in
      let to = map.scale * (Self.pair(points, i) - map.center) + map.place
      return Mesh.Vertex(from: SIMD2<Float>(Self.pair(uvs, i)), to: SIMD3(Float(to.x), Float(to.y), 0))
    }
    try addShapes(to: &contents, scale: map.scale, reader)
  }

  /// `to` is `scale * (point - center) + place`.
  private func map(
    _ faces: [Mesh.Face], _ reader: JSONReader
  ) throws(DocumentError) -> (scale: SIMD2<Double>, center: SIMD2<Double>, place: SIMD2<Double>) {
    let (box, content) = (Self.box(points), Self.box(uvs))
    let derived = (box.high - box.low) / (content.high - content.low)
    let (width, height) = (size.width ?? derived.x, size.height ?? derived.y)
    guard width > 0, height > 0, width.isFinite, height.isFinite else {
      throw reader.error(
        at: offsets["vertices"], key: "vertices",
        "the size of the layer does not follow from the vertices and uvs; add \"width\" and \"height\"")
    }
    let isDown = (direction ?? (isMirrored(faces) ? .up : .down)) == .down
    let scale = SIMD2(1 / width, (isDown ? 1 : -1) / height)
    if let origin { return (scale, origin, SIMD2(0.5, 0.5)) }
    return (scale, (box.low + box.high) / 2, (content.low + content.high) / 2)
  }

  /// Whether most of the content is mirrored in the vertices where y is taken to point down.
  private func isMirrored(_ faces: [Mesh.Face]) -> Bool {
    var sum = 0.0
    for face in faces where face.indices.max() < points.count / 2 {
      func area(_ numbers: [Float]) -> Double {
        let corners = [face.indices.x, face.indices.y, face.indices.z].map { Self.pair(numbers, Int($0)) }
        let (a, b) = (corners[1] - corners[0], corners[2] - corners[0])
        return a.x * b.y - a.y * b.x
      }
      let (content, drawn) = (area(uvs), area(points))
      sum += content.magnitude * (content * drawn < 0 ? -1 : 1)
    }
    return sum <= 0
  }

  private func addShapes(
    to contents: inout MeshFile.Contents, scale: SIMD2<Double>, _ reader: JSONReader
  ) throws(DocumentError) {
    guard !keys.isEmpty else { return }
    var targets = MorphTargets()
    for (index, key) in keys.enumerated() {
      var target = MorphTargets.Target(name: key.name ?? "\(index)")
      guard key.offset + key.values.count <= points.count else {
        throw reader.error(
          at: key.place, key: "deform",
          "the key moves \(key.values.count) numbers from number \(key.offset) on, but there are \(points.count) vertices' "
            + "numbers")
      }
      if !key.values.isEmpty {
        let start = key.offset / 2
        var values = [Float](repeating: 0, count: key.offset % 2) + key.values
        if values.count % 2 == 1 { values.append(0) }
        let offsets = (0..<values.count / 2).map { i in
          let offset = scale * Self.pair(values, i)
          return SIMD3(Float(offset.x), Float(offset.y), 0)
        }
        target.runs = [MorphTargets.Run(start: start, offsets: offsets)]
      }
      targets.targets.append(target)
    }
    targets.weights = [Float](repeating: 0, count: keys.count)
    targets.tracks = [
      MorphTrack(
        targets: Array(keys.indices), times: keys.map(\.time), values: [], interpolation: .linear)
    ]
    contents.targets = targets
  }

  private static func pair(_ numbers: [Float], _ i: Int) -> SIMD2<Double> {
    SIMD2(Double(numbers[2 * i]), Double(numbers[2 * i + 1]))
  }

  private static func box(_ numbers: [Float]) -> (low: SIMD2<Double>, high: SIMD2<Double>) {
    var (low, high) = (pair(numbers, 0), pair(numbers, 0))
    for i in 1..<max(numbers.count / 2, 1) {
      let point = pair(numbers, i)
      (low, high) = (pointwiseMin(low, point), pointwiseMax(high, point))
    }
    return (low, high)
  }
}

extension JSONReader {
  /// Whether the next value is an array that begins with a number.
  fileprivate var isAtNumbers: Bool {
    var ahead = self
    ahead.skipSpaces()
    guard ahead.take("[") else { return false }
    ahead.skipSpaces()
    return ahead.next.map { $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) } ?? false
  }

  fileprivate mutating func readFloats(_ expected: String) throws(DocumentError) -> [Float] {
    var numbers: [Float] = []
    try readArray(expected) { reader, _ throws(DocumentError) in numbers.append(try reader.readFloat()) }
    return numbers
  }
}
