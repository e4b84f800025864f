import MeshFormats
import SceneDocument

/// Core Animation's mesh text: any bytes are a mesh or one sentence.
func fuzzCamesh(_ input: FuzzInput) {
  do throws(DocumentError) {
    check(
      try MeshFormat.coreAnimation.read(input.file, name: "m", warpCoordinates: .unit)
        .contents)
  } catch { check(error) }
}
