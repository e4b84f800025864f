import MeshTransform
import SceneDocument

/// CSS colors: components in range, or one sentence.
func fuzzColors(_ input: FuzzInput) {
  let text = input.text
  do throws(SyntaxError) {
    let color = try ColorText.parse(text)
    for value in [color.red, color.green, color.blue, color.alpha] {
      require((0...1).contains(value), "\(color)")
    }
  } catch { check(error, in: text) }
}
