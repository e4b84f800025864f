import MeshTransform

/// Why frames are unavailable. `name` is the path or pattern, or "standard input"; frames count from 0.
public enum FrameSourceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The bytes cannot be read.
  case input(InputFileError)
  /// A file of a sequence is not a picture.
  case picture(frame: Int, ImageFileError)
  /// `problem` describes the fault of the pattern and its correction.
  case pattern(String, problem: String)
  /// No file in the directory matches the pattern.
  case noFiles(pattern: String, directory: String)
  /// `missing` is the first missing number, of `count` missing numbers.
  case gap(pattern: String, missing: Int, count: Int)
  /// A frame whose size differs from that of the frames before it.
  case sizeChanged(name: String, frame: Int, size: PixelSize, expected: PixelSize)
  /// Not a y4m stream. `looksLike` has its article; nil when unknown.
  case notY4M(name: String, looksLike: String?)
  /// The stream's first line is invalid; `problem` describes the fault.
  case header(name: String, problem: String)
  /// A size without pixels.
  case badSize(name: String, size: PixelSize)
  /// A frame with a side that is longer than the limit, in pixels.
  case sideTooLong(name: String, size: PixelSize, limit: Int)
  /// A frame with more pixels than the limit.
  case tooManyPixels(name: String, size: PixelSize, limit: Int)
  /// A frame header is missing, `offset` bytes into the stream.
  case noFrameHeader(name: String, frame: Int, offset: Int)
  /// The stream ends within a frame.
  case truncated(name: String, frame: Int, got: Int, expected: Int)
  /// The stream ends before its first frame.
  case noFrames(name: String)
  /// Exceeds the caller's `limit`; both in bytes.
  case tooMuchMemory(name: String, size: PixelSize, need: Int, limit: Int)
  /// A stream has passed the requested frame.
  case behind(name: String, frame: Int, position: Int)
  /// A source that cannot be read again from its start.
  case cannotLoop(name: String)
  /// Not a file with frames of its own. `looksLike` has its article; nil when unknown.
  case notMoving(name: String, looksLike: String?)
  /// A file of sound, or of nothing that can be decoded.
  case noVideo(name: String, hasSound: Bool)
  /// The program that decodes the file cannot be started.
  case programMissing(name: String, program: String, SystemError)
  /// The program that decodes the file may not be started in this process.
  case programForbidden(name: String, program: String)
  /// ffmpeg or ffprobe ended with an error; `words` are the end of its error output.
  case programFailed(name: String, status: String, words: String)
  /// ffmpeg or ffprobe delivers nothing and does not end.
  case programStalled(name: String, program: String, seconds: Int)
  /// The frames end long before the duration that the file states; `words` are the end of ffmpeg's error output.
  case endsEarly(name: String, seconds: Double, expected: Double, words: String)

  public var description: String {
    switch self {
    case .input(let error): error.description
    case .picture(let frame, let error): "frame \(frame): \(error)"
    case .pattern(let pattern, let problem):
      "\(pattern.excerpt) is not a valid pattern for numbered files: \(problem)"
    case .noFiles(let pattern, let directory):
      "\(pattern.excerpt): no file in \(directory.excerpt) matches the pattern; check the name and the number of digits"
    case .gap(let pattern, let missing, let count):
      "\(pattern.excerpt): number \(missing) is missing\(count > 1 ? " and \(count - 1) more" : ""), but later ones "
        + "exist; add the missing files, or number them without gaps"
    case .sizeChanged(let name, let frame, let size, let expected):
      "\(name.excerpt), frame \(frame), is \(size) pixels, but the first frame is \(expected); use one size for all frames"
    case .notY4M(let name, let kind?):
      "\(name.excerpt) is not a y4m stream but looks like \(kind); "
        + "convert it: ffmpeg -i FILE -pix_fmt yuv444p -f yuv4mpegpipe - | meshrender ..."
    case .notY4M(let name, nil): "\(name.excerpt) is not a y4m stream: it does not start with YUV4MPEG2"
    case .header(let name, let problem): "\(name.excerpt): the first line of the y4m stream \(problem)"
    case .badSize(let name, let size): "\(name.excerpt): the frame size is \(size) pixels; use at least 1x1"
    case .sideTooLong(let name, let size, let limit):
      "\(name.excerpt) has frames of \(size) pixels, but the limit is \(limit) pixels per side; scale them down"
    case .tooManyPixels(let name, let size, let limit):
      "\(name.excerpt) has frames of \(size), which is more than the limit of \(limit) pixels; scale them down"
    case .noFrameHeader(let name, let frame, let offset):
      "\(name.excerpt) is damaged: frame \(frame) should begin with FRAME at byte \(offset) but does not; create it again"
    case .truncated(let name, let frame, let got, let expected):
      "\(name.excerpt) ends within frame \(frame), after \(got) of its \(expected) bytes; "
        + "was its program stopped, or is the size wrong?"
    case .tooMuchMemory(let name, let size, let need, let limit):
      "\(name.excerpt) has frames of \(size), which need \(need) bytes of memory, but only \(limit) are available; scale "
        + "them down"
    case .noFrames(let name): "\(name.excerpt) ends before its first frame; was its program stopped?"
    case .behind(let name, let frame, let position):
      "\(name.excerpt) can only be read forward: frame \(frame) was requested after frame \(position); "
        + "use a numbered sequence to go back"
    case .cannotLoop(let name):
      "\(name.excerpt) can only be read once, so it cannot loop; hold or stop at its end, or use a sequence"
    case .notMoving(let name, let kind):
      "\(name.excerpt) is not a video, GIF, or animated PNG or WebP"
        + (kind.map { " but looks like \($0)" } ?? ": its signature is unknown")
        + "; use one of these"
    case .noVideo(let name, let hasSound):
      "\(name.excerpt) has \(hasSound ? "sound but no picture" : "no picture that ffmpeg can decode"); use a video"
    case .programMissing(let name, let program, let error):
      "\(name.excerpt) needs \(program), which \(error.programFault)"
    case .programForbidden(let name, let program):
      "\(name.excerpt) needs \(program), but external programs are not started for untrusted input; convert "
        + "it to numbered pictures or an animated WebP"
    case .programFailed(let name, let status, let words):
      "ffmpeg could not read \(name.excerpt) (\(status))"
        + (words.isEmpty ? "; it reported no reason" : ": \(words)")
    case .programStalled(let name, let program, let seconds):
      "\(program) delivered no data of \(name.excerpt) for \(seconds) seconds and was stopped; convert the file first"
    case .endsEarly(let name, let seconds, let expected, let words):
      "\(name.excerpt) ends after \(seconds.hundredths) of \(expected.hundredths) seconds; the file is incomplete, copy it again"
        + (words.isEmpty ? "" : " (ffmpeg: \(words))")
    }
  }
}

extension Double {
  /// Rounded to hundredths, for messages.
  fileprivate var hundredths: Double { (100 * self).rounded() / 100 }
}
