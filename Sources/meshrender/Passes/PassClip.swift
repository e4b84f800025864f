import ArgumentParser
import ImageFiles
import MapFiles
import MeshTransform

/// The passes of each frame of a clip.
struct PassClip {
  /// Its names have a number.
  let job: PassJob
  let clip: ClipDescription
  /// The frames to make, counted from 0.
  let range: Range<Int>
  /// The path of the report.
  let report: String

  /// Makes the files frame by frame, and then the report.
  func make(in opened: OpenedRenderer?) throws(Failure) {
    let needsNext = job.passes.contains(where: \.isOfMotion)
    let progress = Progress(total: clip.times.mayEndEarly ? nil : range.count, quiet: job.verbosity.quiet)
    var (first, frames) = (Scene?.none, [(number: Int, time: Double)]())
    var scene = range.isEmpty ? nil : try clip.scene(of: range.lowerBound)
    for frame in range {
      guard let current = scene else { break }
      let isLast = frame + 1 == range.upperBound
      let next = needsNext || !isLast ? try clip.scene(after: frame, showing: current) : nil
      try job.make(current, next: needsNext ? next : nil, frame: frame + 1, in: opened)
      if first == nil { first = current }
      frames.append((frame + 1, clip.times.time(of: frame)))
      progress.show(frames.count)
      scene = next
    }
    progress.clear()
    guard let first else {
      throw Failure(
        .badData, "the content ends before the first frame that is to be made; nothing was written")
    }
    try PassReport(job: job, scene: first, frames: frames, path: report).write()
  }
}

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
