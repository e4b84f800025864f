import ImageFiles
import MeshTransform

/// The options of an output besides its format. Each format uses those that apply to it.
public struct ClipOptions: Hashable, Sendable {
  /// The compression of PNG sequences and APNG.
  public var pngCompression = PNG.Compression.fast
  /// Whether PNG sequences and APNG have a channel of alpha; where it depends on need, those of opaque clips have none.
  public var alphaChannel = AlphaChannel.always
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
  public var colorMatrix: FrameSource.ColorMatrix?
  /// The range of y4m; nil takes limited, or full for gray, which FFmpeg always reads so.
  public var colorRange: FrameSource.ColorRange?

  /// The default options of every format.
  public init() {}

  /// Colors with straight or premultiplied alpha.
  public enum RawAlpha: String, Hashable, Sendable, CaseIterable {
    /// Color channels as they are.
    case straight
    /// Color channels times alpha.
    case premultiplied
  }

  /// The number and the places of the color samples of y4m; the raw value is the tag of the format.
  public enum Chroma: String, Hashable, Sendable, CaseIterable {
    /// One per pixel.
    case full = "444"
    /// One per two pixels of a row, at the first of them.
    case half = "422"
    /// One per two by two pixels, in their middle, as in JPEG and MPEG-1.
    case quarter = "420jpeg"
    /// One per two by two pixels, between the left ones, as in MPEG-2 and H.264.
    case quarterLeft = "420mpeg2"
    /// One per two by two pixels, at the left ones: Cr at the upper, Cb at the lower, as in PAL DV.
    case quarterDV = "420paldv"
    /// None, a gray picture.
    case none = "mono"
  }

  /// The matrix and the range of a y4m clip of this size.
  public func y4mEncoding(of size: PixelSize) -> (
    matrix: FrameSource.ColorMatrix, range: FrameSource.ColorRange
  ) {
    (
      colorMatrix ?? FrameSource.ColorMatrix(lines: size.height),
      colorRange ?? (chroma == .none ? .full : .limited)
    )
  }
}
