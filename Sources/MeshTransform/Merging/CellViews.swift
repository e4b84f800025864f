/// Eight cells of a strip on the canvas.
struct CellViews {
  typealias Eight = SIMD8<Float>

  /// Least and most of the corners: x, y and depth on the canvas, and w.
  private let low: (x: Eight, y: Eight, z: Eight, w: Eight)
  private let high: (x: Eight, y: Eight, z: Eight, w: Eight)
  /// Pixels along the longer of the upper and the lower edge, and of those at the sides.
  let width: Eight, height: Eight

  init(_ top: GridEdge, _ bottom: GridEdge, _ j: Int) {
    func corners(_ i: Int) -> (Eight, Eight, Eight, Eight) {
      (
        top.places[i].eight(j), top.places[i].eight(j + 1), bottom.places[i].eight(j),
        bottom.places[i].eight(j + 1)
      )
    }
    func least(_ p: (Eight, Eight, Eight, Eight)) -> Eight { smaller(smaller(p.0, p.1), smaller(p.2, p.3)) }
    func most(_ p: (Eight, Eight, Eight, Eight)) -> Eight { larger(larger(p.0, p.1), larger(p.2, p.3)) }
    let (x, y, z, w) = (corners(0), corners(1), corners(2), corners(3))
    low = (least(x), least(y), least(z), least(w))
    high = (most(x), most(y), most(z), most(w))
    func longer(_ p: Eight, _ q: Eight, _ r: Eight, _ s: Eight) -> Eight {
      larger(p * p + q * q, r * r + s * s).squareRoot()
    }
    width = longer(x.1 - x.0, y.1 - y.0, x.3 - x.2, y.3 - y.2)
    height = longer(x.2 - x.0, y.2 - y.0, x.3 - x.1, y.3 - y.1)
  }

  /// By so much that its size on the canvas says something.
  var areBeforeEye: SIMDMask<SIMD8<Int32>> {
    (low.w .> high.w * 1e-3)
      .& (magnitude(low.x) + magnitude(high.x) + magnitude(low.y) + magnitude(high.y) .< 1e12)
  }

  /// How much w differs within a cell.
  var ratio: Eight { high.w / low.w }

  /// How far outside the canvas all of a cell lies; 0 or less where some may be seen.
  func distance(fromCanvasOf size: SIMD2<Float>) -> Eight {
    larger(larger(-high.x, low.x - size.x), larger(-high.y, low.y - size.y))
  }

  /// What a point of a cell moves on the canvas, in pixels and in depth, when it moves in unit layer space by as much in
  /// each coordinate; endless where it comes close to the eye.
  ///
  /// `p - q = (d.xy - q * d.w) / p.w` for the images p and q of two points whose homogeneous difference is d; linear in
  /// q, so the largest at a corner of the box.
  func seen(_ off: (Eight, Eight, Eight), _ view: MergeView) -> (pixels: Eight, depth: Eight) {
    let w = low.w - (off.0 * abs(view.rows.0.w) + off.1 * abs(view.rows.1.w) + off.2 * abs(view.rows.2.w))
    func moved(_ axis: Int, _ low: Eight, _ high: Eight) -> Eight {
      func by(_ row: SIMD4<Float>, _ off: Eight) -> Eight {
        larger(magnitude(row[axis] - low * row.w), magnitude(row[axis] - high * row.w)) * off
      }
      return (by(view.rows.0, off.0) + by(view.rows.1, off.1) + by(view.rows.2, off.2)) / w
    }
    let (x, y, z) = (moved(0, low.x, high.x), moved(1, low.y, high.y), moved(2, low.z, high.z))
    let endless = Eight(repeating: .infinity)
    let isFar = w .> low.w * 0.5
    return (
      endless.replacing(with: (x * x + y * y).squareRoot(), where: isFar),
      endless.replacing(with: z, where: isFar)
    )
  }
}
