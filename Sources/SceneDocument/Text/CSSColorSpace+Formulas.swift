import MeshTransform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension SRGBCurve {
  /// As ``decoded(_:)``, continued beyond 0...1.
  static func extendedDecoded(_ value: Double) -> Double {
    value.signed { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
  }

  static func extendedEncoded(_ light: Double) -> Double {
    light.signed { $0 <= 0.0031308 ? $0 * 12.92 : 1.055 * pow($0, 1 / 2.4) - 0.055 }
  }
}

extension Double {
  /// An odd function that is given for numbers from 0 on.
  func signed(_ function: (Double) -> Double) -> Double {
    self < 0 ? -function(-self) : function(self)
  }
}

/// The formulas of CSS Color 4, sections 7 to 9.
extension SIMD3<Double> {
  func mapped(_ function: (Double) -> Double) -> SIMD3 {
    SIMD3(function(x), function(y), function(z))
  }

  /// Of a lightness, a chroma and a hue in degrees.
  var rectangular: SIMD3 {
    let (sine, cosine) = Angle.degrees(z).sineAndCosine
    return SIMD3(x, y * cosine, y * sine)
  }

  /// Of a lightness and two axes.
  var polar: SIMD3 {
    let degrees = Angle.ofVector(y, z).degrees
    return SIMD3(x, (y * y + z * z).squareRoot(), degrees < 0 ? degrees + 360 : degrees)
  }

  var rgbOfHSL: SIMD3 {
    let (turn, saturation, lightness) = (x - (x / 360).rounded(.down) * 360, y, z)
    let reach = saturation * Swift.min(lightness, 1 - lightness)
    func channel(_ offset: Double) -> Double {
      let k = (offset + turn / 30).truncatingRemainder(dividingBy: 12)
      return lightness - reach * Swift.max(-1, Swift.min(k - 3, 9 - k, 1))
    }
    return SIMD3(channel(0), channel(8), channel(4))
  }

  var hslOfRGB: SIMD3 {
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

  var rgbOfHWB: SIMD3 {
    let (white, black) = (y, z)
    if white + black >= 1 { return SIMD3(repeating: white / (white + black)) }
    return SIMD3(x, 1, 0.5).rgbOfHSL * (1 - white - black) + SIMD3(repeating: white)
  }

  /// Of CIE Lab, in the XYZ of D50.
  var xyzOfLab: SIMD3 {
    let middle = (x + 16) / 116
    func value(_ root: Double) -> Double {
      let cube = root * root * root
      return cube > Lab.epsilon ? cube : (116 * root - 16) / Lab.kappa
    }
    let luminance = x > Lab.kappa * Lab.epsilon ? middle * middle * middle : x / Lab.kappa
    return SIMD3(value(y / 500 + middle), luminance, value(middle - z / 200)) * Lab.white
  }

  var labOfXYZ: SIMD3 {
    let roots = (self / Lab.white).mapped { $0 > Lab.epsilon ? cbrt($0) : (Lab.kappa * $0 + 16) / 116 }
    return SIMD3(116 * roots.y - 16, 500 * (roots.x - roots.y), 200 * (roots.y - roots.z))
  }
}

private enum Lab {
  static let epsilon = 216.0 / 24_389, kappa = 24_389.0 / 27
  static let white = ColorMatrix.white(0.3457, 0.3585)
}
