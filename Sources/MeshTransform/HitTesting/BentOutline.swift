/// The outline of a polygon after a map that bends its edges, as a polygon within a tolerance.
///
/// Each edge is divided until its parts deviate from straight lines by at most the tolerance; edges that stay straight
/// get no new points. Where the map has no value, as beside the edge of a mesh, the outline has a gap, closed by a
/// straight line.
public struct BentOutline: Sendable {
  /// The points at which the outline was evaluated and that are corners of the result, in order.
  public private(set) var points: [PointProjection] = []
  private let target: @Sendable (PointProjection) -> Point
  private let map: @Sendable (Point) -> PointProjection?
  private let tolerance: Double

  /// The first division of an edge: finds bends that return to the straight line.
  private static let firstParts = 16
  /// Parts of a first part, as a power of two: a jump of the map is located to a part of 2^-11 of the edge.
  private static let depthLimit = 11
  /// The most points of an outline; parts beyond it count as straight.
  private static let pointLimit = 1 << 14

  /// - Parameters:
  ///   - corners: the corners of the polygon, which closes itself.
  ///   - tolerance: in the units of the target.
  ///   - target: the coordinates in which edges are to be straight.
  ///   - map: nil where the map has no value.
  fileprivate init(
    _ corners: [Point], tolerance: Double, target: @escaping @Sendable (PointProjection) -> Point,
    _ map: @escaping @Sendable (Point) -> PointProjection?
  ) {
    (self.tolerance, self.target, self.map) = (tolerance, target, map)
    guard var last = corners.last else { return }
    for corner in corners {
      divide(Sample(last, map(last)), Sample(corner, map(corner)), parts: Self.firstParts, depth: 0)
      last = corner
    }
  }

  private struct Sample {
    let point: Point
    let value: PointProjection?
    init(_ point: Point, _ value: PointProjection?) { (self.point, self.value) = (point, value) }
  }

  /// Appends the points of an edge after its start.
  private mutating func divide(_ start: Sample, _ end: Sample, parts: Int, depth: Int) {
    let inner = (1..<parts).map { index in
      let point = start.point + (end.point - start.point) * (Double(index) / Double(parts))
      return Sample(point, map(point))
    }
    let isDone = depth >= Self.depthLimit || points.count >= Self.pointLimit || isStraight(start, inner, end)
    guard !isDone else {
      if let value = end.value { points.append(value) }
      return
    }
    let middle = inner[parts / 2 - 1]
    divide(start, middle, parts: max(4, parts / 2), depth: depth + 1)
    divide(middle, end, parts: max(4, parts / 2), depth: depth + 1)
  }

  /// Whether the samples lie on the straight line between the ends, or all of them lie nowhere.
  private func isStraight(_ start: Sample, _ inner: [Sample], _ end: Sample) -> Bool {
    guard let first = start.value, let last = end.value else {
      return start.value == nil && end.value == nil && inner.allSatisfy { $0.value == nil }
    }
    let (a, b) = (target(first), target(last))
    return inner.allSatisfy { sample in
      guard let value = sample.value else { return false }
      return target(value).squaredDistance(toSegment: a, b) <= tolerance * tolerance
    }
  }
}

extension BentOutline {
  /// The bounding box of the places on the canvas, in pixels; nil for an outline without points.
  public var canvasBounds: Rect? { Rect(around: points.map(\.canvas)) }

  /// The bounding box of the points of the layer, in layer points; nil for an outline without points.
  public var contentBounds: Rect? { Rect(around: points.map(\.point)) }
}

extension PointProjector {
  /// The outline of a polygon of the layer on the canvas, through the nearest place of each of its points.
  ///
  /// A mesh shows only the part of the polygon in the layer's bounds.
  /// - Parameters:
  ///   - polygon: the corners in layer points, in order.
  ///   - tolerance: in pixels of the picture, above 0.
  public func outline(of polygon: [Point], tolerance: Double = 0.1) -> BentOutline {
    let visible = layer.mesh == nil ? polygon : polygon.clipped(to: layer.bounds)
    return BentOutline(visible, tolerance: tolerance, target: \.canvas) { projection(of: $0) }
  }

  /// The outline of a polygon of the picture on the layer, through the nearest point of the layer at each pixel.
  /// - Parameters:
  ///   - polygon: the corners in pixels of the picture, in order.
  ///   - tolerance: in layer points, above 0.
  public func outline(ofPixels polygon: [Point], tolerance: Double = 0.1) -> BentOutline {
    BentOutline(polygon, tolerance: tolerance, target: \.point) { points(atPixel: $0).first }
  }

  /// Whether a part of a polygon of the layer is visible: one of 64 points of its bounding box that lie in it, or one of
  /// its corners.
  /// - Parameter polygon: the corners in layer points, in order; its inside follows the even-odd rule.
  public func isVisible(anyOf polygon: [Point]) -> Bool {
    guard let box = Rect(around: polygon) else { return false }
    for index in 0..<64 {
      let point = Point(
        box.minX + (Double(index % 8) + 0.5) / 8 * box.size.width,
        box.minY + (Double(index / 8) + 0.5) / 8 * box.size.height)
      if polygon.surrounds(point), projections(of: point).contains(where: isVisible) { return true }
    }
    return polygon.prefix(64).contains { projections(of: $0).contains(where: isVisible) }
  }
}

extension Point {
  fileprivate func squaredDistance(toSegment a: Point, _ b: Point) -> Double {
    let (edge, offset) = (b - a, self - a)
    let length = edge.x * edge.x + edge.y * edge.y
    let along = length > 0 ? min(max((offset.x * edge.x + offset.y * edge.y) / length, 0), 1) : 0
    let rest = offset - edge * along
    return rest.x * rest.x + rest.y * rest.y
  }
}

extension [Point] {
  /// Whether a point lies in the polygon, by the even-odd rule.
  fileprivate func surrounds(_ point: Point) -> Bool {
    guard var a = last else { return false }
    var isInside = false
    for b in self {
      if (a.y > point.y) != (b.y > point.y),
        point.x < a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x)
      {
        isInside.toggle()
      }
      a = b
    }
    return isInside
  }
}
