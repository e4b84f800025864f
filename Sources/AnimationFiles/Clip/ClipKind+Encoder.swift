import ImageFiles
import MeshTransform

extension ClipKind {
  /// An encoder for one clip. Checks the limits of the format, then opens the output; opening a named pipe waits for
  /// its reader.
  ///
  /// - Parameters:
  ///   - output: as in ``named(output:format:)``.
  ///   - sound: written beside the frames; the formats without ``hasSound`` leave it out.
  /// - Throws: also when a required library or program is not installed.
  public func encoder(
    for clip: ClipFormat, output: String, options: ClipOptions = ClipOptions(), sound: SoundTrack? = nil
  ) throws(ClipError) -> any ClipEncoder {
    guard hasAlpha || clip.alpha == .opaque else { throw .noTransparency(self) }
    let file = OutputFile(argument: output)
    if file == .standardOutput, !goesToStandardOutput { throw .notOnStandardOutput(self) }
    if self == .apng, clip.mayEndEarly { throw .unknownLength(self) }
    try check(clip)
    try check(options)
    switch self {
    case .pngSequence:
      let pattern = try FramePattern(output, firstNumber: options.firstNumber)
      return try PNGSequence(clip, pattern: pattern, options: options)
    case .apng: return try APNGEncoder(clip, file: file, options: options)
    case .webp: return try WebPEncoder(clip, file: file, options: options)
    case .gif: return try GIFEncoder(clip, file: file, options: options)
    case .mp4, .webm, .mov, .mkv:
      return try VideoEncoder(self, clip, file: file, quality: options.quality, sound: sound)
    case .y4m: return try Y4MEncoder(clip, file: file, options: options)
    case .rgba: return try RawEncoder(clip, file: file, alpha: options.rawAlpha)
    case .npy:
      return try RawEncoder(clip, file: file) { count in
        NPY.header(shape: [count, clip.size.height, clip.size.width, 4], type: "|u1")
      }
    }
  }

  private var goesToStandardOutput: Bool {
    switch self {
    case .pngSequence, .mp4, .webm, .mov, .mkv: false
    case .apng, .webp, .gif, .y4m, .rgba, .npy: true
    }
  }

  private func check(_ clip: ClipFormat) throws(ClipError) {
    let largestSide =
      switch self {
      case .webp: WebPEncoder.largestSide
      case .gif: GIFEncoder.largestSide
      default: Int(Int32.max)
      }
    guard max(clip.size.width, clip.size.height) <= largestSide else {
      throw .sideTooLong(self, size: clip.size, limit: largestSide)
    }
    if self == .gif, clip.frameRate.framesPerSecond > Double(GIFEncoder.fastestRate) {
      throw .frameRateTooHigh(self, clip.frameRate, limit: GIFEncoder.fastestRate)
    }
  }

  private func check(_ options: ClipOptions) throws(ClipError) {
    if let quality = options.quality, !(0...100).contains(quality) {
      throw .option("quality", value: "\(quality)", allowed: "0...100")
    }
    guard (0...6).contains(options.effort) else {
      throw .option("effort", value: "\(options.effort)", allowed: "0...6")
    }
    guard (0...1).contains(options.dither) else {
      throw .option("dithering", value: "\(options.dither)", allowed: "0...1")
    }
  }
}

extension ClipFormat {
  /// A wrong size is the caller's mistake, but it may result from user input.
  func checked(_ frame: consuming Image, index: Int) throws(ClipError) -> Image {
    precondition((0..<frameCount).contains(index), "the clip has \(frameCount) frames")
    guard frame.size == size else { throw .frameSize(frame: index, frame.size, expected: size) }
    let eight = frame.converted(to: .eight)
    return backdrop.map { eight.flattened(over: $0).image } ?? eight
  }

  /// Whether the PNGs of the frames have a channel of alpha.
  func hasAlpha(_ options: ClipOptions) -> Bool { options.alphaChannel == .always || alpha != .opaque }
}
