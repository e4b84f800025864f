import CheckedNumbers

/// The pixels of a layer's content: an affine map between layer points and pixels.
///
/// Pixel coordinates begin at the top left corner of the first pixel, whose middle is (0.5, 0.5).
public struct ContentPixels: Hashable, Sendable {
  /// The size of the content in pixels.
  public let size: PixelSize
  /// The top left corner of the first pixel, in layer points.
  private let origin: Point
  /// The size of a pixel in layer points.
  private let step: Size

  /// The pixels of the layer's image, in their places by `contentsGravity` and `contentsRect`.
  /// - Returns: nil for a layer without an image, for one whose image is stretched in nine parts, and for one that shows
  ///   nothing of it.
  public init?(imageOf layer: Layer) {
    guard case .image(let image) = layer.contents, let frame = layer.contentsFrame,
      layer.nineSlice(image, in: frame) == nil
    else { return nil }
    let part = layer.contentsRect
    let step = Size(
      frame.size.width / (part.size.width * Double(image.size.width)),
      frame.size.height / (part.size.height * Double(image.size.height)))
    guard step.isFinite, step.width != 0, step.height != 0 else { return nil }
    (size, self.step) = (image.size, step)
    origin = Point(
      frame.minX - part.minX * Double(image.size.width) * step.width,
      frame.minY - part.minY * Double(image.size.height) * step.height)
  }

  /// One pixel for each point of the layer's bounds, beginning at their top left; the size is rounded up.
  public init(pointsOf layer: Layer) {
    func pixels(_ points: Double) -> Int { max(1, Int(pixels: (points - 1e-6).rounded(.up))) }
    size = PixelSize(pixels(layer.bounds.size.width), pixels(layer.bounds.size.height))
    (origin, step) = (layer.bounds.origin, Size(1, 1))
  }

  /// Whether the pixels fill the layer's bounds exactly.
  public func fills(_ bounds: Rect) -> Bool {
    origin == bounds.origin && step.width * Double(size.width) == bounds.size.width
      && step.height * Double(size.height) == bounds.size.height
  }

  /// Layer points of a place in pixels.
  public func point(ofPixel pixel: Point) -> Point {
    Point(origin.x + pixel.x * step.width, origin.y + pixel.y * step.height)
  }

  /// The place in pixels of a point in layer points.
  public func pixel(of point: Point) -> Point {
    Point((point.x - origin.x) / step.width, (point.y - origin.y) / step.height)
  }

  /// A rectangle in layer points, in pixels.
  public func pixels(of rect: Rect) -> Rect {
    let (start, end) = (pixel(of: rect.origin), pixel(of: Point(rect.maxX, rect.maxY)))
    return Rect(start.x, start.y, end.x - start.x, end.y - start.y)
  }
}

extension PointProjector {
  /// The rows of a map between the picture and the content, computed by hit testing on several threads: also for layers
  /// inside others, through the meshes of these, and with holes where other layers hide this one.
  ///
  /// - Parameters:
  ///   - rows: the rows of the map.
  ///   - content: the pixels of the layer's content.
  ///   - direction: from the visible content at the middle of each pixel of the picture, or from each pixel of the
  ///     content to its nearest place in the picture, hidden or not.
  /// - Complexity: O(pixels log faces).
  public func coordinates(
    rows: Range<Int>, content: ContentPixels, direction: CoordinateMap.Direction
  ) -> CoordinateMap {
    let width = (direction == .canvasToContent ? tester.scene.canvas.pixelSize : content.size).width
    let size = PixelSize(width, rows.count)
    let values = [Float](unsafeUninitializedCapacity: 2 * size.area) { buffer, count in
      // Each row is written by one thread.
      nonisolated(unsafe) let buffer = buffer
      inParallel(rows.count, grainSize: max(1, 2048 / max(width, 1))) { part in
        for row in part {
          for column in 0..<width {
            let place = place(column, rows.lowerBound + row, content, direction)
            let start = 2 * (row * width + column)
            buffer.initializeElement(at: start, to: place.map { Float($0.x - 0.5) } ?? .nan)
            buffer.initializeElement(at: start + 1, to: place.map { Float($0.y - 0.5) } ?? .nan)
          }
        }
      }
      count = 2 * size.area
    }
    return CoordinateMap(size: size, values: values)
  }

  private func place(
    _ column: Int, _ row: Int, _ content: ContentPixels, _ direction: CoordinateMap.Direction
  ) -> Point? {
    switch direction {
    case .canvasToContent:
      visiblePoint(at: tester.point(ofPixel: column, row)).map(content.pixel)
    case .contentToCanvas:
      projection(of: content.point(ofPixel: Point(Double(column) + 0.5, Double(row) + 0.5)))?.canvas
    }
  }
}
