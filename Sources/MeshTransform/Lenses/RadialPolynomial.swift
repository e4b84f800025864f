/// A radius multiplied by a polynomial of itself, or divided by it: `r (a r^3 + b r^2 + c r + d)`.
///
/// PanoTools and Hugin, and ImageMagick's `Barrel` and `BarrelInverse`, state the coefficients for a radius of 1 at half
/// the shorter side of the picture.
///
/// Source: the documentation of PanoTools' lens correction model, and of ImageMagick's distortion methods.
public struct RadialPolynomial: Hashable, Sendable {
  /// a, b, c and d for the x and for the y of a point; the radius is the same.
  public var x: SIMD4<Double>, y: SIMD4<Double>
  /// The factor that makes the radius of the plane at distance 1 that of the polynomial: the focal length divided by
  /// half the shorter side.
  public var scale: Double
  /// Whether the radius is divided by the polynomial.
  public var isInverse: Bool
  /// Whether the polynomial applies to the angle to the axis in radians, as it does to an equidistant fisheye picture.
  public var isFisheye: Bool

  /// A model with the given values.
  public init(
    x: SIMD4<Double>, y: SIMD4<Double>, scale: Double, isInverse: Bool = false, isFisheye: Bool = false
  ) {
    (self.x, self.y, self.scale) = (x, y, scale)
    (self.isInverse, self.isFisheye) = (isInverse, isFisheye)
  }

  @inline(__always)
  func distort<N: LensNumber>(_ px: N, _ py: N) -> (x: N, y: N) {
    var (px, py) = (px, py)
    if isFisheye {
      let ratio = LensDistortion.angleRatio(px * px + py * py)
      (px, py) = (px * ratio, py * ratio)
    }
    let r2: N = N(scale * scale) * (px * px + py * py)
    // The root has no derivative at 0, where the factor is d.
    let r = r2.value < 1e-24 ? N(0) : r2.squareRoot()
    let fx = Self.factor(x, r)
    let fy = x == y ? fx : Self.factor(y, r)
    return isInverse ? (px / fx, py / fy) : (px * fx, py * fy)
  }

  @inline(__always)
  private static func factor<N: LensNumber>(_ c: SIMD4<Double>, _ r: N) -> N {
    N(c.w) + r * (N(c.z) + r * (N(c.y) + r * N(c.x)))
  }
}
