import MeshFormats
import MeshTransform
import SceneDocument

/// Checks a mesh file's contents: the model accepts or refuses them, and what it accepts survives a round trip.
func check(_ contents: MeshFile.Contents) {
  for policy in [Mesh.ValidationPolicy.strict, .lenient] {
    do throws(MeshError) {
      let mesh = try contents.mesh(policy: policy)
      // A lenient reading may leave nothing, and a file has something to draw.
      guard !mesh.faces.isEmpty else { continue }
      // A short file of patches can describe a million faces, which take seconds to write under a sanitizer. A mesh of
      // 20,000 faces runs through the same code.
      guard mesh.faces.count <= 20_000 else { continue }
      do throws(DocumentError) {
        let again = try MeshFile.decode(MeshFile.encode(mesh), name: "again", policy: policy)
        require(again.vertices == mesh.vertices && again.faces == mesh.faces, "a round trip changes the mesh")
      } catch { fatalError("an encoded mesh cannot be read: \(error)") }
      guard mesh.faces.count <= 64 else { continue }
      // Two steps reach all code; more make millions of faces of the smallest mesh.
      for steps in [2, Mesh.automaticSubdivision] { _ = try? mesh.tessellated(steps: steps, limit: 10_000) }
      _ = mesh.analyzed()
      for format in MeshFormat.allCases { _ = format.losses(of: mesh) }
      for binary in [false, true] {
        _ = try? GLTFFile.encode(
          mesh, name: "m", binary: binary, options: GLTFFile.Options(layerSize: Size(4, 3)))
      }
      _ = try? WarpFile.encode(mesh, name: "m", coordinates: .aspect(1.5))
      _ = CoreAnimationText.encode(mesh)
      _ = OBJFile.encode(mesh)
    } catch { check(error) }
  }
}
