import MeshTransform
import SceneDocument

extension MeshFormat {
  /// Reads a file of this format.
  ///
  /// - Parameters:
  ///   - name: the file's name, for errors.
  ///   - warpCoordinates: what x and y measure in a warp mesh; the other formats have no choice.
  ///   - placement: the place of the model on the layer. Only 3D models have axes.
  ///   - layerSize: the size of the layer in points, for glTF and for a placement that fits the model to it.
  ///   - readFile: reads the files beside a .gltf file; nil where there is no folder.
  /// - Throws: `DocumentError` for the first fault, with its line.
  public func read(
    _ bytes: [UInt8], name: String, warpCoordinates: WarpFile.Coordinates,
    placement: MeshPlacement = MeshPlacement(), layerSize: Size = Size(1, 1),
    byteLimit: Int = MeshFile.defaultByteLimit, readFile: GLTFFile.FileReader? = nil
  ) throws(DocumentError) -> MeshImport {
    var read: MeshImport
    switch self {
    case .json: read = MeshImport(try MeshFile.read(bytes, name: name, byteLimit: byteLimit))
    case .warp:
      read = try WarpFile.read(bytes, name: name, coordinates: warpCoordinates, byteLimit: byteLimit)
    case .coreAnimation:
      read = MeshImport(try CoreAnimationText.read(bytes, name: name, byteLimit: byteLimit))
    case .obj:
      return try OBJFile.read(
        bytes, name: name, placement: placement, layerSize: layerSize, byteLimit: byteLimit)
    case .gltf, .glb:
      return try GLTFFile.read(
        bytes, name: name, placement: placement, layerSize: layerSize, byteLimit: byteLimit,
        readFile: readFile)
    }
    try read.contents.place(by: placement, layerSize: layerSize, name: name)
    return read
  }

  /// The properties of the mesh that a file of this format loses, as noun phrases: "the creases of 3 faces".
  ///
  /// Empty exactly when reading the file back gives an equal mesh. glTF holds the drawn surface as triangles:
  /// its positions include depth normalization, creases and subdivision.
  public func losses(of mesh: Mesh) -> [String] {
    if self == .json { return mesh.hasCurvedNormals ? ["the exact normals"] : [] }
    var losses: [String] = []
    func check(_ isLost: Bool, _ words: @autoclosure () -> String) { if isLost { losses.append(words()) } }
    let isRefined = isSurface && !mesh.limitNormals.isEmpty
    let creased = mesh.faces.count { $0.creases != .zero }
    check(creased > 0 && self != .coreAnimation && !isRefined, "the creases of \(count(creased, "face"))")
    check(self == .warp && mesh.vertices.contains { $0.toZ != 0 }, "the depth (z)")
    check(
      !isSurface && mesh.depthNormalization != .none,
      "the depth normalization (\(mesh.depthNormalization.rawValue))")
    check(
      mesh.subdivisionSteps != 0,
      "the subdivision (\(mesh.subdivisionSteps < 0 ? "automatic" : count(mesh.subdivisionSteps, "step")))")
    let outside = mesh.vertices.count { vertex in
      !(0...1).contains(vertex.fromX) || !(0...1).contains(vertex.fromY)
    }
    if isSurface {
      check(
        !mesh.replicatesEdges && outside > 0, "the transparency around the content, whose edge is continued")
    } else {
      check(mesh.replicatesEdges, "the continued edges (replicatesEdges)")
      check(
        self == .warp && outside > 0,
        "the faces at \(count(outside, "vertex", "vertices")) outside the content")
    }
    check(
      mesh.faceInterpolation != .triangles, "the \(mesh.faceInterpolation.rawValue) interpolation of faces")
    check((self == .obj || self == .coreAnimation) && !mesh.brightness.isEmpty, "the brightness")
    check(isSurface && mesh.brightness.contains { $0 > 1 }, "what is brighter than 1")
    if self == .warp {
      let turned = mesh.faces.count { face in
        let first = Int(face.indices.min())
        return face.indices[0] != UInt32(first) && face.indices[2] != UInt32(first)
      }
      check(turned > 0, "the direction of the diagonal of \(count(turned, "face"))")
    }
    check(!isSurface && mesh.hasCurvedNormals, "the exact normals")
    return losses
  }
}

extension Mesh {
  /// Whether the exact normals differ from those of the flat faces, which a reader can compute.
  fileprivate var hasCurvedNormals: Bool {
    limitNormals.contains { abs($0.x) + abs($0.y) > 1e-6 * abs($0.z) }
  }
}

private func count(_ count: Int, _ one: String, _ many: String? = nil) -> String {
  "\(count) \(count == 1 ? one : many ?? one + "s")"
}
