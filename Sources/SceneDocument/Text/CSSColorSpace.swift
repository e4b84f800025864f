import MeshTransform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The color spaces of CSS Color 4. Components are in the units of that text: sRGB and other spaces of RGB 0...1, hues in
/// degrees, saturation and the like 0...1, the lightness of Lab 0...100.
enum CSSColorSpace: String, CaseIterable {
  case sRGB = "srgb"
  case sRGBLinear = "srgb-linear"
  case displayP3 = "display-p3"
  case displayP3Linear = "display-p3-linear"
  case a98RGB = "a98-rgb"
  case proPhotoRGB = "prophoto-rgb"
  case rec2020
  case xyz
  case xyzD50 = "xyz-d50"
  case xyzD65 = "xyz-d65"
  case hsl, hwb, lab, lch, oklab, oklch

  /// The meaning of a component. Those of two spaces with the same one take each other's place in a mixture.
  enum Component {
    case red, green, blue, hue, saturation, lightness, whiteness, blackness, a, b
  }

  var meanings: [Component] {
    switch self {
    case .hsl: [.hue, .saturation, .lightness]
    case .hwb: [.hue, .whiteness, .blackness]
    case .lab, .oklab: [.lightness, .a, .b]
    case .lch, .oklch: [.lightness, .saturation, .hue]
    default: [.red, .green, .blue]
    }
  }

  /// The index of the hue; nil for spaces without one.
  var hueIndex: Int? { meanings.firstIndex(of: .hue) }

  /// Whether a hue has no effect beside the other components, or only that of their rounding errors.
  func isGray(_ value: SIMD3<Double>) -> Bool {
    switch self {
    case .hsl: value.y <= 1e-6
    case .hwb: value.y + value.z >= 1 - 1e-6
    case .lch: value.y <= 0.0015
    case .oklch: value.y <= 4e-6
    default: false
    }
  }

  /// The color as linear sRGB, outside 0...1 for colors that sRGB lacks.
  func linear(_ value: SIMD3<Double>) -> SIMD3<Double> {
    switch self {
    case .hsl: value.rgbOfHSL.mapped(SRGBCurve.extendedDecoded)
    case .hwb: value.rgbOfHWB.mapped(SRGBCurve.extendedDecoded)
    case .oklab: OKLab(lightness: value.x, a: value.y, b: value.z).linear
    case .oklch: OKLab(lightness: value.x, chroma: value.y, hue: .degrees(value.z)).linear
    case .lab: Matrix3.sRGB.inverse * (Matrix3.d50ToD65 * value.xyzOfLab)
    case .lch: Self.lab.linear(value.rectangular)
    default: rgb.map { Matrix3.sRGB.inverse * ($0.toXYZ * value.mapped($0.decoded)) } ?? value
    }
  }

  /// A color of linear sRGB in the components of this space.
  func components(ofLinear light: SIMD3<Double>) -> SIMD3<Double> {
    switch self {
    case .hsl: return light.mapped(SRGBCurve.extendedEncoded).hslOfRGB
    case .hwb:
      let rgb = light.mapped(SRGBCurve.extendedEncoded)
      return SIMD3(rgb.hslOfRGB.x, rgb.min(), 1 - rgb.max())
    case .oklab:
      let lab = OKLab(linear: light)
      return SIMD3(lab.lightness, lab.a, lab.b)
    case .oklch: return Self.oklab.components(ofLinear: light).polar
    case .lab: return (Matrix3.d50ToD65.inverse * (Matrix3.sRGB * light)).labOfXYZ
    case .lch: return Self.lab.components(ofLinear: light).polar
    default:
      return rgb.map { ($0.toXYZ.inverse * (Matrix3.sRGB * light)).mapped($0.encoded) } ?? light
    }
  }

  /// A space of RGB, or of XYZ.
  private struct RGB {
    /// To the XYZ of D65.
    let toXYZ: Matrix3
    let decoded: (Double) -> Double
    let encoded: (Double) -> Double
  }

