import ArgumentParser
import ImageFiles
import MapFiles

extension Animate {
  /// Refuses passes of what has none: they are those of the frames of one clip, whose content is read twice.
  func checkPasses() throws {
    guard passes.passes != nil else { return }
    if output.prints || output.sheet != nil {
      throw ValidationError("--passes are those of the frames of a clip; remove it, or what writes no clip.")
    }
    let isStream = [content.input, mesh.mesh, motion.from, motion.to].contains("-")
    if isStream || sceneImages.files.contains(where: { $0.value == "-" }) {
      throw ValidationError("--passes reads the content again; use a file in place of standard input.")
    }
  }

  /// Writes the passes of the frames that the clip has.
  /// - Parameter scene: a scene in memory in place of the input.
  func writePasses(scene: InputFile?, in opened: OpenedRenderer) throws(Failure) {
    guard let names = passes.names, let format = PassFormat(path: names.pattern) else { return }
    // Meshes stand for exact maps, which are no surfaces, and streams begin again.
    let clip = try clipDescription(document(scene, drawsExactMaps: false), margin: 0)
    let job = PassJob(
      passes: passes.choice.passes(format, isClip: true), format: format, names: names, limits: limits,
      verbosity: verbosity)
    try PassClip(
      job: job, clip: clip, range: clip.frames(frames), report: names.report
    ).make(in: opened)
  }
}
