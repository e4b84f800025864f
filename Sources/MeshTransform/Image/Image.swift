/// An image in memory: RGBA, 8 bits per channel, rows from the top without padding, sRGB-encoded values.
public struct Image: Hashable, Sendable {
  /// The relation of the colors to the alpha channel.
  public enum Alpha: Hashable, Sendable {
    /// Every alpha is 255.
    case opaque
    /// Colors independent of alpha, as in PNG.
    case straight
    /// Colors multiplied by alpha, for filters and blending.
    case premultiplied
  }

  public let size: PixelSize
  public let alpha: Alpha
  /// The profile of the file; nil if it has none. Pixels are never converted.
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
