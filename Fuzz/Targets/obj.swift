import MeshFormats
import SceneDocument

/// Wavefront OBJ: any bytes are a mesh or one sentence.
func fuzzObj(_ input: FuzzInput) {
  do throws(DocumentError) {
    check(try MeshFormat.obj.read(input.file, name: "m", warpCoordinates: .unit).contents)
  } catch { check(error) }
}
