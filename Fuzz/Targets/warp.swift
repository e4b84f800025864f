import MeshFormats
import SceneDocument

/// Warp meshes in each of the three coordinates: any bytes are a mesh or one sentence.
func fuzzWarp(_ input: FuzzInput) {
  var input = input
  let coordinates = [WarpFile.Coordinates.aspect(1.5), .signed, .unit][input.number(below: 3)]
  do throws(DocumentError) {
    check(try WarpFile.read(input.file, name: "m", coordinates: coordinates).contents)
  } catch { check(error) }
}
