import MeshTransform
import SceneDocument

/// The mesh of a glTF file's scene: the triangles of all its nodes, joined, with their morph targets.
struct GLTFModel {
  private let json: GLTFValue
  let nodes: [GLTFValue], animations: [GLTFValue]
  private let meshes: [GLTFValue]
  private let scenes: [GLTFValue]
  private let sceneIndex: GLTFValue?
  var accessors: GLTFAccessors
  private var readMeshes: [Int: GLTFMesh] = [:]
  private var materials: GLTFMaterials
  private let placement: MeshPlacement, layerSize: Size

  /// The places of the vertices are those of the scene until all are known.
  var contents = MeshFile.Contents()
  /// The indices of the targets by their names; targets of the same name in several meshes are one.
  private var targets: [ByteString: Int] = [:]
  /// The targets of the nodes with some.
  private(set) var targetsOfNodes: [Int: [Int]] = [:]
  private var notes = GLTFNotes()

  init(
    _ json: GLTFJSON, data: ArraySlice<UInt8>?, of file: GLTFFile.Source, placement: MeshPlacement,
    layerSize: Size, byteLimit: Int
  ) throws(DocumentError) {
    (self.placement, self.layerSize) = (placement, layerSize)
    self.json = try json.root()
    let root = try self.json.members([
      "asset", "extensionsRequired", "scene", "scenes", "nodes", "meshes", "accessors", "bufferViews",
      "buffers",
      "materials", "animations",
    ])
    try Self.checkVersion(root, self.json)
    try Self.checkExtensions(root["extensionsRequired"])
    (scenes, sceneIndex) = (try root["scenes"]?.elements() ?? [], root["scene"])
    (nodes, meshes) = (try root["nodes"]?.elements() ?? [], try root["meshes"]?.elements() ?? [])
    materials = GLTFMaterials(try root["materials"]?.elements() ?? [])
    animations = try root["animations"]?.elements() ?? []
    accessors = try GLTFAccessors(root, data: data, of: file, byteLimit: byteLimit)
  }

  private static func checkVersion(_ root: [String: GLTFValue], _ json: GLTFValue) throws(DocumentError) {
    guard let asset = root["asset"] else {
      throw json.error("there is no \"asset\", so this is not glTF; use a glTF 2.0 file")
    }
    let versions = try asset.members(["version", "minVersion"])
    let version = try (versions["minVersion"] ?? versions["version"])?.string() ?? ""
    guard version == "2.0" || versions["minVersion"] == nil && version.hasPrefix("2.") else {
      throw asset.error("the version is '\(version.excerpt)'; export the model as glTF 2.0")
    }
  }

  /// Extensions that change no vertex.
  private static let harmless = [
    "KHR_materials_", "KHR_texture_", "KHR_lights_", "EXT_texture_", "KHR_mesh_quantization",
    "KHR_node_visibility",
    "KHR_animation_pointer", "KHR_xmp", "EXT_lights_", "MSFT_texture_", "AGI_",
  ]

  private static func checkExtensions(_ required: GLTFValue?) throws(DocumentError) {
    for value in try required?.elements() ?? [] {
      let name = try value.string()
      if harmless.contains(where: name.hasPrefix) { continue }
      let remedy =
        name.contains("compression")
        ? "export the model without compression ('gltf-transform copy in.glb out.glb' makes such a file)"
        : "export the model without it"
      throw value.error("the file requires '\(name.excerpt)', which is not read; \(remedy)")
    }
  }

  /// The mesh of the file's scene.
  mutating func read() throws(DocumentError) -> MeshImport {
    try readScene()
    try readAnimations()
    if contents.vertices.isEmpty || contents.faces.isEmpty {
      throw json.error(
        "there are no triangles in the scene of the file, so nothing would be drawn; export a mesh with it")
    }
    try place()
    if contents.brightness.allSatisfy({ $0 == 1 }) { contents.brightness = [] }
    return MeshImport(contents, notes: notes.sentences)
  }

  // MARK: Nodes

  /// Reads every node below the roots of the scene once, without recursion.
  private mutating func readScene() throws(DocumentError) {
    guard !nodes.isEmpty else {
      for index in meshes.indices { try add(mesh: index, .identity, weights: nil, node: nil) }
      return
    }
    var visited = [Bool](repeating: false, count: nodes.count)
    var pending: [(node: Int, parent: GLTFTransform)] = []
    for root in try roots().reversed() { pending.append((root, .identity)) }
    while let (index, parent) = pending.popLast() {
      let value = nodes[index]
      guard !visited[index] else {
        throw value.error(
          "the node is in the scene more than once, but nodes are a tree; export the file again")
      }
      visited[index] = true
      let node = try value.members([
        "children", "mesh", "matrix", "translation", "rotation", "scale", "weights", "skin",
      ])
      let transform = parent * (try GLTFTransform(node))
      if let mesh = node["mesh"] {
        if node["skin"] != nil { notes.hasSkin = true }
        try add(
          mesh: try mesh.index(of: meshes.count, "meshes"), transform, weights: node["weights"], node: index)
      }
      for child in try node["children"]?.elements().reversed() ?? [] {
        pending.append((try child.index(of: nodes.count, "nodes"), transform))
      }
    }
  }

