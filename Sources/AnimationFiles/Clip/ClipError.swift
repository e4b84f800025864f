import ImageFiles
import MeshTransform

/// Why a clip can't be written. Frames count from zero.
public enum ClipError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A text that is no frame rate.
  case frameRate(String)
  /// A number of frames that no clip can have.
  case frameCount(Int)
  /// A number of repetitions that the format cannot state.
  case loopCount(Int)
  /// An unknown format name.
  case unknownFormat(String)
  /// An output name without a known format.
  case unclearOutput(String)
  /// A name for one PNG, given for several frames.
  case oneNameForAllFrames(String)
  /// A pattern of file names with no placeholder, two of them, or an invalid one.
  case pattern(String, problem: String)
  /// A kind that consists of several files or requires seeking, so it cannot go to a pipe or a device.
  case notOnStandardOutput(ClipKind)
  /// A side in pixels that is longer than the format allows.
  case sideTooLong(ClipKind, size: PixelSize, limit: Int)
  /// A frame rate that exceeds the largest of the format, in frames a second.
  case frameRateTooHigh(ClipKind, FrameRate, limit: Int)
  /// The clip may have transparency, which the format does not support.
  case noTransparency(ClipKind)
  /// A setting of the format that is out of range: its name, its value and the allowed values.
  case option(String, value: String, allowed: String)
  /// A frame whose size differs from the clip's.
  case frameSize(frame: Int, PixelSize, expected: PixelSize)
  /// A format that begins with the number of frames, for a clip of unknown length.
  case unknownLength(ClipKind)
  /// Finished before the last frame.
  case framesMissing(count: Int, expected: Int)
  /// A failure of the file that the clip is written to.
  case output(OutputFileError)
  /// A frame that cannot be encoded.
  case image(ImageFileError)
  /// Too little memory for the encoder of the format.
  case outOfMemory(ClipKind)
  /// The encoder's error message.
  case notEncodable(ClipKind, frame: Int?, reason: String)
  /// A library that is loaded at run time is missing; the reason is the dynamic loader's message.
  case libraryMissing(ClipKind, packages: String, reason: String)
  /// The ffmpeg program cannot be started.
  case programMissing(ClipKind, SystemError)
  /// The ffmpeg program may not be started in this process.
  case programForbidden(ClipKind)
  /// ffmpeg ended early or with an error; `words` are the end of its error output.
  case programFailed(ClipKind, status: String, words: String)

  public var description: String {
    switch self {
    case .frameRate(let text):
      "the frame rate is \"\(text.excerpt)\"; use 0.01...1000 frames per second, such as 30, 29.97 or 30000/1001"
    case .frameCount(let count):
      "the clip has \(count) frames; use 1...\(ClipFormat.largestFrameCount)"
    case .loopCount(let count): "the loop count is \(count); use 0 (forever) or 1...65535"
    case .unknownFormat(let name):
      "there is no output format \"\(name.excerpt)\"; use one of \(ClipKind.names)"
    case .unclearOutput(let output):
      "the format of \(output.excerpt) is unknown; use one of the file extensions \(ClipKind.endings), or choose a format: one of "
        + ClipKind.names
    case .oneNameForAllFrames(let output):
      "\(output.excerpt) is a single PNG, but the clip has several frames; use a sequence (frame-%04d.png or a folder with "
        + "a trailing slash: frames/) or an animated picture (.apng, .webp, .gif)"
    case .pattern(let output, let problem):
      "\(output.excerpt) is not a valid pattern for numbered files: \(problem)"
    case .notOnStandardOutput(let kind):
      "\(kind.title) cannot be written to standard output, a pipe or a device; use a file, or a format that can "
        + "be streamed: y4m, rgba or npy"
    case .sideTooLong(let kind, let size, let limit):
      "the frames are \(size) pixels, but the limit of \(kind.title) is \(limit) pixels per side; use a smaller size or scale"
    case .frameRateTooHigh(let kind, let rate, let limit):
      "the frame rate is \(rate), but players slow \(kind.title) down above \(limit) frames per second; use \(limit) or less"
    case .noTransparency(let kind):
      "\(kind.title) does not support transparency; use an opaque background (--background white), or a format that does: "
        + ClipKind.transparentNames
    case .option(let name, let value, let allowed): "the \(name) is \(value.excerpt); use \(allowed)"
    case .frameSize(let frame, let size, let expected):
      "frame \(frame) is \(size) pixels, but the clip is \(expected); draw all frames at the same size"
    case .unknownLength(let kind):
      "\(kind.title) starts with its frame count, which is unknown until the stream ends; set the length of "
        + "the clip, or use another format"
    case .framesMissing(let count, let expected):
      "the clip ended after \(count) of \(expected) frames; nothing was written"
    case .output(let error): error.description
    case .image(let error): error.description
    case .outOfMemory(let kind): "there is not enough memory to write \(kind.title)"
    case .notEncodable(let kind, let frame?, let reason):
      "frame \(frame) cannot be written as \(kind.title): \(reason)"
    case .notEncodable(let kind, nil, let reason): "the clip cannot be written as \(kind.title): \(reason)"
    case .libraryMissing(let kind, let packages, let reason):
      "\(kind.title) needs a library; install it: apt-get install \(packages) (\(reason))"
    case .programMissing(let kind, let error):
      "\(kind.title) needs ffmpeg, which \(error.programFault)"
    case .programForbidden(let kind):
      "\(kind.title) needs ffmpeg, but external programs are not started for untrusted input; use another "
        + "format, such as WebP or APNG"
    case .programFailed(let kind, let status, let words):
      "ffmpeg could not write \(kind.title) (\(status))"
        + (words.isEmpty ? "; it reported no reason" : ": \(words)")
    }
  }
}
