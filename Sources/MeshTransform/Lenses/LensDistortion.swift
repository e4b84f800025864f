/// The distortion of a lens: a map of the plane at distance 1 in front of the camera.
///
/// A point of the scene in camera coordinates (x right, y down, z forward) is the ideal point (x / z, y / z). The
/// distortion maps it to the observed point, which the camera matrix then maps to pixels. Coefficients are in the units
/// of that plane, and in the order and with the names of the program that the case is named after.
public enum LensDistortion: Hashable, Sendable {
  /// A pinhole.
  case none
  /// OpenCV's model of 4, 5, 8, 12 and 14 coefficients.
  case openCV(OpenCVDistortion)
  /// OpenCV's fisheye model of Kannala and Brandt, also Kalibr's and ROS's equidistant one: the angle t to the axis
  /// becomes `t (1 + k1 t^2 + k2 t^4 + k3 t^6 + k4 t^8)`. Four coefficients.
  case fisheye([Double])
  /// COLMAP's THIN_PRISM_FISHEYE: k1 k2 p1 p2 k3 k4 sx1 sy1.
  case thinPrismFisheye([Double])
  /// COLMAP's RAD_TAN_THIN_PRISM_FISHEYE, the model of Project Aria: k0...k5 p0 p1 s0...s3.
  case radialTangentialThinPrismFisheye([Double])
  /// The field of view model of Devernay and Faugeras: the radius becomes `atan(2 r tan(w / 2)) / w`.
  case fieldOfView(Double)
  /// The division model: an observed radius r has the ideal radius `r / (1 + k r^2)`.
  case division(Double)
  /// The extended unified model: a point is divided by `alpha sqrt(beta r^2 + 1) + 1 - alpha`.
  case extendedUnified(alpha: Double, beta: Double)
  /// The radius is multiplied by a polynomial of itself, as in PanoTools and ImageMagick.
  case radialPolynomial(RadialPolynomial)

  /// Whether the map is the same in every direction from the center, so that one direction represents all.
  var isRadial: Bool {
    switch self {
    case .none, .fisheye, .fieldOfView, .division, .extendedUnified: true
    case .openCV(let model): model.isRadial
    case .thinPrismFisheye(let c): c[2] == 0 && c[3] == 0 && c[6] == 0 && c[7] == 0
    case .radialTangentialThinPrismFisheye(let c): c[6...].allSatisfy { $0 == 0 }
    case .radialPolynomial(let model): model.x == model.y
    }
  }

  /// Whether the formula is one of the angle to the axis.
  public var isFisheye: Bool {
    switch self {
    case .fisheye, .thinPrismFisheye, .radialTangentialThinPrismFisheye: true
    case .radialPolynomial(let model): model.isFisheye
    case .none, .openCV, .fieldOfView, .division, .extendedUnified: false
    }
  }

  /// The observed point of an ideal one. Not finite where the formula has no value.
  @inline(__always)
  func distort<N: LensNumber>(_ x: N, _ y: N) -> (x: N, y: N) {
    switch self {
    case .none: return (x, y)
    case .openCV(let model): return model.distort(x, y)
    case .fisheye(let k):
      let factor = Self.fisheyeFactor(x, y, k[...])
      return (x * factor, y * factor)
    case .thinPrismFisheye(let c):
      let ratio = Self.angleRatio(x * x + y * y)
      let (u, v) = (x * ratio, y * ratio)
      let (u2, v2, twiceUV): (N, N, N) = (u * u, v * v, N(2) * u * v)
      let r2: N = u2 + v2
      let factor: N = N(1) + r2 * Self.polynomial([c[0], c[1], c[4], c[5]], r2)
      let (p1, p2) = (N(c[2]), N(c[3]))
      let shiftU: N = p1 * twiceUV + p2 * (r2 + N(2) * u2)
      let shiftV: N = p2 * twiceUV + p1 * (r2 + N(2) * v2)
      return (u * factor + shiftU + N(c[6]) * r2, v * factor + shiftV + N(c[7]) * r2)
    case .radialTangentialThinPrismFisheye(let c):
      let factor = Self.fisheyeFactor(x, y, c[..<6])
      let (u, v) = (x * factor, y * factor)
      let r2: N = u * u + v * v
      let (p0, p1) = (N(c[6]), N(c[7]))
      let sum: N = N(2) * (p0 * u + p1 * v)
      let prismU: N = r2 * (N(c[8]) + N(c[9]) * r2)
      let prismV: N = r2 * (N(c[10]) + N(c[11]) * r2)
      return (u + u * sum + p0 * r2 + prismU, v + v * sum + p1 * r2 + prismV)
    case .fieldOfView(let w):
      // The limit of the factor for w = 0 is 1; below 1e-6 the difference is within the precision of numbers.
      guard w.magnitude > 1e-6 else { return (x, y) }
      let slope = 2 * tangent(w / 2)
      let factor: N = N(slope / w) * Self.angleRatio(N(slope * slope) * (x * x + y * y))
      return (x * factor, y * factor)
    case .division(let k):
      let root: N = (N(1) - N(4 * k) * (x * x + y * y)).squareRoot()
      let factor: N = N(2) / (N(1) + root)
      return (x * factor, y * factor)
    case .extendedUnified(let alpha, let beta):
      let distance: N = (N(1) + N(beta) * (x * x + y * y)).squareRoot()
      let divisor: N = N(alpha) * distance + N(1 - alpha)
      return (x / divisor, y / divisor)
    case .radialPolynomial(let model): return model.distort(x, y)
    }
  }

  /// `atan(r) / r` of the square of r, with the first terms of its series near 0.
  @inline(__always)
  static func angleRatio<N: LensNumber>(_ r2: N) -> N {
    guard r2.value < 1e-5 else {
      let r = r2.squareRoot()
      return r.arcTangent / r
    }
    let tail: N = N(1.0 / 5) - r2 * N(1.0 / 7)
    return N(1) - r2 * (N(1.0 / 3) - r2 * tail)
  }

  /// The radius of the angle t to the axis, `t (1 + k1 t^2 + k2 t^4 + ...)`, divided by that of the point.
  @inline(__always)
  private static func fisheyeFactor<N: LensNumber>(_ x: N, _ y: N, _ k: ArraySlice<Double>) -> N {
    let r2: N = x * x + y * y
    let ratio = angleRatio(r2)
    let t2: N = ratio * ratio * r2
    return ratio * (N(1) + t2 * polynomial(k, t2))
  }

  /// `c[0] + c[1] t + c[2] t^2 + ...`.
  @inline(__always)
  private static func polynomial<N: LensNumber>(_ c: some BidirectionalCollection<Double>, _ t: N) -> N {
    var sum = N(0)
    for coefficient in c.reversed() { sum = N(coefficient) + t * sum }
    return sum
  }
}
