import AnimationFiles
import ImageFiles
import MeshTransform

/// The content of a clip: maps a frame's number to its scene.
struct ClipDescription: Sendable {
  let animated: AnimatedScene
  let times: FrameTimes
  let rate: FrameRate
  /// The kind of failure that a fault of the scene reports.
  let fault: Failure.Kind
  /// Frames of other clips as the contents of layers.
  let contents: [ContentFrames]
  let colors: CanvasColors
  /// Whether the mesh would move over other content.
  let stillMesh: Bool
  /// The file of the scene; nil for a scene that flags imply.
  let sceneFile: InputFile?

  /// - Parameters:
  ///   - frame: counted from 0.
  /// - Returns: with the color values of the canvas; nil after the end of the moving content that sets the length of the clip.
  func scene(of frame: Int) throws(Failure) -> Scene? {
    let time = times.time(of: frame)
    var scene: Scene
    do { scene = try animated.scene(at: time) } catch { throw Failure(fault, error.description) }
    for content in contents where try !content.place(in: &scene, at: time) { return nil }
    if times.mayEndEarly, frame == times.count - 1 { try checkEnd() }
    return colors.applied(to: scene)
  }

  /// The scene of the frame after another one, to which motion leads: after the last frame that of the first where the clip
  /// is a loop, else the scene at that time with the contents of the last frame.
  /// - Returns: nil after the end of the moving content that sets the length of the clip.
  func scene(after frame: Int, showing current: Scene) throws(Failure) -> Scene? {
    guard frame + 1 >= times.count else { return try scene(of: frame + 1) }
    let time = times.time(of: times.closes ? 0 : times.count)
    var scene: Scene
    do { scene = try animated.scene(at: time) } catch { throw Failure(fault, error.description) }
    for content in contents where scene.contains(content.layer) && current.contains(content.layer) {
      scene[content.layer].contents = current[content.layer].contents
    }
    return scene
  }

  /// Checks the last frame within the limit: moving content that continues after it is an error.
  private func checkEnd() throws(Failure) {
    let time = times.time(of: times.count)
    for content in contents where try content.continues(at: time) {
      throw Failure(
        .usage,
        "\(content.source.name) has more than \(times.count) frames, the limit; set the length of the clip with "
          + "--duration, or raise the limit with --max-frames")
    }
  }

  /// How often players are to show the whole clip, 0 without end: as often as the moving content that sets its length,
  /// else without end where the last frame leads to the first, else once.
  var plays: Int {
    let stated = contents.first(where: \.setsLength)?.source.plays
    return stated.map { min($0, ClipFormat.largestLoopCount) } ?? (times.closes ? 0 : 1)
  }

  var motion: MotionSummary { MotionSummary(animated, contents, stillMesh: stillMesh) }

  /// The numbers of the frames to render.
  func frames(_ options: FrameOptions) throws(Failure) -> Range<Int> {
    let range = try options.frames?.indices(of: times.count) ?? 0..<times.count
    return options.shard?.part(of: range) ?? range
  }
}

extension FrameTimes {
  /// The frames of an animated scene.
  ///
  /// - `length`: in seconds; nil when it is not given.
  /// - `content`: the moving content that sets the length of the clip.
  /// - `turn`: the period of moving contents, where nothing else moves.
  init(
    of animated: AnimatedScene, length: Double?, content: ContentFrames?, turn: Double?, rate: FrameRate,
    limit: Int
  ) throws(Failure) {
    let cycle = animated.cycle
    // A loop after another motion does not lead back to the first frame.
    let loop = animated.steadyTime == 0 ? cycle : nil
    if let length {
      self = try .filling(length, cycle: loop ?? turn, rate, limit: limit)
    } else if let content {
      self = try .lasting(as: content, rate, limit: limit)
    } else if let loop {
      self = try .loop(loop, rate, limit: limit)
    } else if let cycle {
      self = try .filling(animated.steadyTime + cycle, cycle: nil, rate, limit: limit)
    } else if let duration = animated.duration {
      guard duration > 0 else {
        throw Failure(
          .usage,
          "nothing moves: use --animate, --from and --to, a --mesh with a default motion, or a scene with "
            + "animations (or --duration for a still clip)")
      }
      self = try .once(duration, rate, limit: limit)
    } else {
      throw Failure(
        .usage, "the motion never ends and never repeats; set the length of the clip with --duration")
    }
  }
}
