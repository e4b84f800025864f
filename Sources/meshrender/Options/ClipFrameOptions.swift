import AnimationFiles
import ArgumentParser

/// The frames of a clip, for commands that compute something for each of them. They are those of `animate`.
struct ClipFrameOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Frames per second of a clip, such as 25, 29.97 or 30000/1001. Default: 30, or what moving content has.",
      valueName: "rate"), transform: FrameRate.init(parsing:))
  var fps: FrameRate?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The length of the clip, such as 2s, 250ms or 4. Default: that of 'meshrender animate'.",
      valueName: "time"), transform: ClipLength.init)
  var duration: ClipLength?

  @Option(
    help: ArgumentHelp(
      "The frames of the clip, numbered from 1, inclusive: 10..20, 10.. or ..20. Default with --fps or --duration: all.",
      valueName: "a..b"),
    transform: FrameSpan.init)
  var frames: FrameSpan?

  /// Whether the command is about a clip.
  var isGiven: Bool { fps != nil || duration != nil || frames != nil }

  func apply(to options: inout FrameOptions) {
    (options.fps, options.duration, options.frames) = (fps, duration, frames)
  }
}