  /// Nil for linear sRGB, and for the spaces that are no RGB.
  private var rgb: RGB? {
    func plain(_ matrix: Matrix3) -> RGB { RGB(toXYZ: matrix, decoded: { $0 }, encoded: { $0 }) }
    func power(_ exponent: Double) -> (decoded: (Double) -> Double, encoded: (Double) -> Double) {
      ({ $0.signed { pow($0, exponent) } }, { $0.signed { pow($0, 1 / exponent) } })
    }
    switch self {
    case .sRGB:
      return RGB(toXYZ: .sRGB, decoded: SRGBCurve.extendedDecoded, encoded: SRGBCurve.extendedEncoded)
    case .displayP3:
      return RGB(toXYZ: .displayP3, decoded: SRGBCurve.extendedDecoded, encoded: SRGBCurve.extendedEncoded)
    case .displayP3Linear: return plain(.displayP3)
    case .a98RGB:
      let curve = power(563 / 256)
      return RGB(toXYZ: .a98RGB, decoded: curve.decoded, encoded: curve.encoded)
    case .proPhotoRGB:
      // A line up to 16/512, then the power 1.8.
      return RGB(
        toXYZ: .proPhotoRGB,
        decoded: { $0.signed { $0 <= 16 / 512 ? $0 / 16 : pow($0, 1.8) } },
        encoded: { $0.signed { $0 < 1 / 512 ? $0 * 16 : pow($0, 1 / 1.8) } })
    case .rec2020:
      let (a, b) = (1.09929682680944, 0.018053968510807)
      return RGB(
        toXYZ: .rec2020,
        decoded: { $0.signed { $0 < 4.5 * b ? $0 / 4.5 : pow(($0 + a - 1) / a, 1 / 0.45) } },
        encoded: { $0.signed { $0 <= b ? $0 * 4.5 : a * pow($0, 0.45) - (a - 1) } })
    case .xyz, .xyzD65: return plain(.identity)
    case .xyzD50: return plain(.d50ToD65)
    case .sRGBLinear, .hsl, .hwb, .lab, .lch, .oklab, .oklch: return nil
    }
  }
}

extension SRGBCurve {
  /// As ``decoded(_:)``, continued beyond 0...1.
  fileprivate static func extendedDecoded(_ value: Double) -> Double {
    value.signed { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
  }

  fileprivate static func extendedEncoded(_ light: Double) -> Double {
    light.signed { $0 <= 0.0031308 ? $0 * 12.92 : 1.055 * pow($0, 1 / 2.4) - 0.055 }
  }
}

extension Double {
  /// An odd function that is given for numbers from 0 on.
  fileprivate func signed(_ function: (Double) -> Double) -> Double {
    self < 0 ? -function(-self) : function(self)
  }
}

/// The formulas of CSS Color 4, sections 7 to 9.
extension SIMD3<Double> {
  fileprivate func mapped(_ function: (Double) -> Double) -> SIMD3 {
    SIMD3(function(x), function(y), function(z))
  }

  /// Of a lightness, a chroma and a hue in degrees.
  fileprivate var rectangular: SIMD3 {
    let (sine, cosine) = Angle.degrees(z).sineAndCosine
    return SIMD3(x, y * cosine, y * sine)
  }

  /// Of a lightness and two axes.
  fileprivate var polar: SIMD3 {
    let degrees = Angle.ofVector(y, z).degrees
    return SIMD3(x, (y * y + z * z).squareRoot(), degrees < 0 ? degrees + 360 : degrees)
  }

  fileprivate var rgbOfHSL: SIMD3 {
    let (turn, saturation, lightness) = (x - (x / 360).rounded(.down) * 360, y, z)
    let reach = saturation * Swift.min(lightness, 1 - lightness)
    func channel(_ offset: Double) -> Double {
      let k = (offset + turn / 30).truncatingRemainder(dividingBy: 12)
      return lightness - reach * Swift.max(-1, Swift.min(k - 3, 9 - k, 1))
    }
    return SIMD3(channel(0), channel(8), channel(4))
  }

  fileprivate var hslOfRGB: SIMD3 {
    let (low, high) = (self.min(), self.max())
    let (lightness, chroma) = ((low + high) / 2, high - low)
    guard chroma > 0 else { return SIMD3(0, 0, lightness) }
    let share =
      lightness == 0 || lightness == 1 ? 0 : (high - lightness) / Swift.min(lightness, 1 - lightness)
    let sixths =
      high == x ? (y - z) / chroma + (y < z ? 6 : 0) : high == y ? (z - x) / chroma + 2 : (x - y) / chroma + 4
    // Far outside of sRGB the saturation may be negative, which is the opposite hue.
    return share < 0
      ? SIMD3((60 * sixths + 180).truncatingRemainder(dividingBy: 360), -share, lightness)
      : SIMD3(60 * sixths, share, lightness)
  }

  fileprivate var rgbOfHWB: SIMD3 {
    let (white, black) = (y, z)
    if white + black >= 1 { return SIMD3(repeating: white / (white + black)) }
    return SIMD3(x, 1, 0.5).rgbOfHSL * (1 - white - black) + SIMD3(repeating: white)
  }

