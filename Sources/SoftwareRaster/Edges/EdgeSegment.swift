import MeshTransform
import RenderGraph

/// A straight segment of an edge in canvas pixels. The interior lies on the side with a positive cross product.
struct EdgeSegment: Equatable {
  var start: SIMD2<Float>, end: SIMD2<Float>
  /// Whether the edge is a boundary of the mesh; else it is a silhouette.
  var isBoundary = true
  /// The side of a triangle that the segment is a part of: three times the number of the triangle, and 0...2.
  var side: UInt32 = 0

  package var direction: SIMD2<Float> { end - start }

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
