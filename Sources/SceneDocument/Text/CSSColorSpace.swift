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
    case .lab: ColorMatrix.sRGB.inverse * (ColorMatrix.d50ToD65 * value.xyzOfLab)
    case .lch: Self.lab.linear(value.rectangular)
    default: rgb.map { ColorMatrix.sRGB.inverse * ($0.toXYZ * value.mapped($0.decoded)) } ?? value
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
    case .lab: return (ColorMatrix.d50ToD65.inverse * (ColorMatrix.sRGB * light)).labOfXYZ
    case .lch: return Self.lab.components(ofLinear: light).polar
    default:
      return rgb.map { ($0.toXYZ.inverse * (ColorMatrix.sRGB * light)).mapped($0.encoded) } ?? light
    }
  }

  /// A space of RGB, or of XYZ.
  private struct RGB {
    /// To the XYZ of D65.
    let toXYZ: ColorMatrix
    let decoded: (Double) -> Double
    let encoded: (Double) -> Double
  }

  /// Nil for linear sRGB, and for the spaces that are no RGB.
  private var rgb: RGB? {
    func plain(_ matrix: ColorMatrix) -> RGB { RGB(toXYZ: matrix, decoded: { $0 }, encoded: { $0 }) }
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
