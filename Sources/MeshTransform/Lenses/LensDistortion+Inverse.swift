extension LensDistortion {
  /// The greatest angle to the axis for which points on the plane at distance 1 are searched, in radians.
  private static let greatestAngle = Angle.degrees(89.9).radians

  func distorted(_ point: SIMD2<Double>) -> SIMD2<Double> {
    let (x, y) = distort(point.x, point.y)
    return SIMD2(x, y)
  }

  /// The observed point and the rows of its derivatives.
  private func jet(_ point: SIMD2<Double>) -> (x: Jet, y: Jet) {
    distort(Jet(point.x, SIMD2(1, 0)), Jet(point.y, SIMD2(0, 1)))
  }

  /// Whether the map keeps the orientation of the plane at a point, and is not turned by more than a quarter.
  private func isRegular(_ point: SIMD2<Double>) -> Bool {
    let (x, y) = jet(point)
    // False for NaN as well.
    return x.slope.x * y.slope.y - x.slope.y * y.slope.x > 0 && x.slope.x + y.slope.y > 0
  }

  /// The radius of the first point in any of 32 directions (one for a radial distortion) at which the determinant of the
  /// derivatives is not above 0; infinite without one up to 89.9 degrees.
  var oneToOneRadius: Double {
    if case .none = self { return .infinity }
    let steps = 1000
    var bound = Self.greatestAngle
    var isBounded = false
    for index in 0..<(isRadial ? 1 : 32) {
      let turn = Double(index) / 16 * .pi
      let direction = SIMD2(cosine(turn), sine(turn))
      func isRegular(at angle: Double) -> Bool { self.isRegular(tangent(angle) * direction) }
      for step in 0...steps {
        let angle = Self.greatestAngle * Double(step) / Double(steps)
        if angle > bound { break }
        guard !isRegular(at: angle) else { continue }
        guard step > 0 else { return 0 }
        var (low, high) = (Self.greatestAngle * Double(step - 1) / Double(steps), angle)
        for _ in 0..<48 {
          let middle = (low + high) / 2
          if isRegular(at: middle) { low = middle } else { high = middle }
        }
        (bound, isBounded) = (min(bound, low), true)
        break
      }
    }
    return isBounded ? tangent(bound) : .infinity
  }

  /// The ideal point within a radius that is observed at a point, by Newton's method; nil without one.
  ///
  /// - `radius`: ``oneToOneRadius``, within which there is at most one solution.
  func undistorted(_ point: SIMD2<Double>, within radius: Double) -> SIMD2<Double>? {
    if case .none = self { return point }
    let length = (point * point).sum().squareRoot()
    guard length.isFinite else { return nil }
    guard length > 0 else { return newton(.zero, point, radius) }
    // The point on the same ray at whose radius the observed one is: the solution of a radial distortion, and near that
    // of any other.
    let direction = point / length
    var (low, high) = (0.0, radius.isFinite ? arcTangent(radius) : Self.greatestAngle)
    for _ in 0..<10 {
      let middle = (low + high) / 2
      let observed = distorted(tangent(middle) * direction)
      if (observed * direction).sum() < length { low = middle } else { high = middle }
    }
    return newton(tangent((low + high) / 2) * direction, point, radius)
  }

  private func newton(_ start: SIMD2<Double>, _ target: SIMD2<Double>, _ radius: Double) -> SIMD2<Double>? {
    var point = start
    var best = Double.infinity
    let tolerance = 1e-14 * (1 + (target * target).sum().squareRoot())
    for _ in 0..<40 {
      let (x, y) = jet(point)
      let error = SIMD2(x.value, y.value) - target
      let size = (error * error).sum().squareRoot()
      guard size.isFinite else { return nil }
      let determinant = x.slope.x * y.slope.y - x.slope.y * y.slope.x
      let step = SIMD2(
        (error.x * y.slope.y - error.y * x.slope.y) / determinant,
        (error.y * x.slope.x - error.x * y.slope.x) / determinant)
      guard step.x.isFinite, step.y.isFinite else { return size <= tolerance ? point : nil }
      let isDone = size <= tolerance || (size >= best && size < 1e-11)
      best = min(best, size)
      if isDone { break }
      // A step beyond the radius would leave the region in which the solution is unique.
      var next = point - step
      let distance = (next * next).sum().squareRoot()
      if distance > radius { next *= radius * (1 - 1e-12) / distance }
      if next == point { break }
      point = next
    }
    guard best < 1e-9 * (1 + (target * target).sum().squareRoot()) else { return nil }
    return (point * point).sum().squareRoot() <= radius ? point : nil
  }
}
