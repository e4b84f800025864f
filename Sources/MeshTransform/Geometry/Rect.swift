/// An axis-aligned rectangle in points, y down. Its size is never negative.
public struct Rect: Hashable, Sendable, BitwiseCopyable {
  /// The corner with the smallest coordinates, and the size, of 0 or more.
  public private(set) var origin: Point, size: Size

  /// Standardizes negative sizes: the origin moves so that the covered area stays.
  public init(origin: Point, size: Size) {
    self.origin = Point(origin.x + min(size.width, 0), origin.y + min(size.height, 0))
    self.size = Size(abs(size.width), abs(size.height))
  }

  /// A rectangle by its origin and its size; a negative size counts from the opposite corner.
  public init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    self.init(origin: Point(x, y), size: Size(width, height))
  }

  /// The bounding box of points; nil for no points.
  public init?(around points: some Sequence<Point>) {
    var iterator = points.makeIterator()
    guard let first = iterator.next() else { return nil }
    var (low, high) = (first, first)
    while let point = iterator.next() {
      low = Point(min(low.x, point.x), min(low.y, point.y))
      high = Point(max(high.x, point.x), max(high.y, point.y))
    }
    self.init(low.x, low.y, high.x - low.x, high.y - low.y)
  }

  /// The empty rectangle at the origin.
  public static let zero = Rect(0, 0, 0, 0)

  /// The smallest x.
  public var minX: Double { origin.x }
  /// The smallest y.
  public var minY: Double { origin.y }
  /// The x of the center.
  public var midX: Double { origin.x + size.width / 2 }
  /// The y of the center.
  public var midY: Double { origin.y + size.height / 2 }
  /// The largest x.
  public var maxX: Double { origin.x + size.width }
  /// The largest y.
  public var maxY: Double { origin.y + size.height }
  /// Whether no coordinate is NaN or infinite.
  public var isFinite: Bool { origin.isFinite && size.isFinite }

  /// Top left, top right, bottom right, bottom left.
  public var corners: [Point] {
    [Point(minX, minY), Point(maxX, minY), Point(maxX, maxY), Point(minX, maxY)]
  }

  /// Half-open, as in Core Graphics: includes the left and top edges, excludes the right and bottom edges.
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  package func contains(_ other: Rect) -> Bool {
    minX <= other.minX && minY <= other.minY && maxX >= other.maxX && maxY >= other.maxY
  }

  /// The common area of both rectangles; nil if it is empty.
  package func intersection(_ other: Rect) -> Rect? {
    let (left, top) = (max(minX, other.minX), max(minY, other.minY))
    let (right, bottom) = (min(maxX, other.maxX), min(maxY, other.maxY))
    return left < right && top < bottom ? Rect(left, top, right - left, bottom - top) : nil
  }

  /// The smallest rectangle that contains both.
  public func union(_ other: Rect) -> Rect {
    let (left, top) = (min(minX, other.minX), min(minY, other.minY))
    return Rect(left, top, max(maxX, other.maxX) - left, max(maxY, other.maxY) - top)
  }

  /// The rectangle enlarged by `dx` on the left and right and by `dy` at the top and bottom; negative values shrink it,
  /// at most to an empty one.
  package func outset(by dx: Double, _ dy: Double) -> Rect {
    let (dx, dy) = (max(dx, -size.width / 2), max(dy, -size.height / 2))
    return Rect(minX - dx, minY - dy, size.width + 2 * dx, size.height + 2 * dy)
  }
}
