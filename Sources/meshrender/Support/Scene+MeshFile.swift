import MeshTransform
import SceneDocument

extension Scene {
  /// The only mesh of the scene as the text of a mesh file.
  /// - Throws: for a scene with another number of meshes.
  func meshFile() throws(Failure) -> String {
    let bent = layersDepthFirst.filter { $0.layer.mesh != nil }
    guard let mesh = bent.first?.layer.mesh else {
      throw Failure(
        .usage, "--print-mesh: there is no mesh; use --mesh, or a scene with a mesh")
    }
    guard bent.count == 1 else {
      let names = bent.prefix(5).map { "'\(name(of: $0.path).excerpt)'" }.joined(separator: ", ")
      throw Failure(
        .usage,
        "--print-mesh: \(bent.count) layers have a mesh (\(names)\(bent.count > 5 ? ", ..." : "")); use a scene "
          + "with one mesh")
    }
    return String(decoding: MeshFile.encode(mesh).dropLast(), as: UTF8.self)
  }
}
