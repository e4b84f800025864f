import MeshTransform

/// A color in the space in which it is written or mixed.
struct CSSColor {
  var space: CSSColorSpace
  /// Three; nil for `none`, which is 0 where the color is not mixed.
  var components: [Double?]
  /// Nil for `none`.
  var alpha: Double?

  init(_ space: CSSColorSpace, _ components: [Double?], alpha: Double?) {
    (self.space, self.components, self.alpha) = (space, components, alpha)
  }

  init(_ color: Color) { self.init(.sRGB, [color.red, color.green, color.blue], alpha: color.alpha) }

  private var values: SIMD3<Double> { SIMD3(components[0] ?? 0, components[1] ?? 0, components[2] ?? 0) }

  /// The color in sRGB. One that sRGB lacks keeps lightness and hue, and loses chroma.
  var color: Color {
    let (values, alpha) = (values, alpha ?? 0)
    switch space {
    case .sRGB where values == values.clamped(lowerBound: .zero, upperBound: .one):
      return Color(red: values.x, green: values.y, blue: values.z, alpha: alpha)
    case .hsl where (0...1).contains(values.y) && (0...1).contains(values.z):
      return Color(hue: values.x, saturation: values.y, lightness: values.z, alpha: alpha)
    case .oklab: return OKLab(lightness: values.x, a: values.y, b: values.z).color(alpha: alpha)
    case .oklch:
      return OKLab(lightness: values.x, chroma: values.y, hue: .degrees(values.z)).color(alpha: alpha)
    default:
      let light = space.linear(values)
      let inside = light.clamped(lowerBound: .zero, upperBound: .one)
      // Rounding errors of colors at the border of sRGB change none of their bytes.
      let excess = light - inside
      guard pointwiseMax(excess, -excess).max() < 1e-7 else {
        return OKLab(linear: light).color(alpha: alpha)
      }
      return Color(
        red: SRGBCurve.encoded(inside.x), green: SRGBCurve.encoded(inside.y),
        blue: SRGBCurve.encoded(inside.z), alpha: alpha)
    }
  }

  /// The color in another space. What is missing stays so where the other space has a component of that meaning, and so
  /// does a hue of gray.
  func converted(to other: CSSColorSpace) -> CSSColor {
    if space == other { return self }
    let converted = other.components(ofLinear: space.linear(values))
    let missing = zip(space.meanings, components).filter { $0.1 == nil }.map(\.0)
    let result = zip(other.meanings, 0..<3).map { meaning, index -> Double? in
      let isPowerless = meaning == .hue && other.isGray(converted)
      return isPowerless || missing.contains(meaning) ? nil : converted[index]
    }
    return CSSColor(other, result, alpha: alpha)
  }

  /// The way around the circle of hues.
  enum HueMethod: String, CaseIterable {
    case shorter, longer, increasing, decreasing

    /// The second of two hues in degrees with the turns that make a straight line go that way.
    func end(from first: Double, to second: Double) -> Double {
      func turned(_ degrees: Double) -> Double { degrees - (degrees / 360).rounded(.down) * 360 }
      let distance = turned(second) - turned(first)
      let step: Double =
        switch self {
        case .shorter: distance > 180 ? -360 : distance < -180 ? 360 : 0
        case .longer: distance > 0 && distance < 180 ? -360 : distance > -180 && distance <= 0 ? 360 : 0
        case .increasing: distance < 0 ? 360 : 0
        case .decreasing: distance > 0 ? -360 : 0
        }
      return first + distance + step
    }
  }

  /// A mixture (CSS Color 4, section 12).
  /// - `share`: of the second color, 0...1.
  static func mixed(
    _ first: CSSColor, _ second: CSSColor, share: Double, in space: CSSColorSpace, _ hues: HueMethod
  ) -> CSSColor {
    var (a, b) = (first.converted(to: space), second.converted(to: space))
    // What one color lacks is that of the other.
    for index in 0..<3 {
      (a.components[index], b.components[index]) = (
        a.components[index] ?? b.components[index], b.components[index] ?? a.components[index]
      )
    }
    (a.alpha, b.alpha) = (a.alpha ?? b.alpha, b.alpha ?? a.alpha)
    func mix(_ x: Double, _ y: Double) -> Double { x + (y - x) * share }
    let alpha = a.alpha.flatMap { x in b.alpha.map { mix(x, $0) } }
    let components = (0..<3).map { index -> Double? in
      guard let x = a.components[index], let y = b.components[index] else { return nil }
      if index == space.hueIndex { return mix(x, hues.end(from: x, to: y)) }
      // Colors count by their alpha.
      guard let alpha else { return mix(x, y) }
      guard alpha > 0 else { return mix(x, y) }
      return mix(x * (a.alpha ?? 1), y * (b.alpha ?? 1)) / alpha
    }
    return CSSColor(space, components, alpha: alpha)
  }
}
