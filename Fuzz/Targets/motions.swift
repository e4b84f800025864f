import MeshTransform
import SceneDocument

/// The texts of --animate and --timing: a plan that a scene file can hold, or one sentence.
func fuzzMotions(_ input: FuzzInput) {
  let text = input.text
  do throws(SyntaxError) { _ = try TimingText.parse(text) } catch { check(error, in: text) }
  for preset in [nil, "ripple"] {
    do throws(SyntaxError) {
      let plans = try AnimationText.parse(text, preset: preset)
      let file = SceneFile(
        canvas: CanvasDescription(), layers: [LayerDescription()], animations: plans, name: "s.json"
      ).text
      _ = try? SceneFile(Array(file.utf8), name: "again.json")
    } catch { check(error, in: text) }
  }
}
