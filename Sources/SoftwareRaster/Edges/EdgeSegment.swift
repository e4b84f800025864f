import MeshTransform
import RenderGraph

/// A straight segment of an edge in canvas pixels. The interior lies on the side with a positive cross product.
struct EdgeSegment: Equatable {
  var start: SIMD2<Float>, end: SIMD2<Float>
  /// Whether the edge is a boundary of the mesh; else it is a silhouette.
  var isBoundary = true
  /// The side of a triangle that the segment is a part of: three times the number of the triangle, and 0...2.
  var side: UInt32 = 0

  var direction: SIMD2<Float> { end - start }

  /// Whether the segment runs exactly between pixels.
  var isBetweenPixels: Bool {
    let near: Float = 1 / 512
    func isWhole(_ a: Float, _ b: Float) -> Bool {
      abs(a - a.rounded()) <= near && abs(b - a.rounded()) <= near
    }
    return isWhole(start.x, end.x) || isWhole(start.y, end.y)
  }
}

extension ScreenTiles {
  /// Error bound of an edge's position in pixels: the rasterizer moves corners by up to 1/512, and coordinates of a
  /// large canvas are off by 1/256.
  static let tolerance: Float = 1 / 32

  /// The range of tiles that an interval along one axis touches, within 0 ..< `count`.
  @inline(__always)
  static func span(_ low: Float, _ high: Float, count: Int) -> Range<Int> {
    // The values are clamped before the conversion: some are very large.
    let limit = Float(count * side)
    guard high >= 0, low < limit else { return 0..<0 }
    let (first, last) = (Int(clamping: max(low, 0)) / side, Int(clamping: min(high, limit - 1)) / side)
    return first..<last + 1
  }

  /// The columns and rows of tiles that a box in canvas pixels touches.
  @inline(__always)
  func range(from low: SIMD2<Float>, to high: SIMD2<Float>) -> (columns: Range<Int>, rows: Range<Int>) {
    (Self.span(low.x, high.x, count: columns), Self.span(low.y, high.y, count: rows))
  }

  @inline(__always)
  mutating func mark(_ tile: Int, _ mark: UInt8) { marks[tile] = max(marks[tile], mark) }

  /// Calls `body` with every tile that the segment crosses, and possibly with some neighbors.
  @inline(__always)
  func forEachTile(_ segment: EdgeSegment, _ body: (Int) -> Void) {
    let tolerance = Self.tolerance
    let (a, b) =
      segment.start.y <= segment.end.y
      ? (segment.start, segment.end) : (segment.end, segment.start)
    let slope = b.y > a.y ? (b.x - a.x) / (b.y - a.y) : 0
    for row in Self.span(a.y - tolerance, b.y + tolerance, count: rows) {
      // The part of the segment that lies in this row of tiles.
      var (first, last) = (a.x, b.x)
      let (top, bottom) = (Float(row * Self.side) - tolerance, Float((row + 1) * Self.side) + tolerance)
      if a.y < top { first += slope * (top - a.y) }
      if b.y > bottom { last += slope * (bottom - b.y) }
      // The intersection of a nearly horizontal segment with the row is imprecise.
      let (low, high) = (max(min(first, last), min(a.x, b.x)), min(max(first, last), max(a.x, b.x)))
      for column in Self.span(low - tolerance, high + tolerance, count: columns) {
        body(row * columns + column)
      }
    }
  }

  /// Marks the tiles that each segment crosses.
  mutating func add(_ segments: [EdgeSegment], _ mark: (EdgeSegment) -> UInt8) {
    var found: [Int] = []
    for segment in segments {
      forEachTile(segment) { found.append($0) }
      let mark = mark(segment)
      for tile in found { self.mark(tile, mark) }
      found.removeAll(keepingCapacity: true)
    }
  }
}
