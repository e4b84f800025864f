import AnimationFiles
import ArgumentParser

/// The number of frames, and the subset to render.
struct FrameOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Frames per second, such as 25, 29.97 or 30000/1001. Default: 30, or what moving content has.",
      valueName: "rate"), transform: FrameRate.init(parsing:))
  var fps: FrameRate?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The length of the clip, such as 2s, 250ms or 4. Default: one period of an endless motion, else until "
        + "all motion has ended.", valueName: "time"), transform: ClipLength.init)
  var duration: ClipLength?

  @Option(
    help: ArgumentHelp(
      "Only these frames, numbered from 1, inclusive: 10..20, 10.. or ..20.", valueName: "a..b"),
    transform: FrameSpan.init)
  var frames: FrameSpan?

  @Option(
    help: ArgumentHelp(
      "The i-th of n equal parts of a PNG sequence, for jobs that divide the work.", valueName: "i/n"),
    transform: Shard.init)
  var shard: Shard?

  @Flag(
    help:
      "Keep the complete frames of a PNG sequence that the same version has written with the same options and inputs, according to the hidden file .frame-%04d.png.job."
  )
  var resume = false

  @Flag(
    help: "Remove the frames of an earlier, longer clip after the last frame of the PNG sequence."
  )
  var overwriteSequence = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The number of encoding threads besides the drawing thread; 1 uses a single thread for both. The frames are the same. "
        + "Default: one per core.", valueName: "count"))
  var threads: Int?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The maximum number of frames of a clip.", valueName: "count")
  )
  var maxFrames = Self.mostFrames
  private static let mostFrames = 100_000

  /// The given flags about the files of a PNG sequence.
  var givenForSequences: [String] {
    [("--shard", shard != nil), ("--resume", resume), ("--overwrite-sequence", overwriteSequence)]
      .filter(\.1).map(\.0)
  }

  func validate() throws {
    if let threads, !(1...256).contains(threads) {
      throw ValidationError("--threads is \(threads); use a number from 1 to 256.")
    }
    guard (1...ClipFormat.largestFrameCount).contains(maxFrames) else {
      throw ValidationError(
        "--max-frames is \(maxFrames); use a number from 1 to \(ClipFormat.largestFrameCount).")
    }
    if Untrusted.isOn, maxFrames > Self.mostFrames {
      throw ValidationError(
        "--max-frames is \(maxFrames), but a job of --untrusted has at most \(Self.mostFrames).")
    }
  }
}
