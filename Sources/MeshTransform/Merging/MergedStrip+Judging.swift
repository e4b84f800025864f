/// Whether what differs can be seen.
extension MergedStrip {
  typealias Lanes = SIMDMask<SIMD8<Int32>>

  /// Of eight cells, those that look right, and those outside the canvas.
  func judge(_ j: Int, _ height: Int, _ contentError: (absolute: Float, relative: Float)) -> (
    areRight: Lanes, areHidden: Lanes
  ) {
    let views = CellViews(top, bottom, j)
    let areFaces = height == 1 ? columns.areSingle(j) : Lanes(repeating: false)
    // What is farther outside may be off by as much.
    let distance = view.canvas.map { views.distance(fromCanvasOf: $0) } ?? Eight(repeating: -1)
    let areHidden = views.areBeforeEye .& (distance .> 1 + 2 * MergeView.place)
    let allowed = Eight(repeating: MergeView.place).replacing(with: distance - 1, where: areHidden)
    let seen = views.seen((off(0, j), off(1, j), off(2, j)), view)
    let isBright =
      grid.brightness != nil ? off(window.checked - 1, j) .<= view.brightness : Lanes(repeating: true)
    let isRight =
      (seen.depth .<= view.depth) .& areNormalsRight(j, height) .& isContentRight(j, views, contentError)
    let passes = views.areBeforeEye .& (seen.pixels .<= allowed) .& (areHidden .| (isRight .& isBright))
    return (passes .| areFaces, areHidden)
  }

  /// The most that a number differs in a cell.
  private func off(_ i: Int, _ j: Int) -> Eight {
    let (p, q, r, s) = corners(i, j)
    let bend = cellTwists[i].eight(j) * bends.eight(j)
    // Half a dozen roundings to 24 bits.
    let rounding = larger(larger(magnitude(p), magnitude(q)), larger(magnitude(r), magnitude(s))) * 5e-7
    return larger(cellHigh[i].eight(j) + larger(bend, .zero), -(cellLow[i].eight(j) + smaller(bend, .zero)))
      + rounding
  }

  private func isContentRight(
    _ j: Int, _ views: CellViews, _ rows: (absolute: Float, relative: Float)
  ) -> Lanes {
    let place = MergeView.place
    if grid.isUpright {
      let across = columns.contentErrors.absolute.eight(j) * view.texels.x
      let down = rows.absolute * view.texels.y
      let pixels = columns.contentErrors.relative.eight(j) * views.width + views.height * rows.relative
      return (across * across + down * down .<= place * place) .& (pixels .<= place)
    }
    let (x, y) = (off(3, j), off(4, j))
    let (across, down) = (x * view.texels.x, y * view.texels.y)
    let isRising = rises.eight(j) .> 0
    let moved = larger(
      movement(j, isRising, isUpper: true, x, y), movement(j, isRising, isUpper: false, x, y))
    let ratio = views.ratio
    // In perspective it differs within a triangle, by less than the square of how w does.
    return (across * across + down * down .<= place * place) .& (moved * ratio * ratio .<= place)
  }

  /// The pixels by which the content moves in one of a cell's triangles when its coordinates change by as much.
  private func movement(_ j: Int, _ isRising: Lanes, isUpper: Bool, _ byX: Eight, _ byY: Eight) -> Eight {
    // The corner at the right angle, and the others.
    func legs(_ upper: FloatRow, _ lower: FloatRow) -> (Eight, Eight) {
      let (p, q, r, s) = (upper.eight(j), upper.eight(j + 1), lower.eight(j), lower.eight(j + 1))
      return isUpper
        ? ((p - q).replacing(with: q - p, where: isRising), (s - q).replacing(with: r - p, where: isRising))
        : ((s - r).replacing(with: r - s, where: isRising), (p - r).replacing(with: q - s, where: isRising))
    }
    let (ax, bx) = legs(top.places[0], bottom.places[0])
    let (ay, by) = legs(top.places[1], bottom.places[1])
    let (ux, vx) = legs(top.values[3], bottom.values[3])
    let (uy, vy) = legs(top.values[4], bottom.values[4])
    let area = ux * vy - uy * vx
    let (xx, xy) = ((ax * vy - bx * uy) / area, (ay * vy - by * uy) / area)
    let (yx, yy) = ((bx * ux - ax * vx) / area, (by * ux - ay * vx) / area)
    let moved = (xx * xx + xy * xy).squareRoot() * byX + (yx * yx + yy * yy).squareRoot() * byY
    return Eight(repeating: .infinity).replacing(with: moved, where: moved .>= 0)
  }

  /// Of the angle between the true normals and those of the coarse triangles, both of any length.
  private func areNormalsRight(_ j: Int, _ height: Int) -> Lanes {
    guard grid.isLit, let sine = view.sine else { return Lanes(repeating: true) }
    let n = window.checked
    var (one, two, three, spread, twist) = (Eight.zero, Eight.zero, Eight.zero, Eight.zero, Eight.zero)
    for i in n..<n + 3 {
      let (p, q, r, s) = corners(i, j)
      (one, two, three) = (one + p * q, two + p * r, three + p * s)
      let range = larger(larger(p, q), larger(r, s)) - smaller(smaller(p, q), smaller(r, s))
      spread += range * range
      let t = p + s - q - r
      twist += t * t
    }
    // A mean of unit vectors is at least as long as what they have in common with one of them.
    let least = smaller(smaller(one, two), three)
    let bend = twist.squareRoot() * bends.eight(j)
    // Between vertices, normals that are off to the same side, but whose means are not equally long, are off by some more:
    // by the covariance of direction and length, whose steps are a chord's and that times half of the angle.
    let angle = spread.squareRoot()
    let step = angle * (1 / columns.widths.eight(j) + 1 / Float(height)) + 2 * sine
    let allowed = least * sine - bend - step * step * angle / 8
    return (least .> 0.9) .& (allowed .> 0) .& (cellTurns.eight(j) .<= allowed * allowed)
  }
}