  /// Of CIE Lab, in the XYZ of D50.
  fileprivate var xyzOfLab: SIMD3 {
    let middle = (x + 16) / 116
    func value(_ root: Double) -> Double {
      let cube = root * root * root
      return cube > Lab.epsilon ? cube : (116 * root - 16) / Lab.kappa
    }
    let luminance = x > Lab.kappa * Lab.epsilon ? middle * middle * middle : x / Lab.kappa
    return SIMD3(value(y / 500 + middle), luminance, value(middle - z / 200)) * Lab.white
  }

  fileprivate var labOfXYZ: SIMD3 {
    let roots = (self / Lab.white).mapped { $0 > Lab.epsilon ? cbrt($0) : (Lab.kappa * $0 + 16) / 116 }
    return SIMD3(116 * roots.y - 16, 500 * (roots.x - roots.y), 200 * (roots.y - roots.z))
  }
}

private enum Lab {
  static let epsilon = 216.0 / 24_389, kappa = 24_389.0 / 27
  static let white = Matrix3.white(0.3457, 0.3585)
}

/// A linear map between spaces of three components.
private struct Matrix3 {
  let rows: [SIMD3<Double>]

  init(_ first: SIMD3<Double>, _ second: SIMD3<Double>, _ third: SIMD3<Double>) {
    rows = [first, second, third]
  }

  /// A space of RGB with primaries and a white by their chromaticities x and y, to the XYZ of that white.
  init(
    red: SIMD2<Double>, green: SIMD2<Double>, blue: SIMD2<Double>,
    white: SIMD3<Double> = Self.white(0.3127, 0.3290)
  ) {
    let colors = [red, green, blue].map { SIMD3($0.x, $0.y, 1 - $0.x - $0.y) }
    let primaries = Matrix3(columns: colors)
    let amounts = primaries.inverse * white
    self.init(columns: [colors[0] * amounts.x, colors[1] * amounts.y, colors[2] * amounts.z])
  }

  private init(columns: [SIMD3<Double>]) {
    rows = (0..<3).map { row in SIMD3(columns[0][row], columns[1][row], columns[2][row]) }
  }

  /// The XYZ of a white with the luminance 1.
  static func white(_ x: Double, _ y: Double) -> SIMD3<Double> { SIMD3(x / y, 1, (1 - x - y) / y) }

  static func * (a: Matrix3, b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3((a.rows[0] * b).sum(), (a.rows[1] * b).sum(), (a.rows[2] * b).sum())
  }

  static func * (a: Matrix3, b: Matrix3) -> Matrix3 {
    Matrix3(
      columns: (0..<3).map { column in a * SIMD3(b.rows[0][column], b.rows[1][column], b.rows[2][column]) })
  }

  var inverse: Matrix3 {
    func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
    let columns = [cross(rows[1], rows[2]), cross(rows[2], rows[0]), cross(rows[0], rows[1])]
    let determinant = (rows[0] * columns[0]).sum()
    return Matrix3(columns: columns.map { $0 / determinant })
  }

  static let identity = Matrix3(SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1))
  static let sRGB = Matrix3(red: SIMD2(0.64, 0.33), green: SIMD2(0.3, 0.6), blue: SIMD2(0.15, 0.06))
  static let displayP3 = Matrix3(red: SIMD2(0.68, 0.32), green: SIMD2(0.265, 0.69), blue: SIMD2(0.15, 0.06))
  static let a98RGB = Matrix3(red: SIMD2(0.64, 0.33), green: SIMD2(0.21, 0.71), blue: SIMD2(0.15, 0.06))
  static let rec2020 = Matrix3(
    red: SIMD2(0.708, 0.292), green: SIMD2(0.17, 0.797), blue: SIMD2(0.131, 0.046))
  static let proPhotoRGB =
    d50ToD65
    * Matrix3(
      red: SIMD2(0.734699, 0.265301), green: SIMD2(0.159597, 0.840403), blue: SIMD2(0.036598, 0.000105),
      white: white(0.3457, 0.3585))

  /// The adaptation of Bradford.
  static let d50ToD65: Matrix3 = {
    let cones = Matrix3(
      SIMD3(0.8951, 0.2664, -0.1614), SIMD3(-0.7502, 1.7135, 0.0367), SIMD3(0.0389, -0.0685, 1.0296))
    let gain = (cones * white(0.3127, 0.3290)) / (cones * white(0.3457, 0.3585))
    return cones.inverse
      * (Matrix3(SIMD3(gain.x, 0, 0), SIMD3(0, gain.y, 0), SIMD3(0, 0, gain.z)) * cones)
  }()
}
