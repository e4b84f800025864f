import ImageFiles
import MeshTransform

extension ClipKind {
  /// An encoder for one clip. Checks what the form limits, then opens the output; opening a named pipe waits for its
  /// reader.
  ///
  /// - Parameter output: as ``named(output:format:)`` takes it.
  /// - Throws: also when a library or program that the form needs is not installed.
  public func encoder(
    for clip: ClipFormat, output: String, options: ClipOptions = ClipOptions()
  ) throws(ClipError) -> any ClipEncoder {
    guard hasAlpha || clip.alpha == .opaque else { throw .noTransparency(self) }
    let file = OutputFile(argument: output)
    if file == .standardOutput, !goesToStandardOutput { throw .notOnStandardOutput(self) }
    switch self {
    case .pngSequence:
      let pattern = try FramePattern(output, frameCount: clip.frameCount, firstNumber: options.firstNumber)
      return try PNGSequence(clip, pattern: pattern, compression: options.pngCompression)
    case .y4m: return try Y4MEncoder(clip, file: file, options: options)
    case .rgba: return try RawEncoder(clip, file: file, alpha: options.rawAlpha)
    }
  }

  private var goesToStandardOutput: Bool {
    switch self {
    case .pngSequence: false
    case .y4m, .rgba: true
    }
  }
}

extension ClipFormat {
  /// Frames of another size are the caller's mistake, but one that may depend on what a user gives.
  func check(_ frame: Image, index: Int) throws(ClipError) {
    precondition((0..<frameCount).contains(index), "the clip has \(frameCount) frames")
    guard frame.size == size else { throw .frameSize(frame: index, frame.size, expected: size) }
  }
}
