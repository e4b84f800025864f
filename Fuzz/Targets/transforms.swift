import MeshTransform
import SceneDocument

/// CSS transforms: a finite matrix or one sentence with a column of the text.
func fuzzTransforms(_ input: FuzzInput) {
  let text = input.text
  for size in [nil, Size(4, 3)] {
    do throws(SyntaxError) {
      let transform = try TransformList.parse(text, layerSize: size)
      require(transform.isFinite, "\(transform)")
    } catch { check(error, in: text) }
  }
}
