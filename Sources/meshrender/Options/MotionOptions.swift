import ArgumentParser
import MeshTransform
import SceneDocument

/// The motion of the content.
struct MotionOptions: ParsableArguments {
  @Option(
    name: .shortAndLong, parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "An animation: what changes, its values and its timing, such as \"phase 0..1 2s linear loop\" or "
        + "\"transform.rotation.y 0..90deg 1s ease-in-out\"; repeatable.", valueName: "motion"))
  var animate: [String] = []

  @Option(
    help: ArgumentHelp("The layer of a scene that --animate moves. Default: the first.", valueName: "name"))
  var animateLayer: String?

  @Option(
    help: ArgumentHelp(
      "The first mesh of a morph: a preset with its parameters, a file, or 'flat' for the other mesh without bending.",
      valueName: "preset|file"))
  var from: String?

  @Option(
    help: ArgumentHelp(
      "The last mesh of the morph. Meshes with different rows, columns or faces are resampled on a common grid.",
      valueName: "preset|file"))
  var to: String?

  @Option(
    help: ArgumentHelp(
      "The timing function of --from and --to, or of the mesh's default motion: linear, ease, ease-in, ease-out, ease-in-out, "
        + "cubic-bezier(x1, y1, x2, y2), steps(n).", valueName: "timing"))
  var timing: String?

  @Flag(help: "Use the default motion of the mesh also over moving content and together with --animate.")
  var motion = false

  @Flag(help: "Do not use the default motion of the mesh.")
  var still = false

  func validate() throws {
    if still, motion {
      throw ValidationError("--still and --motion contradict each other; use one of them.")
    }
    if let flag = still ? "--still" : motion ? "--motion" : nil, from != nil {
      throw ValidationError(
        "\(flag) applies only to the motion of --mesh, but --from and --to have their own; remove it.")
    }
    if animateLayer != nil, animate.isEmpty {
      throw ValidationError("--animate-layer needs --animate; use both.")
    }
    if (from == nil) != (to == nil) {
      throw ValidationError("--from and --to are the two ends of one morph; use both (one may be 'flat').")
    }
    if from != nil, from == to {
      throw ValidationError("--from and --to are the same, so nothing would move; use two different ones.")
    }
  }

  /// Whether the mesh moves by itself.
  var choice: DefaultMotion.Choice { still ? .never : motion ? .always : .automatic }

  func timingFunction() throws(Failure) -> TimingFunction? {
    guard let timing else { return nil }
    do { return try TimingText.parse(timing) } catch { throw Failure(error, of: "--timing") }
  }
}
