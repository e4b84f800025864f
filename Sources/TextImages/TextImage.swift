import MeshTransform

/// A text drawn into an image just large enough for it.
public struct TextImage: Hashable, Sendable {
  /// Premultiplied, or opaque where the background is.
  public let image: Image
  /// The image's pixels divided by the style's scale: its size in points.
  public let size: Size
  public let warnings: [TextWarning]

  /// Lays the text out in points and draws it at the style's scale.
  ///
  /// The image holds the text's advance box (ascent to descent, origin to origin), all ink that leaves that box
  /// (overhanging italics, stacked accents) and, where the style has one, its width; then the padding.
  /// Outlines are neither hinted nor snapped, so that the picture at scale 2 is the one at scale 1, only sharper.
  ///
  /// - Parameter limit: the largest image to make; checked before any pixel is allocated. At most 32,767 a side.
  /// - Parameter memoryLimit: Bytes that the pixels may take.
  public static func render(
    _ text: String, style: TextStyle = TextStyle(), limit: PixelSize = PixelSize(16_384, 16_384),
    memoryLimit: Int = .max
  ) throws(TextError) -> TextImage {
    try style.check()
    try check(text)
    let layout = try TextLayout(text, style: style, limit: limit)
    let frame = try PixelFrame(
      layout.extents, padding: style.padding, scale: style.scale, limit: limit)
    guard 4 * frame.size.area <= memoryLimit else {
      throw .tooMuchMemory(frame.size, need: 4 * frame.size.area, limit: memoryLimit)
    }
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

/// The whole pixels that hold a box of points.
struct PixelFrame {
  /// The pixel of the box's coordinate system at which the image's first pixel lies.
  let x: Int, y: Int
  let size: PixelSize

  /// - Parameter extents: finite, in points.
  init(_ extents: Rect, padding: Double, scale: Double, limit: PixelSize) throws(TextError) {
    let left = ((extents.minX - padding) * scale).rounded(.down)
    let top = ((extents.minY - padding) * scale).rounded(.down)
    let width = ((extents.maxX + padding) * scale).rounded(.up) - left
    let height = ((extents.maxY + padding) * scale).rounded(.up) - top
    // Cairo's images end at 32,767 pixels a side.
    let limit = PixelSize(min(limit.width, 32_767), min(limit.height, 32_767))
    guard width <= Double(limit.width), height <= Double(limit.height) else {
      throw .tooLarge(width: width, height: height, limit: limit)
    }
    (x, y) = (Int(left), Int(top))
    size = PixelSize(max(1, Int(width)), max(1, Int(height)))
  }
}
