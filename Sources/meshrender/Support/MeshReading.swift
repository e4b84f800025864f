import ImageFiles
import MeshFormats
import MeshTransform
import SceneDocument

/// Reads the mesh of the commands about meshes.
enum MeshReading {
  /// The contents of the file before validation. In a warp mesh, x refers to an output with equal width and height.
  static func contents(_ file: InputFile) throws(Failure) -> MeshFile.Contents {
    let bytes = try MeshInput.bytes(of: file)
    guard MeshInput.format(of: file) != .json || DocumentKind(of: bytes) != .scene else {
      throw Failure(
        .badData, "\(file) is a scene; name a mesh file, or see 'meshrender render --print-scene'")
    }
    do { return try MeshInput.read(bytes, from: file, coordinates: .signed).contents } catch {
      throw Failure(error)
    }
  }

  static func mesh(_ file: InputFile) throws(Failure) -> Mesh {
    guard MeshInput.format(of: file) != .warp else {
      throw Failure(
        .usage,
        "\(file) is a warp mesh, whose x depends on the output; make it JSON with 'meshrender convert' first")
    }
    let contents = try contents(file)
    do throws(MeshError) { return try contents.mesh() } catch { throw Failure(.badData, "\(file): \(error)") }
  }
}
