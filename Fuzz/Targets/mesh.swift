import MeshFormats
import SceneDocument

/// JSON mesh files: any bytes are a mesh or one sentence.
func fuzzMesh(_ input: FuzzInput) {
  do throws(DocumentError) {
    check(try MeshFormat.json.read(input.file, name: "m", warpCoordinates: .unit).contents)
  } catch { check(error) }
}
