import MeshTransform

/// A text drawn into an image of minimal size.
public struct TextImage: Hashable, Sendable {
  /// Premultiplied, or opaque if the background is opaque.
  public let image: Image
  /// The image's pixels divided by the style's scale: its size in points.
  public let size: Size
  /// Deviations from the requested style.
  public let warnings: [TextWarning]

  /// Lays out the text in points and draws it at the style's scale.
  ///
  /// The image contains the text's advance box (ascent to descent, origin to origin), all ink outside that box
  /// (overhanging italics, stacked accents, an outline), the style's width if it has one, and the padding. Outlines are neither
  /// hinted nor snapped, so the picture at scale 2 is that at scale 1 with higher resolution.
  ///
  /// Safe from any thread; texts are drawn one after another.
  ///
  /// - Parameter limit: the maximum size of the image; checked before any pixel is allocated. At most 32,767 a side.
  /// - Parameter areaLimit: the maximum number of pixels.
  /// - Parameter memoryLimit: the maximum memory of the pixels in bytes.
  public static func render(
    _ text: String, style: TextStyle = TextStyle(), limit: PixelSize = PixelSize(32_767, 32_767),
    areaLimit: Int = 268_435_456, memoryLimit: Int = .max
  ) throws(TextError) -> TextImage {
    try style.check()
    try check(text)
    return try FontLock.withLock { () throws(TextError) in
      try draw(text, style, limit: limit, areaLimit: areaLimit, memoryLimit: memoryLimit)
    }
  }

  private static func draw(
    _ text: String, _ style: TextStyle, limit: PixelSize, areaLimit: Int, memoryLimit: Int
  ) throws(TextError) -> TextImage {
    let layout = try TextLayout(text, style: style, limit: limit)
    let frame = try PixelFrame(
      layout.extents, padding: style.padding, scale: style.scale, limit: limit)
    guard frame.size.area <= areaLimit else { throw .tooManyPixels(frame.size, limit: areaLimit) }
    // An outline is drawn into another byte for each pixel.
    let need = (style.outline == nil ? 4 : 5) * frame.size.area
    guard need <= memoryLimit else { throw .tooMuchMemory(frame.size, need: need, limit: memoryLimit) }
    let bytes = try layout.draw(frame, style: style)
    return TextImage(
      image: Image(
        size: frame.size, alpha: ByteColor(style.background).alpha == 255 ? .opaque : .premultiplied,
        bytes: bytes),
      size: Size(Double(frame.size.width) / style.scale, Double(frame.size.height) / style.scale),
      warnings: layout.warnings)
  }

  private static func check(_ text: String) throws(TextError) {
    guard !text.isEmpty else { throw .empty }
    for (index, scalar) in text.unicodeScalars.enumerated() where scalar.value == 0 {
      throw .nul(.text, character: index)
    }
  }
}

/// The smallest rectangle of whole pixels that contains a box in points.
struct PixelFrame {
  /// The coordinates of the image's first pixel in the box's space, in pixels.
  let x: Int, y: Int
  let size: PixelSize

  /// - Parameter extents: finite, in points.
  init(_ extents: Rect, padding: Double, scale: Double, limit: PixelSize) throws(TextError) {
    let left = ((extents.minX - padding) * scale).rounded(.down)
    let top = ((extents.minY - padding) * scale).rounded(.down)
    let width = ((extents.maxX + padding) * scale).rounded(.up) - left
    let height = ((extents.maxY + padding) * scale).rounded(.up) - top
    // Cairo's images are limited to 32,767 pixels a side.
    let limit = PixelSize(min(limit.width, 32_767), min(limit.height, 32_767))
    guard width <= Double(limit.width), height <= Double(limit.height) else {
      throw .tooLarge(width: width, height: height, limit: limit)
    }
    (x, y) = (Int(pixels: left), Int(pixels: top))
    size = PixelSize(max(1, Int(pixels: width)), max(1, Int(pixels: height)))
  }
}
