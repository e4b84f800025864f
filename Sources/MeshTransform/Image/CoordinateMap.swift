/// For every pixel of one picture, its place in another.
///
/// Places are pixels in the convention of OpenCV and of remap filters: whole numbers in the middles of pixels, (0, 0) in
/// that of the first, y down. A place in unit layer space times the picture's size is half a pixel more.
public struct CoordinateMap: Hashable, Sendable {
  public enum Direction: Hashable, Sendable {
    /// For every pixel of the canvas, the content's point that is seen there: the nearest surface's.
    case canvasToContent
    /// For every pixel of the content, where on the canvas it is seen or would be, were nothing in front of it. Where a
    /// mesh shows it several times, the place nearest to the viewer.
    case contentToCanvas
  }

  /// Of the map: the canvas's for `canvasToContent`, the content's for `contentToCanvas`.
  public let size: PixelSize
  /// Row by row from the top, x and y for each pixel; NaN, both, where there is nothing.
  public let values: [Float]

  /// - Precondition: two values for each pixel.
  public init(size: PixelSize, values: [Float]) {
    precondition(values.count == 2 * size.area, "a map has two numbers for each pixel")
    (self.size, self.values) = (size, values)
  }

  /// Nil where there is nothing. The pixel must be on the map.
  public subscript(x: Int, y: Int) -> SIMD2<Float>? {
    let start = 2 * (y * size.width + x)
    let position = SIMD2(values[start], values[start + 1])
    return position.x.isNaN ? nil : position
  }

  /// Whether nothing is anywhere.
  public var isEmpty: Bool { values.allSatisfy(\.isNaN) }

  /// With every place moved to the nearest that lies between the middles of the outermost pixels of a picture of that
  /// size: there it has the same color, for the edge of content continues.
  public func clamped(to picture: PixelSize) -> CoordinateMap {
    let high = SIMD2(Float(picture.width - 1), Float(picture.height - 1))
    var values = values
    for index in values.indices where !values[index].isNaN {
      values[index] = min(max(values[index], 0), high[index & 1])
    }
    return CoordinateMap(size: size, values: values)
  }
}
