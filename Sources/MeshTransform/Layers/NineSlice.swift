/// Nine-part stretching of an image, by `contentsCenter` of ``Layer``.
///
/// The corners keep their size, which is their pixels divided by `contentsScale`; the edges between them are stretched
/// along the edge, and the center in both directions. Where opposite corners do not fit beside each other, all of them
/// are reduced by the same factor, as CSS reduces the parts of `border-image-slice`.
package struct NineSlice: Hashable, Sendable {
  package let columns: Axis, rows: Axis

  /// Three intervals of one axis, each mapped linearly.
  package struct Axis: Hashable, Sendable {
    /// The four ends of the intervals in layer points, ascending.
    package let points: [Double]
    /// The same ends in the unit space of the whole image.
    package let content: [Double]

    /// The interval that contains a place in layer points, 0...2; the nearest one beyond the ends.
    fileprivate func interval(at point: Double) -> Int {
      point < points[1] ? 0 : point < points[2] ? 1 : 2
    }

    /// The place in the unit space of the image.
    /// - `point`: in layer points, in or at the ends of the interval, which is not empty.
    fileprivate func content(at point: Double, _ interval: Int) -> Double {
      let (start, end) = (points[interval], points[interval + 1])
      if point >= end { return content[interval + 1] }
      let t = (point - start) / (end - start)
      return content[interval] + t * (content[interval + 1] - content[interval])
    }
  }

  /// The place in the unit space of the image.
  /// - `point`: in layer points.
  /// - `column`, `row`: the part that contains the point, possibly at its edge.
  package func content(at point: Point, column: Int, row: Int) -> Point {
    Point(columns.content(at: point.x, column), rows.content(at: point.y, row))
  }

  /// The place in the unit space of the image, for a point of the contents' frame in layer points.
  func content(at point: Point) -> Point {
    content(at: point, column: columns.interval(at: point.x), row: rows.interval(at: point.y))
  }
}

extension Layer {
  /// The parts of the image in its frame; nil where all of it is stretched alike.
  package func nineSlice(_ image: Image, in frame: Rect) -> NineSlice? {
    guard contentsCenter != Rect(0, 0, 1, 1) else { return nil }
    let columns = Slices(
      contentsCenter.minX, contentsCenter.maxX,
      pixels: Double(image.size.width) * contentsRect.size.width)
    let rows = Slices(
      contentsCenter.minY, contentsCenter.maxY,
      pixels: Double(image.size.height) * contentsRect.size.height)
    let factor = min(
      1, columns.factor(for: frame.size.width * contentsScale),
      rows.factor(for: frame.size.height * contentsScale))
    let pointsPerPixel = factor / contentsScale
    return NineSlice(
      columns: columns.axis(
        from: frame.minX, frame.size.width, pointsPerPixel, contentsRect.minX, contentsRect.size.width),
      rows: rows.axis(
        from: frame.minY, frame.size.height, pointsPerPixel, contentsRect.minY, contentsRect.size.height))
  }
}

/// The stretched interval of one axis, in the unit space of the shown part of an image.
private struct Slices {
  private let start: Double, end: Double
  /// The length of the axis in pixels.
  private let pixels: Double

  /// An empty interval is widened to one pixel about its place, as in Core Animation.
  init(_ start: Double, _ end: Double, pixels: Double) {
    var (start, end) = (min(max(start, 0), 1), min(max(end, 0), 1))
    if start == end {
      let half = min(0.5 / pixels, 0.5)
      let middle = min(max(start, half), 1 - half)
      (start, end) = (middle - half, middle + half)
    }
    (self.start, self.end, self.pixels) = (start, end, pixels)
  }

  /// The factor by which the fixed intervals fill `length` pixels.
  func factor(for length: Double) -> Double {
    let fixed = (start + 1 - end) * pixels
    return fixed > 0 ? length / fixed : .infinity
  }

  func axis(
    from origin: Double, _ length: Double, _ pointsPerPixel: Double, _ contentOrigin: Double,
    _ contentLength: Double
  ) -> NineSlice.Axis {
    let low = origin + start * pixels * pointsPerPixel
    let high = max(low, origin + length - (1 - end) * pixels * pointsPerPixel)
    return NineSlice.Axis(
      points: [origin, low, high, origin + length],
      content: [0, start, end, 1].map { contentOrigin + $0 * contentLength })
  }
}
