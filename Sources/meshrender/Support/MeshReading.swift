import ImageFiles
import MeshTransform
import SceneDocument

/// The one place where the commands about meshes read one.
enum MeshReading {
  /// What the file says, before the model has judged it.
  static func contents(_ file: InputFile) throws(Failure) -> MeshFile.Contents {
    let bytes: [UInt8]
    do { bytes = try file.readAll(limit: MeshFile.defaultByteLimit) } catch { throw Failure(error) }
    guard DocumentKind(of: bytes) != .scene else {
      throw Failure(
        .badData, "\(file) is a scene; name a mesh file, or see 'meshrender render --print-scene'")
    }
    do { return try MeshFile.read(bytes, name: file.description) } catch { throw Failure(error) }
  }

  static func mesh(_ file: InputFile) throws(Failure) -> Mesh {
    let contents = try contents(file)
    do throws(MeshError) { return try contents.mesh() } catch { throw Failure(.badData, "\(file): \(error)") }
  }
}
