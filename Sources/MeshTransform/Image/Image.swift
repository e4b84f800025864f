/// A picture in memory: RGBA, 8 bits a channel, rows from the top without padding, sRGB-encoded values.
public struct Image: Hashable, Sendable {
  /// What the alpha channel means for the colors beside it.
  public enum Alpha: Hashable, Sendable {
    /// Every alpha is 255.
    case opaque
    /// Colors as they are, whatever the coverage: PNG's form.
    case straight
    /// Colors already times alpha: the form in which pictures are filtered and blended.
    case premultiplied
  }

  public let size: PixelSize
  public let alpha: Alpha
  /// What the file said of its colors; nil when it said nothing. The pixels are never converted.
  public var colorProfile: ColorProfile?
  /// `4 * size.area` bytes.
  public let bytes: [UInt8]

  /// - Precondition: `bytes` holds `4 * size.area` bytes, both sides at least 1.
  public init(size: PixelSize, alpha: Alpha, bytes: [UInt8], colorProfile: ColorProfile? = nil) {
    precondition(size.width > 0 && size.height > 0, "an image has at least one pixel")
    precondition(bytes.count == 4 * size.area, "an image of \(size) has \(4 * size.area) bytes")
    (self.size, self.alpha, self.bytes, self.colorProfile) = (size, alpha, bytes, colorProfile)
  }
}
