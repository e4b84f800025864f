import ArgumentParser
import MeshTransform
import SceneDocument

/// The motion of the content.
struct MotionOptions: ParsableArguments {
  @Option(
    name: .shortAndLong, parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "What changes, from where to where and when, such as \"phase 0..1 2s linear loop\" or "
        + "\"transform.rotation.y 0..90deg 1s ease-in-out\"; repeatable.", valueName: "motion"))
  var animate: [String] = []

  @Option(
    help: ArgumentHelp("Which layer of a scene --animate moves. Default: the first.", valueName: "name"))
  var animateLayer: String?

  @Option(
    help: ArgumentHelp(
      "Bend from this mesh, a preset with its parameters or a file ('flat' is the other one, not bent) ...",
      valueName: "preset|file"))
  var from: String?

  @Option(
    help: ArgumentHelp(
      "... to this one. Meshes with different rows, columns or faces are resampled on a common grid.",
      valueName: "preset|file"))
  var to: String?

  @Option(
    help: ArgumentHelp(
      "The pace of --from and --to, or of the mesh's own motion: linear, ease, ease-in, ease-out, ease-in-out, "
        + "cubic-bezier(x1, y1, x2, y2), steps(n).", valueName: "timing"))
  var timing: String?

  @Flag(help: "Let the mesh move by its default motion also over moving content and beside --animate.")
  var motion = false

  @Flag(help: "Let the mesh stay as it is in every frame, without its default motion.")
  var still = false

  func validate() throws {
    if still, motion {
      throw ValidationError("--still and --motion contradict each other; give one.")
    }
    if let flag = still ? "--still" : motion ? "--motion" : nil, from != nil {
      throw ValidationError(
        "\(flag) is about the motion of a --mesh, and --from and --to are one; leave it out.")
    }
    if animateLayer != nil, animate.isEmpty {
      throw ValidationError("--animate-layer says which layer --animate moves; give both.")
    }
    if (from == nil) != (to == nil) {
      throw ValidationError("--from and --to are the two ends of one motion; give both, one may be 'flat'.")
    }
    if from != nil, from == to {
      throw ValidationError("--from and --to are the same, so nothing would move; give two different ones.")
    }
  }

  /// Whether the mesh moves by itself.
  var choice: DefaultMotion.Choice { still ? .never : motion ? .always : .automatic }

  func timingFunction() throws(Failure) -> TimingFunction? {
    guard let timing else { return nil }
    do { return try TimingText.parse(timing) } catch { throw Failure(error, of: "--timing") }
  }
}
