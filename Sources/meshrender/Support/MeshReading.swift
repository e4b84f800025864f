import ImageFiles
import MeshFormats
import MeshTransform
import SceneDocument

/// Reads the mesh of the commands about meshes: a file, or a preset for a square layer.
enum MeshReading {
  /// The contents of the mesh before validation, and its name. In a warp mesh, x refers to an output with equal width
  /// and height.
  static func contents(
    _ argument: String, _ placement: MeshPlacement
  ) throws(Failure) -> (name: String, MeshFile.Contents) {
    let source = try MeshArgument(argument)
    guard case .file(let file, let shape) = source else {
      return (argument, MeshFile.Contents(try preset(source)))
    }
    return (file.description, try contents(file, placement).inShape(shape, of: file))
  }

  /// The mesh and its name.
  static func mesh(
    _ argument: String, _ placement: MeshPlacement
  ) throws(Failure) -> (name: String, Mesh) {
    let source = try MeshArgument(argument)
    guard case .file(let file, let shape) = source else { return (argument, try preset(source)) }
    guard MeshInput.format(of: file) != .warp else {
      throw Failure(
        .usage,
        "\(file) is a warp mesh, whose x depends on the output; make it JSON with 'meshrender convert' first")
    }
    let contents = try contents(file, placement).inShape(shape, of: file)
    do throws(MeshError) { return (file.description, try contents.mesh()) } catch {
      throw Failure(.badData, "\(file): \(error)")
    }
  }

  /// The mesh of a preset for a square layer.
  static func preset(_ source: MeshArgument) throws(Failure) -> Mesh {
    try source.load(layerSize: Size(1, 1)) { file, _ throws(Failure) in
      throw Failure(.internalFault, "\(file) is not a preset")
    }.mesh
  }

  private static func contents(
    _ file: InputFile, _ placement: MeshPlacement
  ) throws(Failure) -> MeshFile.Contents {
    let bytes = try MeshInput.bytes(of: file)
    guard MeshInput.format(of: file) != .json || DocumentKind(of: bytes) != .scene else {
      throw Failure(
        .badData, "\(file) is a scene; use a mesh file, or see 'meshrender render --print-mesh'")
    }
    return try MeshInput.contents(bytes, from: file, .square(placement)).contents
  }
}

extension MeshFile.Contents {
  /// The contents of a file with this mesh.
  init(_ mesh: Mesh) {
    self.init()
    (vertices, faces, depthNormalization) = (mesh.vertices, mesh.faces, mesh.depthNormalization)
    (subdivisionSteps, replicatesEdges) = (mesh.subdivisionSteps, mesh.replicatesEdges)
    (faceInterpolation, brightness) = (mesh.faceInterpolation, mesh.brightness)
  }

  /// The contents in a shape, with the names of the others.
  func inShape(_ shape: MorphShape, of file: InputFile) throws(Failure) -> MeshFile.Contents {
    var contents = self
    do { try contents.targets.move(&contents.vertices, to: shape) } catch { throw Failure(error, of: file) }
    return contents
  }
}
