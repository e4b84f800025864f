import ArgumentParser
import ImageFiles
import SceneDocument

/// The matrix and the range of the luma and color differences of y4m streams, which the format does not state, and of
/// videos that state none.
struct StreamColorOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The matrix between RGB and the luma and color differences of y4m, read or written: bt601, bt709 or bt2020. "
        + "Default: that of the stream (XMATRIX), else bt709 from 720 lines on and bt601 below.",
      valueName: "matrix"))
  var colorMatrix: FrameSource.ColorMatrix?

  @Option(
    help: ArgumentHelp(
      "The range of luma and color differences of y4m, read or written: limited (16...235, FFmpeg's tv) or full "
        + "(0...255, FFmpeg's pc). Default: that of the stream (XCOLORRANGE), else limited; full for gray that is "
        + "written.", valueName: "range"))
  var colorRange: FrameSource.ColorRange?

  @Option(
    help: ArgumentHelp(
      "The matrix of a video that states none (default: bt709 from 720 lines on, bt601 below) or a wrong one, and of y4m "
        + "content where --color-matrix is that of the output.", valueName: "matrix"))
  var contentMatrix: FrameSource.ColorMatrix?

  @Option(
    help: ArgumentHelp(
      "The range of a video that states none or a wrong one, and of y4m content where --color-range is that of the "
        + "output.", valueName: "range"))
  var contentRange: FrameSource.ColorRange?

  /// The encoding of moving contents, where it is given.
  var content: ContentEncoding {
    ContentEncoding(
      stream: FrameSource.Encoding(matrix: contentMatrix ?? colorMatrix, range: contentRange ?? colorRange),
      video: FrameSource.Encoding(matrix: contentMatrix, range: contentRange))
  }

  /// Refuses flags that apply to nothing.
  ///
  /// - `sources`: the moving contents.
  /// - `writesStream`: whether the output is y4m.
  func check(_ sources: [FrameSource], writesStream: Bool = false) throws(Failure) {
    let readsStream = sources.contains(where: \.isStream)
    let readsEncoded = sources.contains { $0.encoding != nil }
    let flags = [
      ("--color-matrix", colorMatrix != nil, readsStream || writesStream),
      ("--color-range", colorRange != nil, readsStream || writesStream),
      ("--content-matrix", contentMatrix != nil, readsEncoded),
      ("--content-range", contentRange != nil, readsEncoded),
    ]
    guard let (flag, _, _) = flags.first(where: { $0.1 && !$0.2 }) else { return }
    throw Failure(
      .usage,
      flag.hasPrefix("--content")
        ? "\(flag) applies only to y4m and videos of luma and color differences; remove it"
        : "\(flag) applies only to y4m, which is neither read nor written; "
          + (readsEncoded ? "use --content-\(flag.dropFirst(8)) for the video" : "remove it"))
  }
}

extension FrameSource {
  /// Whether the frames are read forward only, as those of y4m.
  var isStream: Bool { !reader.hasRandomAccess }
}

extension FrameSource.ColorMatrix: ExpressibleByArgument {}

extension FrameSource.ColorRange: ExpressibleByArgument {
  /// FFmpeg's names are known, too.
  public init?(argument: String) {
    self.init(
      rawValue: ["tv": "limited", "mpeg": "limited", "pc": "full", "jpeg": "full"][argument] ?? argument)
  }
}

extension MovingContent {
  /// Sets the encoding that the flags give to a stream or a video.
  mutating func setEncoding(_ encoding: FrameSource.Encoding) {
    colorMatrix = encoding.matrix.flatMap { ColorMatrix(rawValue: $0.rawValue) }
    colorRange = encoding.range.flatMap { ColorRange(rawValue: $0.rawValue) }
  }

  /// The encoding of a stream or a video: that of the scene, else that of the flags.
  func encoding(_ flags: FrameSource.Encoding) -> FrameSource.Encoding {
    FrameSource.Encoding(
      matrix: colorMatrix.flatMap { FrameSource.ColorMatrix(rawValue: $0.rawValue) } ?? flags.matrix,
      range: colorRange.flatMap { FrameSource.ColorRange(rawValue: $0.rawValue) } ?? flags.range)
  }
}
