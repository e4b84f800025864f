import MeshTransform
import RenderGraph

/// The comparison of measured differences with the error bounds.
extension CellRow {
  typealias Lanes = SIMDMask<SIMD8<Int32>>

  /// Classifies eight cells: those within the error bounds, and those outside the canvas.
  func classify(_ j: Int, _ height: Int, _ contentError: (absolute: Float, relative: Float)) -> (
    areWithinBounds: Lanes, areOffCanvas: Lanes
  ) {
    let cellBounds = CellBounds(top, bottom, j)
    let areFaces = height == 1 ? columns.areSingle(j) : Lanes(repeating: false)
    // Outside the canvas, an error up to the distance from the canvas is invisible.
    let distance = bounds.canvas.map { cellBounds.distance(fromCanvasOf: $0) } ?? Eight(repeating: -1)
    let areOffCanvas =
      cellBounds.areInFrontOfEye .& (distance .> 1 + 2 * SimplificationBounds.positionTolerance)
    let allowed = Eight(repeating: SimplificationBounds.positionTolerance).replacing(
      with: distance - 1, where: areOffCanvas)
    let seen = cellBounds.displacement((error(0, j), error(1, j), error(2, j)), bounds)
    let isBright =
      grid.brightness != nil
      ? error(window.componentCount - 1, j) .<= bounds.brightness : Lanes(repeating: true)
    let isWithinBounds =
      (seen.depth .<= bounds.depth) .& areNormalsWithinBounds(j, height)
      .& isContentWithinBounds(j, cellBounds, contentError)
    let passes =
      cellBounds.areInFrontOfEye .& (seen.pixels .<= allowed)
      .& (areOffCanvas .| (isWithinBounds .& isBright))
    return (passes .| areFaces, areOffCanvas)
  }

  /// The largest difference of a component in each of eight cells, with a margin for rounding.
  private func error(_ i: Int, _ j: Int) -> Eight {
    let (p, q, r, s) = corners(i, j)
    let bend = cellTwists[i].eight(j) * bends.eight(j)
    // Six roundings to 24 bits.
    let rounding = larger(larger(magnitude(p), magnitude(q)), larger(magnitude(r), magnitude(s))) * 5e-7
    return larger(cellHigh[i].eight(j) + larger(bend, .zero), -(cellLow[i].eight(j) + smaller(bend, .zero)))
      + rounding
  }

  private func isContentWithinBounds(
    _ j: Int, _ cellBounds: CellBounds, _ rows: (absolute: Float, relative: Float)
  ) -> Lanes {
    let tolerance = SimplificationBounds.positionTolerance
    if grid.isAxisAligned {
      let across = columns.contentErrors.absolute.eight(j) * bounds.contentSize.x
      let down = rows.absolute * bounds.contentSize.y
      let pixels =
        columns.contentErrors.relative.eight(j) * cellBounds.width + cellBounds.height * rows.relative
      return (across * across + down * down .<= tolerance * tolerance) .& (pixels .<= tolerance)
    }
    let (x, y) = (error(3, j), error(4, j))
    let (across, down) = (x * bounds.contentSize.x, y * bounds.contentSize.y)
    let isRising = rises.eight(j) .> 0
    let moved = larger(
      movement(j, isRising, isUpper: true, x, y), movement(j, isRising, isUpper: false, x, y))
    let ratio = cellBounds.ratio
    // In perspective the displacement varies within a triangle by less than the square of the ratio of w.
    return (across * across + down * down .<= tolerance * tolerance) .& (moved * ratio * ratio .<= tolerance)
  }

  /// The displacement in pixels of the content in one of a cell's triangles, for changes `byX` and `byY` of its
  /// coordinates.
  private func movement(_ j: Int, _ isRising: Lanes, isUpper: Bool, _ byX: Eight, _ byY: Eight) -> Eight {
    // The two edges from the corner at the right angle.
    func legs(_ upper: FloatRow, _ lower: FloatRow) -> (Eight, Eight) {
      let (p, q, r, s) = (upper.eight(j), upper.eight(j + 1), lower.eight(j), lower.eight(j + 1))
      return isUpper
        ? ((p - q).replacing(with: q - p, where: isRising), (s - q).replacing(with: r - p, where: isRising))
        : ((s - r).replacing(with: r - s, where: isRising), (p - r).replacing(with: q - s, where: isRising))
    }
    let (ax, bx) = legs(top.positions[0], bottom.positions[0])
    let (ay, by) = legs(top.positions[1], bottom.positions[1])
    let (ux, vx) = legs(top.values[3], bottom.values[3])
    let (uy, vy) = legs(top.values[4], bottom.values[4])
    let area = ux * vy - uy * vx
    let (xx, xy) = ((ax * vy - bx * uy) / area, (ay * vy - by * uy) / area)
    let (yx, yy) = ((bx * ux - ax * vx) / area, (by * ux - ay * vx) / area)
    let moved = (xx * xx + xy * xy).squareRoot() * byX + (yx * yx + yy * yy).squareRoot() * byY
    return Eight(repeating: .infinity).replacing(with: moved, where: moved .>= 0)
  }

  /// Whether the angle between the true normals, of any length, and those of the coarse triangles stays within the
  /// bound.
  private func areNormalsWithinBounds(_ j: Int, _ height: Int) -> Lanes {
    guard grid.isLit, let sine = bounds.sine else { return Lanes(repeating: true) }
    let n = window.componentCount
    var (one, two, three, spread, twist) = (Eight.zero, Eight.zero, Eight.zero, Eight.zero, Eight.zero)
    for i in n..<n + 3 {
      let (p, q, r, s) = corners(i, j)
      (one, two, three) = (one + p * q, two + p * r, three + p * s)
      let range = larger(larger(p, q), larger(r, s)) - smaller(smaller(p, q), smaller(r, s))
      spread += range * range
      let t = p + s - q - r
      twist += t * t
    }
    // The length of a mean of unit vectors is at least its component along one of them.
    let least = smaller(smaller(one, two), three)
    let bend = twist.squareRoot() * bends.eight(j)
    // Interpolation adds the covariance of direction and length of the normals: steps of the direction are the chord's,
    // steps of the length are the chord's times half of the angle.
    let angle = spread.squareRoot()
    let step = angle * (1 / columns.widths.eight(j) + 1 / Float(height)) + 2 * sine
    let allowed = least * sine - bend - step * step * angle / 8
    return (least .> 0.9) .& (allowed .> 0) .& (cellNormalErrors.eight(j) .<= allowed * allowed)
  }
}
