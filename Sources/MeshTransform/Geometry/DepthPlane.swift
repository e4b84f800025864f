/// The plane of a flat layer in the space of a projection: `depth = slope.x * x + slope.y * y + offset` at point x, y of
/// the canvas or of the superlayer.
///
/// The coefficients are rounded, so that layers that are meant to lie in one plane have equal values.
package struct DepthPlane: Hashable {
  package let slope: SIMD2<Double>
  package let offset: Double

  /// The plane of all points of unit layer space with this z. Fails where it is seen edge-on.
  package init?(_ m: Transform3D, z: Double) {
    guard let (slope, offset) = Self.coefficients(m, z: z) else { return nil }
    self.slope = SIMD2(Self.rounded(slope.x, to: 0x1p-24), Self.rounded(slope.y, to: 0x1p-24))
    self.offset = Self.rounded(offset, to: 0x1p-12)
  }

  /// The coefficients of the plane, not rounded; nil where it is seen edge-on.
  ///
  /// Slope and offset follow from three points of the plane (two of them at infinity) by Cramer's rule:
  /// `z = slope.x * x + slope.y * y + offset * w` holds for the homogeneous images of all three.
  package static func coefficients(_ m: Transform3D, z: Double) -> (slope: SIMD2<Double>, offset: Double)? {
    let (u, v, origin) = (m.row(0), m.row(1), m.row(2) * z + m.row(3))
    func determinant(_ i: Int, _ j: Int, _ k: Int) -> Double {
      u[i] * (v[j] * origin[k] - v[k] * origin[j]) - u[j] * (v[i] * origin[k] - v[k] * origin[i])
        + u[k] * (v[i] * origin[j] - v[j] * origin[i])
    }
    let whole = determinant(0, 1, 3)
    let slope = SIMD2(determinant(2, 1, 3), determinant(0, 2, 3)) / whole
    let offset = determinant(0, 1, 2) / whole
    return slope.x.isFinite && slope.y.isFinite && offset.isFinite ? (slope, offset) : nil
  }

  /// Rounds to a grid whose offset is no round number: round values then do not lie on the border of two grid cells,
  /// where rounding errors would separate equal planes.
  private static func rounded(_ value: Double, to step: Double) -> Double {
    let shift = 0.381_966
    return ((value / step + shift).rounded() - shift) * step
  }

  /// Change of depth over the canvas in points a pixel, along x plus along y.
  package var steepness: Double { abs(slope.x) + abs(slope.y) }
}
