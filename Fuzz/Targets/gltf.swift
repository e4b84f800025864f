import MeshFormats
import SceneDocument

/// glTF, as JSON or binary: any bytes are a mesh or one sentence.
func fuzzGltf(_ input: FuzzInput) {
  do throws(DocumentError) {
    check(try GLTFFile.read(input.file, name: "m").contents)
  } catch { check(error) }
}
