/// A point of the content and its measured place on the canvas, each in pixels of its picture: from the top left corner, y
/// down, with the middle of the first pixel at (0.5, 0.5).
public struct ControlPoint: Hashable, Sendable {
  /// The point of the content.
  public var content: Point
  /// Where it is to be on the canvas.
  public var canvas: Point

  /// A pair of points.
  public init(content: Point, canvas: Point) { (self.content, self.canvas) = (content, canvas) }
}

extension Point {
  var vector: SIMD2<Double> { SIMD2(x, y) }
  init(_ vector: SIMD2<Double>) { self.init(vector.x, vector.y) }
}

extension SIMD2<Double> {
  /// The square of the vector's length.
  var lengthSquared: Double { x * x + y * y }
  /// The area of the parallelogram of two vectors, positive where the second one lies clockwise of the first (y down).
  func cross(_ other: SIMD2<Double>) -> Double { x * other.y - y * other.x }
}

/// A shift and a scale by which points lie around the origin at distances of about 1, so that sums of their powers keep
/// their digits.
struct PointNormalization: Sendable {
  let center: SIMD2<Double>
  let scale: Double

  /// - Precondition: there is a point.
  init(_ points: [SIMD2<Double>]) {
    let count = Double(points.count)
    let center = points.reduce(.zero, +) / count
    let distance = points.reduce(0) { $0 + ($1 - center).lengthSquared.squareRoot() } / count
    self.center = center
    scale = distance > 0 && distance.isFinite ? 2.0.squareRoot() / distance : 1
  }

  func callAsFunction(_ point: SIMD2<Double>) -> SIMD2<Double> { (point - center) * scale }

  func inverse(_ point: SIMD2<Double>) -> SIMD2<Double> { point / scale + center }
}
