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
    let layout = try TextLayout(style.hyphenated(text), style: style, limit: limit)
    let frame = try PixelFrame(layout.extents, style, limit: limit)
    guard frame.size.area <= areaLimit else { throw .tooManyPixels(frame.size, limit: areaLimit) }
    let need = style.bytesPerPixel * frame.size.area
    guard need <= memoryLimit else { throw .tooMuchMemory(frame.size, need: need, limit: memoryLimit) }
    return TextImage(
      image: try layout.draw(frame), size: frame.sizeInPoints(style.scale), warnings: layout.warnings)
  }

  static func check(_ text: String) throws(TextError) {
    guard !text.isEmpty else { throw .empty }
    for (index, scalar) in text.unicodeScalars.enumerated() where scalar.value == 0 {
      throw .nul(.text, character: index)
    }
  }
}
