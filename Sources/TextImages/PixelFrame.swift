import MeshTransform

/// A rectangle of whole pixels that contains a box in points.
struct PixelFrame {
  /// The coordinates of the image's upper left corner in the box's space, in pixels: whole numbers, unless the text is
  /// centered in bounds.
  let x: Double, y: Double
  let size: PixelSize

  /// The smallest rectangle; where the style centers the text in its bounds, the smallest one that is centered on the box
  /// and differs from the bounds by an even number of pixels.
  /// - Parameter extents: finite, in points.
  init(_ extents: Rect, _ style: TextStyle, limit: PixelSize) throws(TextError) {
    let padding = style.padding
    let bounds = style.box.flatMap { $0.isCentered ? $0.size : nil }
    let (x, width) = Self.span(
      extents.minX - padding, extents.maxX + padding, style.scale, centeredIn: bounds?.width)
    let (y, height) = Self.span(
      extents.minY - padding, extents.maxY + padding, style.scale, centeredIn: bounds?.height)
    try self.init(x, y, width, height, limit)
  }

  /// The smallest rectangle whose pixels are also pixels of `whole`.
  init(_ extents: Rect, within whole: PixelFrame, _ style: TextStyle) throws(TextError) {
    func span(_ from: Double, _ to: Double, _ origin: Double) -> (start: Double, count: Double) {
      let start = (from * style.scale - origin).rounded(.down)
      return (origin + start, (to * style.scale - origin).rounded(.up) - start)
    }
    let (x, width) = span(extents.minX, extents.maxX, whole.x)
    let (y, height) = span(extents.minY, extents.maxY, whole.y)
    try self.init(x, y, width, height, PixelSize(.max, .max))
  }

  private init(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ limit: PixelSize
  ) throws(TextError) {
    // Cairo's images are limited to 32,767 pixels a side.
    let limit = PixelSize(min(limit.width, 32_767), min(limit.height, 32_767))
    guard width <= Double(limit.width), height <= Double(limit.height) else {
      throw .tooLarge(width: width, height: height, limit: limit)
    }
    (self.x, self.y) = (x, y)
    size = PixelSize(max(1, Int(pixels: width)), max(1, Int(pixels: height)))
  }

  /// The first pixel and the number of pixels.
  private static func span(
    _ from: Double, _ to: Double, _ scale: Double, centeredIn side: Double?
  ) -> (start: Double, count: Double) {
    guard let side else {
      let start = (from * scale).rounded(.down)
      return (start, (to * scale).rounded(.up) - start)
    }
    var count = ((to - from) * scale).rounded(.up)
    if ((side * scale).rounded() - count).truncatingRemainder(dividingBy: 2) != 0 { count += 1 }
    return ((from + to) / 2 * scale - count / 2, count)
  }

  func sizeInPoints(_ scale: Double) -> Size {
    Size(Double(size.width) / scale, Double(size.height) / scale)
  }
}
