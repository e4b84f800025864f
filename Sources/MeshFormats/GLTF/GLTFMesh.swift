import MeshTransform
import SceneDocument

/// A mesh of a glTF file: its triangles before nodes place them.
struct GLTFMesh {
  struct Primitive {
    var positions: [SIMD3<Float>] = []
    /// In unit space, with y down, as `from`; not a number where they are to be those of the placed model.
    var textureCoordinates: [SIMD2<Float>] = []
    /// One for each position.
    var brightness: [Float] = []
    /// Counterclockwise, from the front.
    var faces: [SIMD3<UInt32>] = []
    /// For each target the offsets of the positions; empty for one that moves none.
    var targets: [[SIMD3<Float>]] = []
  }

  private(set) var primitives: [Primitive] = []
  private(set) var targetNames: [String] = []
  private(set) var weights: [Double] = []

  /// - Parameter needsCoordinates: whether vertices without texture coordinates are an error.
  init(
    _ value: GLTFValue, _ accessors: inout GLTFAccessors, _ materials: inout GLTFMaterials,
    _ notes: inout GLTFNotes, needsCoordinates: Bool
  ) throws(DocumentError) {
    let mesh = try value.members(["primitives", "weights", "extras"])
    guard let list = mesh["primitives"] else { throw value.error("there are no \"primitives\"") }
    for value in try list.elements() {
      let primitive = try value.members(["attributes", "indices", "mode", "material", "targets"])
      let mode = try primitive["mode"]?.integer(in: 0...6) ?? 4
      guard mode >= 4 else {
        notes.otherPrimitives += 1
        continue
      }
      primitives.append(
        try Self.read(
          value, primitive, mode, try materials.textureTransform(primitive["material"]), &accessors, &notes,
          needsCoordinates: needsCoordinates))
    }
    let count = primitives.map(\.targets.count).max() ?? 0
    guard count > 0 else { return }
    targetNames = try Self.names(mesh["extras"], count)
    weights = try mesh["weights"]?.numbers(count) ?? [Double](repeating: 0, count: count)
  }

  /// The names in `extras.targetNames`, which most programs write; the others are numbers.
  private static func names(_ extras: GLTFValue?, _ count: Int) throws(DocumentError) -> [String] {
    var names: [String] = []
    if let extras, extras.isObject, let list = try extras.members(["targetNames"])["targetNames"] {
      for name in try list.elements().prefix(count) { names.append(try name.string()) }
    }
    var used: Set<ByteString> = []
    return (0..<count).map { index in
      var name = names.indices.contains(index) && !names[index].isEmpty ? names[index] : "\(index)"
      while !used.insert(ByteString(name)).inserted { name += "_\(index)" }
      return name
    }
  }

  private static func read(
    _ value: GLTFValue, _ members: [String: GLTFValue], _ mode: Int, _ texture: GLTFTextureTransform,
    _ accessors: inout GLTFAccessors, _ notes: inout GLTFNotes, needsCoordinates: Bool
  ) throws(DocumentError) -> Primitive {
    guard let list = members["attributes"] else { throw value.error("there are no \"attributes\"") }
    let coordinates = "TEXCOORD_\(texture.coordinates)"
    let attributes = try list.members(["POSITION", "COLOR_0", coordinates])
    guard let positions = attributes["POSITION"] else { throw list.error("there is no POSITION") }
    var primitive = Primitive()
    primitive.positions = try accessors.vectors(positions)
    let count = primitive.positions.count
    if let uvs = attributes[coordinates] {
      let uv = try accessors.accessor(uvs)
      try check(uv, count)
      let pairs = try accessors.numbers(of: uv, width: 2)
      primitive.textureCoordinates = (0..<count).map {
        texture.apply(SIMD2(pairs[2 * $0], pairs[2 * $0 + 1]))
      }
    } else if needsCoordinates {
      throw list.error(
        "there is no \(coordinates), so no point of the content belongs to a vertex; export the mesh with texture "
          + "coordinates (UVs), or let it show the content from the front with --fit-mesh contain")
    } else {
      primitive.textureCoordinates = [SIMD2<Float>](repeating: SIMD2(.nan, .nan), count: count)
    }
    primitive.brightness = try brightness(attributes["COLOR_0"], count, &accessors, &notes)
    let indices: [UInt32]
    if let reference = members["indices"] {
      let accessor = try accessors.accessor(reference)
      indices = try accessors.indices(of: accessor)
      if let fault = indices.firstIndex(where: { $0 >= count }) {
        throw accessor.value.error("index \(fault) is \(indices[fault]), but there are \(count) vertices")
      }
    } else {
      indices = (0..<count).map(UInt32.init)
    }
    primitive.faces = triangles(indices, mode)
    let all = primitive.faces.count
    primitive.faces.removeAll { $0.x == $0.y || $0.y == $0.z || $0.z == $0.x }
    // Strips have such triangles on purpose.
    if mode == 4 { notes.emptyTriangles += all - primitive.faces.count }
    for target in try members["targets"]?.elements() ?? [] {
      try accessors.take(1, for: target)
      guard let moved = try target.members(["POSITION"])["POSITION"] else {
        primitive.targets.append([])
        continue
      }
      try check(try accessors.accessor(moved), count)
      primitive.targets.append(try accessors.vectors(moved))
    }
    return primitive
  }

  /// A list of triangles (mode 4), a strip (5) or a fan (6).
  private static func triangles(_ indices: [UInt32], _ mode: Int) -> [SIMD3<UInt32>] {
    guard indices.count >= 3 else { return [] }
    return switch mode {
    case 4: (0..<indices.count / 3).map { SIMD3(indices[3 * $0], indices[3 * $0 + 1], indices[3 * $0 + 2]) }
    case 5:
      (0..<indices.count - 2).map { SIMD3(indices[$0], indices[$0 + 1 + $0 % 2], indices[$0 + 2 - $0 % 2]) }
    default: (0..<indices.count - 2).map { SIMD3(indices[$0 + 1], indices[$0 + 2], indices[0]) }
    }
  }

  private static func check(_ accessor: GLTFAccessors.Accessor, _ count: Int) throws(DocumentError) {
    guard accessor.count == count else {
      throw accessor.value.error(
        "there are \(accessor.count) elements for \(count) positions; export the file again")
    }
  }

  /// Gray colors of the vertices as factors of encoded values; 1 without colors.
  private static func brightness(
    _ colors: GLTFValue?, _ count: Int, _ accessors: inout GLTFAccessors, _ notes: inout GLTFNotes
  ) throws(DocumentError) -> [Float] {
    let plain = [Float](repeating: 1, count: count)
    guard let colors else { return plain }
    let accessor = try accessors.accessor(colors)
    try check(accessor, count)
    let width = accessor.width == 3 ? 3 : 4
    let numbers = try accessors.numbers(of: accessor, width: width)
    let isGray = (0..<count).allSatisfy {
      numbers[width * $0] == numbers[width * $0 + 1] && numbers[width * $0] == numbers[width * $0 + 2]
        && numbers[width * $0] >= 0
    }
    guard isGray else {
      notes.hasColors = true
      return plain
    }
    return (0..<count).map { brightnessOfLinear(numbers[width * $0]) }
  }
}

extension GLTFAccessors {
  /// The vectors of three numbers that a reference names.
  fileprivate mutating func vectors(_ reference: GLTFValue) throws(DocumentError) -> [SIMD3<Float>] {
    let numbers = try numbers(of: try accessor(reference), width: 3)
    return (0..<numbers.count / 3).map { SIMD3(numbers[3 * $0], numbers[3 * $0 + 1], numbers[3 * $0 + 2]) }
  }
}
