import MeshTransform
import RenderGraph

/// Finds the screen tiles with thin features: two edges that bound the same side, less than a limit apart. At least one
/// of them is a boundary: beyond two silhouettes the surface continues, and no thin feature is visible.
struct ThinFeatures {
  /// The edge segments in each tile.
  private var segments: [Int: [EdgeSegment]] = [:]

  /// The largest number of edges in a tile whose distances are compared; with more, only their directions are compared.
  private static let mostCompared = 64

  /// Hidden edges have no features.
  init(_ outline: ItemOutline, over tiles: ScreenTiles) {
    for (number, segment) in outline.segments.enumerated() {
      tiles.forEachTile(segment) { tile in
        if !outline.isHidden(number, in: tile) { segments[tile, default: []].append(segment) }
      }
    }
  }

  /// The largest number of edges of an outline that are compared with each other before they are divided by tiles.
  private static let mostEdges = 8

  /// Whether an outline of a few edges, such as that of a turned layer, certainly has no thin feature and no shape that is
  /// too narrow for ``EdgeBlending``: opposite edges are apart everywhere, and no corner is sharper than 60 degrees.
  static func areAbsent(from outline: [EdgeSegment]) -> Bool {
    guard outline.count <= mostEdges else { return false }
    for (i, edge) in outline.enumerated() {
      for other in outline[..<i] where (edge.direction * other.direction).sum() < 0 {
        if edge.start == other.end || edge.end == other.start {
          if edge.cosine(with: other) < -0.5 { return false }
        } else if edge.isThin(beside: other, Limits.blended) {
          return false
        }
      }
    }
    return true
  }

  /// Widths in pixels below which a shape gets more samples.
  struct Limits {
    /// A shape that is narrower than this anywhere gets 16 samples a pixel.
    let thin: Float
    /// A shape that is narrower than this along its whole length gets 64.
    let thinnest: Float

    /// The limits for pixels whose samples have equal weights.
    static let equal = Limits(thin: 1, thinnest: 0.25)
    /// The limits for pixels whose samples are weighted by area, where one sample inside the shape is sufficient.
    /// Measured across any direction, the distance between neighboring samples is at most 0.36 pixels with 4 samples a
    /// pixel, and 0.18 with 16.
    static let weighted = Limits(thin: 0.42, thinnest: 0.22)
    /// The width below which edges are not blended: the pixel beside an edge must show what the edge bounds.
    static let blended: Float = 2.5
  }

  /// The tiles with shapes that are too narrow for ``EdgeBlending``.
  func narrowTiles(of grid: ScreenTiles) -> [Int] {
    segments.compactMap { tile, segments in
      let clipped = Self.clipped(segments, to: tile, of: grid)
      if clipped.count > Self.mostCompared { return tile }
      let isNarrow = clipped.indices.contains { i in
        clipped[..<i].contains {
          ($0.direction * clipped[i].direction).sum() < 0 && clipped[i].isThin(beside: $0, Limits.blended)
        }
      }
      return isNarrow ? tile : nil
    }
  }

  /// The parts of segments in a tile and a pixel around it.
  private static func clipped(_ segments: [EdgeSegment], to tile: Int, of grid: ScreenTiles) -> [EdgeSegment]
  {
    let side = Float(ScreenTiles.side)
    let low = SIMD2(Float(tile % grid.columns), Float(tile / grid.columns)) * side - 1
    return segments.compactMap { $0.clipped(to: low, low + side + 2) }
  }

  /// The tiles with thin features, and their marks.
  /// - `isWeighted`: returns whether the samples of a tile are weighted by area.
  func thinTiles(of grid: ScreenTiles, isWeighted: (Int) -> Bool) -> [(tile: Int, mark: UInt8)] {
    segments.compactMap { tile, segments in
      guard segments.count > 1 else { return nil }
      let clipped = Self.clipped(segments, to: tile, of: grid)
      return Self.mark(clipped, isWeighted(tile) ? .weighted : .equal).map { (tile, $0) }
    }
  }

  /// The mark of a tile with these segments; nil where nothing is thin.
  private static func mark(_ segments: [EdgeSegment], _ limits: Limits) -> UInt8? {
    let directions = segments.map(\.direction)
    var mark: UInt8?
    for i in segments.indices {
      for j in 0..<i where segments[i].isBoundary || segments[j].isBoundary {
        if (directions[i] * directions[j]).sum() >= 0 { continue }
        if segments.count > mostCompared { return ScreenTiles.Mark.thinnest }
        guard segments[i].isThin(beside: segments[j], limits.thin) else { continue }
        mark = ScreenTiles.Mark.thin
        if segments[i].isThinnest(beside: segments[j], limits.thinnest) { return ScreenTiles.Mark.thinnest }
      }
    }
    return mark
  }
}

extension EdgeSegment {
  /// The part in a rectangle (Liang and Barsky); nil when there is none.
  func clipped(to low: SIMD2<Float>, _ high: SIMD2<Float>) -> EdgeSegment? {
    let direction = direction
    var (first, last): (Float, Float) = (0, 1)
    for axis in 0..<2 {
      let (a, d) = (start[axis], direction[axis])
      if d == 0 {
        if a < low[axis] || a > high[axis] { return nil }
        continue
      }
      let (s, t) = ((low[axis] - a) / d, (high[axis] - a) / d)
      (first, last) = (max(first, min(s, t)), min(last, max(s, t)))
    }
    return first < last
      ? EdgeSegment(
        start: first == 0 ? start : start + direction * first,
        end: last == 1 ? end : start + direction * last, isBoundary: isBoundary, side: side) : nil
  }

  fileprivate func cosine(with other: EdgeSegment) -> Float {
    let (u, v) = (direction, other.direction)
    return (u * v).sum() / ((u * u).sum() * (v * v).sum()).squareRoot()
  }

  /// Whether the shape between this edge and one of opposite direction is narrower than `limit` pixels anywhere.
  fileprivate func isThin(beside other: EdgeSegment, _ limit: Float) -> Bool {
    let u = direction
    // The edges may form a corner, which is thin when it is sharper than 26 degrees.
    if start == other.end || end == other.start, cosine(with: other) >= -0.9 { return false }
    // The other edge must lie on the side that this edge bounds.
    let middle = (other.start + other.end) / 2 - start
    if u.x * middle.y - u.y * middle.x <= 0 { return false }
    return distance(to: other.start) < limit || distance(to: other.end) < limit
      || other.distance(to: start) < limit || other.distance(to: end) < limit
  }

  /// Whether the shape between two such edges is narrower than `limit` pixels along its whole length.
  fileprivate func isThinnest(beside other: EdgeSegment, _ limit: Float) -> Bool {
    let u = direction
    let uu = (u * u).sum()
    func along(_ point: SIMD2<Float>) -> Float { (u * (point - start)).sum() / uu }
    let (first, last) = (along(other.start), along(other.end))
    // The part of this edge beside which the other lies.
    let (low, high) = (max(min(first, last), 0), min(max(first, last), 1))
    guard low <= high, first != last else { return false }
    func width(_ place: Float) -> Float {
      let point = other.start + other.direction * ((place - first) / (last - first)) - start
      return abs(u.x * point.y - u.y * point.x) / uu.squareRoot()
    }
    return max(width(low), width(high)) < limit
  }

  private func distance(to point: SIMD2<Float>) -> Float {
    let (u, p) = (direction, point - start)
    let uu = (u * u).sum()
    let along = uu > 0 ? min(max((p * u).sum() / uu, 0), 1) : 0
    let away = p - u * along
    return (away * away).sum().squareRoot()
  }
}
