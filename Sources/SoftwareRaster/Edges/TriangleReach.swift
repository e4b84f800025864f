import MeshTransform
import RenderGraph

/// The screen tiles that a triangle on the canvas may touch, or come nearer to than a margin.
struct TriangleReach {
  /// The tiles of the triangle's bounding box.
  let columns: Range<Int>, rows: Range<Int>
  /// For each side of the triangle a linear function of a tile's middle, which is negative where the whole tile lies
  /// beyond the side; nil where the bounding box decides.
  private let sides: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)?

  /// - `margin`: in pixels, around each tile.
  /// - `size`: the columns and rows of all tiles.
  @inline(__always)
  init(
    _ a: SIMD2<Float>, _ b: SIMD2<Float>, _ c: SIMD2<Float>, margin: Float, in size: (columns: Int, rows: Int)
  ) {
    let low = smaller(a, smaller(b, c)) - margin
    let high = larger(a, larger(b, c)) + margin
    columns = ScreenTiles.span(low.x, high.x, count: size.columns)
    rows = ScreenTiles.span(low.y, high.y, count: size.rows)
    guard columns.count > 1 || rows.count > 1 else {
      sides = nil
      return
    }
    let (p, q, r) = (SIMD2<Double>(a), SIMD2<Double>(b), SIMD2<Double>(c))
    let (u, v) = (q - p, r - p)
    let area = u.x * v.y - u.y * v.x
    // A triangle without area has no inner side; the device draws none of it.
    guard area != 0 else {
      sides = nil
      return
    }
    let half = Double(ScreenTiles.side) / 2 + Double(margin)
    func side(_ p: SIMD2<Double>, _ q: SIMD2<Double>) -> SIMD3<Double> {
      let inward = SIMD2(p.y - q.y, q.x - p.x) * (area > 0 ? 1 : -1)
      return SIMD3(
        inward.x, inward.y, half * (abs(inward.x) + abs(inward.y)) * 1.01 - (inward * p).sum())
    }
    sides = (side(p, q), side(q, r), side(r, p))
  }

  /// Whether the triangle may touch a tile of its bounding box.
  @inline(__always)
  func touches(column: Int, row: Int) -> Bool {
    guard let sides else { return true }
    let middle = SIMD3(Double(column) + 0.5, Double(row) + 0.5, 0) * Double(ScreenTiles.side) + SIMD3(0, 0, 1)
    return (sides.0 * middle).sum() >= 0 && (sides.1 * middle).sum() >= 0 && (sides.2 * middle).sum() >= 0
  }
}
