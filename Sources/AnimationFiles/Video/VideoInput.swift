import ImageFiles

/// A file as the input of ffmpeg and ffprobe: which bytes, and what the programs may make of them.
struct VideoInput: Sendable {
  let file: OpenFile
  /// The name in messages.
  let name: String
  /// The demuxer that the first bytes ask for; nil: one of ``containers``.
  let format: String?

  /// The demuxers of single files. Playlists, which name other files and addresses, are none of them.
  private static let containers = [
    "mov", "matroska", "webm", "avi", "ogg", "flv", "asf", "mpegts", "mpeg", "mpegvideo", "mxf", "ivf", "nut",
  ]

  init(_ input: InputFile, format: String?) throws(FrameSourceError) {
    do { file = try OpenFile(input) } catch { throw .input(error) }
    (name, self.format) = (input.description, format)
  }

  /// The input options before `-i`, for a file that the child has as descriptor 3 or 4.
  func arguments(descriptor: Int) -> [String] {
    let allowed = format ?? Self.containers.joined(separator: ",")
    return ["-protocol_whitelist", "file,pipe", "-format_whitelist", allowed]
      + (format.map { ["-f", $0] } ?? []) + delays + ["-i", "file:\(Self.path(descriptor))"]
  }

  /// A delay of 0 or 10 ms counts as 100 ms, as the program does it for GIFs by itself.
  private var delays: [String] {
    typealias Header = AnimatedPNGHeader
    return format == "apng"
      ? ["-max_fps", "\(Header.fastestRate)", "-default_fps", "\(Header.rateOfFasterFrames)"] : []
  }

  /// No file name is an argument, so a name cannot be parsed as an option, a protocol or a pattern.
  static func path(_ descriptor: Int) -> String { "/proc/self/fd/\(descriptor)" }

  /// The longest time without a byte from a program, in seconds.
  static let patience = 60
}
