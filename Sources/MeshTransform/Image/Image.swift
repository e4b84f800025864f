/// An image in memory: RGBA, 8 or 16 bits per channel, rows from the top without padding, sRGB-encoded values.
public struct Image: Hashable, Sendable {
  /// The relation of the colors to the alpha channel.
  public enum Alpha: Hashable, Sendable {
    /// Every alpha is the largest value.
    case opaque
    /// Colors independent of alpha, as in PNG.
    case straight
    /// Colors multiplied by alpha, for filters and blending.
    case premultiplied
  }

  /// The size in pixels.
  public let size: PixelSize
  /// The relation of the color channels to alpha.
  public let alpha: Alpha
  /// The bits of a channel.
  public let depth: Depth
  /// The profile of the file; nil if it has none. Pixels are never converted.
  public var colorProfile: ColorProfile?
  /// The density for print of the file; nil if it has none.
  public var pixelDensity: PixelDensity?
  /// `depth.bytesPerPixel * size.area` bytes; 16-bit channels in the byte order of the processor.
  public let bytes: [UInt8]

  /// - Precondition: `bytes` holds `depth.bytesPerPixel * size.area` bytes, both sides at least 1.
  public init(
    size: PixelSize, alpha: Alpha, depth: Depth = .eight, bytes: [UInt8], colorProfile: ColorProfile? = nil,
    pixelDensity: PixelDensity? = nil
  ) {
    precondition(size.width > 0 && size.height > 0, "an image has at least one pixel")
    precondition(
      bytes.count == depth.bytesPerPixel * size.area,
      "an image of \(size) has \(depth.bytesPerPixel * size.area) bytes")
    (self.size, self.alpha, self.depth, self.bytes) = (size, alpha, depth, bytes)
    (self.colorProfile, self.pixelDensity) = (colorProfile, pixelDensity)
  }
}
