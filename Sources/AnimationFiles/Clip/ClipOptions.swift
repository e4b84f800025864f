import ImageFiles

/// The options of an output besides its format. Each format uses those that apply to it.
public struct ClipOptions: Hashable, Sendable {
  /// The compression of PNG sequences and APNG.
  public var pngCompression = PNG.Compression.fast
  /// The number of a PNG sequence's first file; 0...2^31.
  public var firstNumber = 1
  /// The quality of lossy formats: 0...100, higher is closer to the original and larger. Nil: WebP is lossless, video
  /// has its format's default (MP4 CRF 18, WebM CRF 20). ProRes and FFV1 have one quality.
  public var quality: Int?
  /// The effort of WebP compression and of GIF color quantization: 0 (fast) ... 6 (small, good).
  public var effort = 2
  /// The part of GIF's quantization error that is diffused to neighbors: 0 (none) ... 1 (all).
  public var dither = 1.0
  /// The form of alpha in raw RGBA.
  public var rawAlpha = RawAlpha.straight
  /// The chroma subsampling of y4m.
  public var chroma = Chroma.full
  /// The color matrix of y4m; nil takes the default of players, ITU-R BT.709 from 720 rows on, BT.601 below.
  public var colorMatrix: ColorMatrix?

  /// The default options of every format.
  public init() {}

  /// Colors with straight or premultiplied alpha.
  public enum RawAlpha: String, Hashable, Sendable, CaseIterable {
    /// Color channels as they are.
    case straight
    /// Color channels times alpha.
    case premultiplied
  }

  /// One color sample per pixel; one per two by two pixels; none, a gray picture.
  public enum Chroma: String, Hashable, Sendable, CaseIterable {
    /// Colors for every pixel.
    case full = "444"
    /// Colors for every second pixel in both directions.
    case quarter = "420"
    /// No colors.
    case none = "mono"
  }

  /// The matrix between RGB and luma with color differences.
  public enum ColorMatrix: String, Hashable, Sendable, CaseIterable {
    /// ITU-R BT.601, for standard definition.
    case bt601
    /// ITU-R BT.709, for high definition.
    case bt709
  }
}
