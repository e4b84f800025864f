#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A color in Oklab: a perceptual lightness and two opponent axes (Björn Ottosson, 2020, "A perceptual color space for
/// image processing"; the matrices between linear sRGB, cone responses and Oklab are those of that text).
package struct OKLab: Hashable, Sendable {
  /// 0 is black, 1 is white.
  package var lightness: Double
  /// From green, below 0, to red; within about -0.4...0.4 for colors of sRGB.
  package var a: Double
  /// From blue, below 0, to yellow; within about -0.4...0.4 for colors of sRGB.
  package var b: Double

  package init(lightness: Double, a: Double, b: Double) {
    (self.lightness, self.a, self.b) = (lightness, a, b)
  }

  /// The polar form, OKLCH: `a` is chroma times the cosine of the hue, `b` chroma times its sine.
  package init(lightness: Double, chroma: Double, hue: Angle) {
    let (sine, cosine) = hue.sineAndCosine
    self.init(lightness: lightness, a: chroma * cosine, b: chroma * sine)
  }

  /// - Parameter light: linear sRGB, outside 0...1 for colors that sRGB lacks.
  package init(linear light: SIMD3<Double>) {
    let cones = SIMD3(
      cbrt((light * SIMD3(0.4122214708, 0.5363325363, 0.0514459929)).sum()),
      cbrt((light * SIMD3(0.2119034982, 0.6806995451, 0.1073969566)).sum()),
      cbrt((light * SIMD3(0.0883024619, 0.2817188376, 0.6299787005)).sum()))
    self.init(
      lightness: (cones * SIMD3(0.2104542553, 0.7936177850, -0.0040720468)).sum(),
      a: (cones * SIMD3(1.9779984951, -2.4285922050, 0.4505937099)).sum(),
      b: (cones * SIMD3(0.0259040371, 0.7827717662, -0.8086757660)).sum())
  }

  /// Linear sRGB, outside 0...1 for colors that sRGB lacks.
  package var linear: SIMD3<Double> {
    let own = SIMD3(lightness, a, b)
    let roots = SIMD3(
      (own * SIMD3(1, 0.3963377774, 0.2158037573)).sum(),
      (own * SIMD3(1, -0.1055613458, -0.0638541728)).sum(),
      (own * SIMD3(1, -0.0894841775, -1.2914855480)).sum())
    let cones = roots * roots * roots
    return SIMD3(
      (cones * SIMD3(4.0767416621, -3.3077115913, 0.2309699292)).sum(),
      (cones * SIMD3(-1.2684380046, 2.6097574011, -0.3413193965)).sum(),
      (cones * SIMD3(-0.0041960863, -0.7034186147, 1.7076147010)).sum())
  }

  /// The color in sRGB. One that sRGB lacks keeps its lightness and its hue and loses chroma, by the algorithm of CSS
  /// Color 4, section 13.2: a binary search for the largest chroma whose clipped color differs invisibly.
  /// - Parameter alpha: 0...1.
  package func color(alpha: Double = 1) -> Color {
    func color(_ light: SIMD3<Double>) -> Color {
      Color(
        red: SRGBCurve.encoded(light.x), green: SRGBCurve.encoded(light.y), blue: SRGBCurve.encoded(light.z),
        alpha: alpha)
    }
    if lightness >= 1 { return color(.one) }
    if lightness <= 0 { return color(.zero) }
    let light = linear
    if light.isInGamut || distance(to: OKLab(linear: light.clipped)) < Self.visibleDistance {
      return color(light.clipped)
    }
    // Factors of the chroma; the search ends at a chroma that is exact to 0.0001.
    let chroma = (a * a + b * b).squareRoot()
    var (low, high, isLowInGamut) = (0.0, 1.0, true)
    var clipped = light.clipped
    while (high - low) * chroma > 1e-4 {
      let middle = (low + high) / 2
      let tried = OKLab(lightness: lightness, a: a * middle, b: b * middle)
      let triedLight = tried.linear
      clipped = triedLight.clipped
      if isLowInGamut, triedLight.isInGamut {
        low = middle
        continue
      }
      let distance = tried.distance(to: OKLab(linear: clipped))
      if distance >= Self.visibleDistance {
        high = middle
      } else if Self.visibleDistance - distance < 1e-4 {
        break
      } else {
        (low, isLowInGamut) = (middle, false)
      }
    }
    return color(clipped)
  }

  /// The smallest visible difference of two colors, in Oklab (CSS Color 4).
  private static let visibleDistance = 0.02

  private func distance(to other: OKLab) -> Double {
    let difference = SIMD3(lightness - other.lightness, a - other.a, b - other.b)
    return (difference * difference).sum().squareRoot()
  }
}

extension SIMD3<Double> {
  fileprivate var isInGamut: Bool { all(self .>= 0) && all(self .<= 1) }

  fileprivate var clipped: SIMD3 { clamped(lowerBound: .zero, upperBound: .one) }
}
