extension Transform3D {
  /// The center of projection, in the space that the transform maps to the canvas: the homogeneous point that maps to
  /// x = y = w = 0.
  ///
  /// It is the null vector of columns 1, 2 and 4: their generalized cross product, whose components are the signed 3x3
  /// minors of the 4x3 matrix.
  ///
  /// - Returns:
  ///   - `[x y z 1]` for a perspective.
  ///   - `[x y z 0]`, a unit vector toward the eye, for a parallel projection and for an eye beyond 10^12 units. Depth
  ///     grows along the vector; if depth is constant along it, the sign is that of the cross product.
  ///   - nil if the three columns are linearly dependent (the image of space is a line or a point) or not finite.
  package var eye: SIMD4<Double>? {
    let (x, y, w) = (column(0), column(1), column(3))
    func minor(_ i: Int, _ j: Int, _ k: Int) -> Double {
      x[i] * (y[j] * w[k] - y[k] * w[j]) - x[j] * (y[i] * w[k] - y[k] * w[i])
        + x[k] * (y[i] * w[j] - y[j] * w[i])
    }
    let center = SIMD4(minor(1, 2, 3), -minor(0, 2, 3), minor(0, 1, 3), -minor(0, 1, 2))
    let distance = (center.x * center.x + center.y * center.y + center.z * center.z).squareRoot()
    guard distance.isFinite, center.w.isFinite, distance > 0 || center.w != 0 else { return nil }
    if abs(center.w) > 1e-12 * distance { return center / center.w }
    let direction = center / distance
    let isTowardEye = (direction * column(2)).sum() >= 0
    return SIMD4(direction.x, direction.y, direction.z, 0) * (isTowardEye ? 1 : -1)
  }
}