  /// The roots of the default scene; of a file without scenes, the nodes that no other node has.
  private func roots() throws(DocumentError) -> [Int] {
    guard scenes.isEmpty else {
      let index = try sceneIndex?.index(of: scenes.count, "scenes") ?? 0
      var roots: [Int] = []
      for root in try scenes[index].members(["nodes"])["nodes"]?.elements() ?? [] {
        roots.append(try root.index(of: nodes.count, "nodes"))
      }
      return roots
    }
    var isChild = [Bool](repeating: false, count: nodes.count)
    for node in nodes {
      for child in try node.members(["children"])["children"]?.elements() ?? [] {
        isChild[try child.index(of: nodes.count, "nodes")] = true
      }
    }
    return nodes.indices.filter { !isChild[$0] }
  }

  // MARK: Meshes

  private mutating func add(
    mesh index: Int, _ transform: GLTFTransform, weights: GLTFValue?, node: Int?
  ) throws(DocumentError) {
    let mesh: GLTFMesh
    if let known = readMeshes[index] {
      mesh = known
    } else {
      mesh = try GLTFMesh(
        meshes[index], &accessors, &materials, &notes, needsCoordinates: placement.fit == .none)
      readMeshes[index] = mesh
    }
    let indices = try self.targets(of: mesh, weights, meshes[index])
    if let node, !indices.isEmpty { targetsOfNodes[node] = indices }
    for primitive in mesh.primitives {
      try accessors.take(primitive.positions.count + primitive.faces.count, for: meshes[index])
      let start = contents.vertices.count
      for (i, position) in primitive.positions.enumerated() {
        let point = transform.point(SIMD3<Double>(position))
        contents.vertices.append(
          Mesh.Vertex(from: primitive.textureCoordinates[i], to: SIMD3<Float>(point)))
      }
      guard contents.vertices[start...].allSatisfy({ $0.toX.isFinite && $0.toY.isFinite && $0.toZ.isFinite })
      else {
        throw meshes[index].error(
          "the transforms of its nodes move its vertices too far; make the numbers smaller")
      }
      contents.brightness += primitive.brightness
      let first = UInt32(start)
      // As in a layer, whose y points down, the corners are taken in reverse order.
      contents.faces += primitive.faces.map {
        Mesh.Face($0.x + first, $0.z + first, $0.y + first, $0.y + first)
      }
      for (target, offsets) in zip(indices, primitive.targets) where !offsets.isEmpty {
        try accessors.take(offsets.count, for: meshes[index])
        contents.targets.targets[target].runs.append(
          MorphTargets.Run(
            start: start, offsets: offsets.map { SIMD3<Float>(transform.vector(SIMD3<Double>($0))) }))
      }
    }
  }

  /// Places the scene on the layer: by default its center is the origin, y points up, and the longer side is one metre,
  /// as in the files that are written.
  private mutating func place() throws(DocumentError) {
    guard
      let map = placement.map(
        of: contents.vertices.lazy.map { SIMD3<Double>($0.to) }, layerSize: layerSize)
    else { throw placement.error(name: json.json.name) }
    var place = map.callAsFunction
    contents.depthNormalization = map.depthNormalization
    if placement.fit == .none {
      let aspect = layerSize.width / layerSize.height
      let ratio = aspect.isFinite && aspect > 0 ? aspect : 1
      let scale = SIMD3(max(1, 1 / ratio), max(1, ratio), 1)
      // The map's layer is the square from (0, 0) to (1, 1).
      place = { (map($0) - SIMD3(0, 1, 0)) * scale + SIMD3(0.5, 0.5, 0) }
      contents.depthNormalization = .max
    }
    let origin = place(.zero)
    for i in contents.vertices.indices {
      contents.vertices[i].to = SIMD3<Float>(place(SIMD3<Double>(contents.vertices[i].to)))
      if contents.vertices[i].fromX.isNaN {
        (contents.vertices[i].fromX, contents.vertices[i].fromY) = (
          contents.vertices[i].toX, contents.vertices[i].toY
        )
      }
    }
    contents.targets.mapOffsets { SIMD3<Float>(place(SIMD3<Double>($0)) - origin) }
  }

  /// The indices of a mesh's targets among those of the file, which are added.
  private mutating func targets(
    of mesh: GLTFMesh, _ weights: GLTFValue?, _ value: GLTFValue
  ) throws(DocumentError) -> [Int] {
    guard !mesh.targetNames.isEmpty else { return [] }
    try accessors.take(mesh.targetNames.count, for: value)
    let own = try weights?.numbers(mesh.targetNames.count) ?? mesh.weights
    var indices: [Int] = []
    for (i, name) in mesh.targetNames.enumerated() {
      if let known = targets[ByteString(name)] {
        indices.append(known)
        continue
      }
      let index = contents.targets.targets.count
      targets[ByteString(name)] = index
      contents.targets.targets.append(MorphTargets.Target(name: name))
      contents.targets.weights.append(Float(own[i]))
      indices.append(index)
    }
    return indices
  }
}
