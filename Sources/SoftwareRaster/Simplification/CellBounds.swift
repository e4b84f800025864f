import MeshTransform
import RenderGraph

/// The bounds on the canvas of eight neighboring cells of a ``CellRow``.
struct CellBounds {
  typealias Eight = SIMD8<Float>

  /// Minimum and maximum over the four corners: x and y in canvas pixels, depth `z / w`, and w.
  private let low: (x: Eight, y: Eight, z: Eight, w: Eight)
  private let high: (x: Eight, y: Eight, z: Eight, w: Eight)
  /// Canvas pixels along the longer of the upper and the lower edge, and along the longer of the left and the right
  /// edge.
  let width: Eight, height: Eight

  init(_ top: KeptRow, _ bottom: KeptRow, _ j: Int) {
    func corners(_ i: Int) -> (Eight, Eight, Eight, Eight) {
      (
        top.positions[i].eight(j), top.positions[i].eight(j + 1), bottom.positions[i].eight(j),
        bottom.positions[i].eight(j + 1)
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

  /// Lanes whose cell lies in front of the eye, far enough from it that canvas coordinates are meaningful.
  var areInFrontOfEye: SIMDMask<SIMD8<Int32>> {
    (low.w .> high.w * 1e-3)
      .& (magnitude(low.x) + magnitude(high.x) + magnitude(low.y) + magnitude(high.y) .< 1e12)
  }

  /// The ratio of the largest to the smallest w of a cell; at least 1.
  var ratio: Eight { high.w / low.w }

  /// The distance in pixels of a cell from the canvas; 0 or less if some of the cell may be visible.
  func distance(fromCanvasOf size: SIMD2<Float>) -> Eight {
    larger(larger(-high.x, low.x - size.x), larger(-high.y, low.y - size.y))
  }

  /// The largest displacement on the canvas, in pixels and in depth, of a point of a cell that moves in unit layer
  /// space by at most `off` in each coordinate; infinite for cells close to the eye.
  ///
  /// `p - q = (d.xy - q * d.w) / p.w` for the images p and q of two points whose homogeneous difference is d. It is
  /// linear in q, so it is largest at a corner of the box.
  func displacement(_ off: (Eight, Eight, Eight), _ bounds: SimplificationBounds) -> (
    pixels: Eight, depth: Eight
  ) {
    let w =
      low.w
      - (off.0 * abs(bounds.unitToCanvas.0.w) + off.1 * abs(bounds.unitToCanvas.1.w) + off.2
        * abs(bounds.unitToCanvas.2.w))
    func moved(_ axis: Int, _ low: Eight, _ high: Eight) -> Eight {
      func by(_ row: SIMD4<Float>, _ off: Eight) -> Eight {
        larger(magnitude(row[axis] - low * row.w), magnitude(row[axis] - high * row.w)) * off
      }
      return
        (by(bounds.unitToCanvas.0, off.0) + by(bounds.unitToCanvas.1, off.1)
        + by(bounds.unitToCanvas.2, off.2)) / w
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
