/// The coefficients of OpenCV's camera model: radial (rational), tangential, thin prism, and a tilted sensor.
///
/// With `r^2 = x^2 + y^2` and `a = (1 + k1 r^2 + k2 r^4 + k3 r^6) / (1 + k4 r^2 + k5 r^4 + k6 r^6)`:
/// ```
/// x' = a x + 2 p1 x y + p2 (r^2 + 2 x^2) + s1 r^2 + s2 r^4
/// y' = a y + p1 (r^2 + 2 y^2) + 2 p2 x y + s3 r^2 + s4 r^4
/// ```
/// and then the projection on the sensor tilted by tx about the x axis and ty about the y axis.
///
/// Source: the formulas of OpenCV's module calib3d.
public struct OpenCVDistortion: Hashable, Sendable {
  /// k1, k2, k3, and k4, k5, k6 of the denominator.
  public var radial = [Double](repeating: 0, count: 6)
  /// p1 and p2.
  public var tangential = SIMD2(0.0, 0)
  /// s1, s2, s3 and s4.
  public var prism = SIMD4(0.0, 0, 0, 0)
  /// tx and ty, in radians.
  public var tilt = SIMD2(0.0, 0) {
    didSet { projection = Self.projection(tilt) }
  }
  /// The rows of the tilted sensor's projection; nil without a tilt.
  private var projection: [SIMD3<Double>]?

  /// A model without distortion.
  public init() {}

  /// The numbers of coefficients that OpenCV accepts, in its order: k1 k2 p1 p2 k3 k4 k5 k6 s1 s2 s3 s4 tx ty.
  public static let counts = [4, 5, 8, 12, 14]

  /// - Parameter coefficients: in OpenCV's order, 14 at most; absent ones are 0.
  public init(_ coefficients: [Double]) {
    let c = coefficients + [Double](repeating: 0, count: max(0, 14 - coefficients.count))
    radial = [c[0], c[1], c[4], c[5], c[6], c[7]]
    tangential = SIMD2(c[2], c[3])
    prism = SIMD4(c[8], c[9], c[10], c[11])
    tilt = SIMD2(c[12], c[13])
    projection = Self.projection(tilt)
  }

  var isRadial: Bool { tangential == .zero && prism == .zero && tilt == .zero }

  @inline(__always)
  func distort<N: LensNumber>(_ x: N, _ y: N) -> (x: N, y: N) {
    let (x2, y2): (N, N) = (x * x, y * y)
    let r2: N = x2 + y2
    let (one, two, twiceXY) = (N(1), N(2), N(2) * x * y)
    let numerator: N = one + r2 * quadratic(radial[0], radial[1], radial[2], r2)
    let denominator: N = one + r2 * quadratic(radial[3], radial[4], radial[5], r2)
    let a: N = numerator / denominator
    let (p1, p2) = (N(tangential.x), N(tangential.y))
    let shiftX: N = p1 * twiceXY + p2 * (r2 + two * x2)
    let shiftY: N = p1 * (r2 + two * y2) + p2 * twiceXY
    let u: N = a * x + shiftX + r2 * quadratic(prism.x, prism.y, 0, r2)
    let v: N = a * y + shiftY + r2 * quadratic(prism.z, prism.w, 0, r2)
    guard let rows = projection else { return (u, v) }
    func product(_ row: SIMD3<Double>) -> N { N(row.x) * u + N(row.y) * v + N(row.z) }
    let w = product(rows[2])
    return (product(rows[0]) / w, product(rows[1]) / w)
  }

  /// `a + b t + c t^2`.
  @inline(__always)
  private func quadratic<N: LensNumber>(_ a: Double, _ b: Double, _ c: Double, _ t: N) -> N {
    N(a) + t * (N(b) + t * N(c))
  }

  /// The product of the rotations about x and y, and of the projection along the axis onto the tilted sensor.
  private static func projection(_ tilt: SIMD2<Double>) -> [SIMD3<Double>]? {
    guard tilt != .zero else { return nil }
    let (cx, sx, cy, sy) = (cosine(tilt.x), sine(tilt.x), cosine(tilt.y), sine(tilt.y))
    let rotation = [
      SIMD3(cy, sy * sx, -sy * cx),
      SIMD3(0, cx, sx),
      SIMD3(sy, -cy * sx, cy * cx),
    ]
    let (a, b, c) = (rotation[2].z, rotation[0].z, rotation[1].z)
    return [
      a * rotation[0] - b * rotation[2],
      a * rotation[1] - c * rotation[2],
      rotation[2],
    ]
  }
}
