/// For every pixel of one picture, a position in another.
///
/// Positions are in pixels, in the convention of OpenCV and of remap filters: integers at the centers of pixels, (0, 0)
/// at the center of the first, y down. A position in unit layer space times the picture's size is larger by half a
/// pixel.
public struct CoordinateMap: Hashable, Sendable {
  /// The planes between which a map leads.
  public enum Direction: Hashable, Sendable {
    /// For every pixel of the canvas, the visible point of the content: that of the nearest surface.
    case canvasToContent
    /// For every pixel of the content, its projection on the canvas, also where other surfaces occlude it. If a mesh
    /// shows it several times, the position nearest to the viewer.
    case contentToCanvas
  }

  /// The size of the canvas for `canvasToContent`, of the content for `contentToCanvas`.
  public let size: PixelSize
  /// Row by row from the top, x and y for each pixel; NaN for pixels without a position.
  public let values: [Float]

  /// - Precondition: two values for each pixel.
  public init(size: PixelSize, values: [Float]) {
    precondition(values.count == 2 * size.area, "a map has two numbers for each pixel")
    (self.size, self.values) = (size, values)
  }

  /// The position of a pixel of the map; nil if it has none.
  public subscript(x: Int, y: Int) -> SIMD2<Float>? {
    let start = 2 * (y * size.width + x)
    let position = SIMD2(values[start], values[start + 1])
    return position.x.isNaN ? nil : position
  }

  /// Whether no pixel has a position.
  public var isEmpty: Bool { values.allSatisfy(\.isNaN) }

  /// The map with every position moved to the nearest one between the centers of the outermost pixels of a picture of
  /// that size. The color there is the same, because content continues its edge.
  public func clamped(to picture: PixelSize) -> CoordinateMap {
    let high = SIMD2(Float(picture.width - 1), Float(picture.height - 1))
    var values = values
    for index in values.indices where !values[index].isNaN {
      values[index] = min(max(values[index], 0), high[index & 1])
    }
    return CoordinateMap(size: size, values: values)
  }
}
