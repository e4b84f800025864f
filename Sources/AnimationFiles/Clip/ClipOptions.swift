import ImageFiles

/// What may be chosen about an output beside its form. Each form looks at what concerns it.
public struct ClipOptions: Hashable, Sendable {
  /// How hard PNG sequences and APNG are compressed.
  public var pngCompression = PNG.Compression.fast
  /// The number of a PNG sequence's first file; 0...2^31.
  public var firstNumber = 1
  /// How close the pixels stay: 0...100, more is closer and larger. Nil: WebP is lossless, video as its form has it by
  /// default (MP4 CRF 18, WebM CRF 20). ProRes and FFV1 have one quality.
  public var quality: Int?
  /// How hard WebP is compressed and GIF's colors are sought: 0 (fast) ... 6 (small, good).
  public var effort = 2
  /// How much of the error of GIF's few colors is spread to neighbors: 0 (none) ... 1 (all).
  public var dither = 1.0
  /// The form of alpha in raw RGBA.
  public var rawAlpha = RawAlpha.straight
  /// How much color y4m keeps.
  public var chroma = Chroma.full
  /// How y4m's luma is made of red, green and blue; nil: as players guess it where nothing is said, ITU-R BT.709
  /// from 720 rows on, BT.601 below.
  public var colorMatrix: ColorMatrix?

  public init() {}

  /// Colors as they are, or times alpha.
  public enum RawAlpha: String, Hashable, Sendable, CaseIterable { case straight, premultiplied }

  /// One color sample a pixel; one for two by two pixels; none, a gray picture.
  public enum Chroma: String, Hashable, Sendable, CaseIterable {
    case full = "444"
    case quarter = "420"
    case none = "mono"
  }

  public enum ColorMatrix: String, Hashable, Sendable, CaseIterable { case bt601, bt709 }
}
