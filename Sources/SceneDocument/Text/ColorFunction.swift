import MeshTransform

/// A function of CSS that makes a color of three values and an alpha.
struct ColorFunction {
  private let name: String
  /// A correct text, for errors.
  private let example: String
  private let components: [Component]
  private let space: CSSColorSpace

  /// One of the values between the parentheses.
  fileprivate struct Component {
    /// The allowed values without a unit, and the divisor that makes them the function's own.
    var numbers: ClosedRange<Double>, unit = 1.0
    /// The values of -100% and 100%; nil where percentages have no meaning.
    var percent: ClosedRange<Double>?
    var isAngle = false

    static let channel = Component(numbers: 0...255, unit: 255, percent: -1...1)
    static let share = Component(numbers: 0...100, unit: 100, percent: -1...1)
    static let alpha = Component(numbers: 0...1, percent: -1...1)
    /// Degrees; any number of turns.
    static let hue = Component(numbers: -1e6...1e6, isAngle: true)
    static let axis = Component(numbers: -10...10, percent: -0.4...0.4)
    static let chroma = Component(numbers: 0...10, percent: -0.4...0.4)
    /// The lightness, the axes and the chroma of CIE Lab.
    static let lightnessOfLab = Component(numbers: 0...100, percent: -100...100)
    static let axisOfLab = Component(numbers: -1000...1000, percent: -125...125)
    static let chromaOfLab = Component(numbers: 0...1000, percent: -150...150)
    /// A channel of a color space that has a name; outside 0...1 for colors that it lacks.
    static let free = Component(numbers: -10...10, percent: -1...1)
  }

  static let names = [
    "rgb", "rgba", "hsl", "hsla", "hwb", "lab", "lch", "oklab", "oklch", "color", "color-mix",
  ]

  /// - `name`: in lowercase.
  init?(named name: String) {
    switch name {
    case "rgb", "rgba":
      (self.name, example) = ("rgb", "rgb(255, 136, 0) or rgb(255 136 0 / 50%)")
      (components, space) = ([.channel, .channel, .channel], .sRGB)
    case "hsl", "hsla":
      (self.name, example) = ("hsl", "hsl(32, 100%, 50%) or hsl(32 100% 50% / 50%)")
      (components, space) = ([.hue, .share, .share], .hsl)
    case "hwb":
      (self.name, example) = (name, "hwb(32 0% 0%) or hwb(32 0% 0% / 50%)")
      (components, space) = ([.hue, .share, .share], .hwb)
    case "lab":
      (self.name, example) = (name, "lab(70 35 75) or lab(70% 28% 60% / 50%)")
      (components, space) = ([.lightnessOfLab, .axisOfLab, .axisOfLab], .lab)
    case "lch":
      (self.name, example) = (name, "lch(70 83 65) or lch(70% 55% 65deg / 50%)")
      (components, space) = ([.lightnessOfLab, .chromaOfLab, .hue], .lch)
    case "oklab":
      (self.name, example) = (name, "oklab(0.75 0.08 0.15) or oklab(75% 20% 38% / 50%)")
      (components, space) = ([.alpha, .axis, .axis], .oklab)
    case "oklch":
      (self.name, example) = (name, "oklch(0.75 0.17 60) or oklch(75% 43% 60deg / 50%)")
      (components, space) = ([.alpha, .chroma, .hue], .oklch)
    default: return nil
    }
  }

  /// The function `color`, whose first value names one of ``spaces``.
  private init(of space: CSSColorSpace) {
    (name, self.space, components) = ("color", space, [.free, .free, .free])
    example = "color(\(space.rawValue) 1 0.5 0) or color(\(space.rawValue) 100% 50% 0% / 50%)"
  }

  /// The spaces of the function `color`.
  private static let spaces = CSSColorSpace.allCases.filter {
    ![.hsl, .hwb, .lab, .lch, .oklab, .oklch].contains($0)
  }

  /// Parses the parentheses of the function `color`.
  static func parseColor(_ cursor: inout TextCursor) throws(SyntaxError) -> CSSColor {
    try cursor.open("color", example: "color(display-p3 1 0.5 0)")
    cursor.skipSpaces()
    let start = cursor.offset
    let name = cursor.takeName().lowercased()
    guard let space = spaces.first(where: { $0.rawValue == name }) else {
      let found = name.isEmpty ? "found \(cursor.found)" : "\(quoted(name)) is not a color space of color()"
      throw cursor.error(at: start, "\(found); use \(NearestName.list(spaces.map(\.rawValue)))")
    }
    return try ColorFunction(of: space).parseValues(&cursor)
  }

  /// Parses the parentheses with the values.
  func parse(_ cursor: inout TextCursor) throws(SyntaxError) -> CSSColor {
    try cursor.open(name, example: example)
    return try parseValues(&cursor)
  }

  private func parseValues(_ cursor: inout TextCursor) throws(SyntaxError) -> CSSColor {
    var values: [Double?] = []
    while values.count < 4 {
      cursor.skipSpaces()
      values.append(try value(values.count < 3 ? components[values.count] : .alpha, &cursor))
      cursor.skipSpaces()
      if values.count >= 3, cursor.take(")") {
        return CSSColor(space, Array(values[..<3]), alpha: values.count > 3 ? values[3] : 1)
      }
      if !cursor.take(","), values.count == 3 { _ = cursor.take("/") }
    }
    throw cursor.error("found \(cursor.found) after four values of \(name); close it with \")\"")
  }

  /// A value in the function's own unit: a share of 1, degrees, or a number as it stands; nil for `none`.
  private func value(_ component: Component, _ cursor: inout TextCursor) throws(SyntaxError) -> Double? {
    let start = cursor.offset
    guard let (value, unit) = try cursor.takeQuantity() else {
      if cursor.takeName().lowercased() == "none" { return nil }
      throw cursor.error(at: start, "found \(cursor.found(from: start)) in \(name); write \(example)")
    }
    switch unit {
    case "" where component.numbers.contains(value): return value / component.unit
    case "%":
      if let percent = component.percent, (component.hasNegatives ? -100...100 : 0...100).contains(value) {
        return value / 100 * percent.upperBound
      }
    default:
      if component.isAngle, let angle = Angle(value, unit: unit), component.numbers.contains(angle.degrees) {
        return unit == "deg" ? value : angle.degrees
      }
    }
    throw cursor.error(at: start, "\(name) has \(value.short)\(unit.excerpt); use \(component.words)")
  }
}

extension ColorFunction.Component {
  fileprivate var hasNegatives: Bool { numbers.lowerBound < 0 }

  /// The allowed values.
  fileprivate var words: String {
    if isAngle { return "degrees, or an angle in \(NearestName.list(Angle.units))" }
    let numbers = "\(numbers.lowerBound.short)...\(numbers.upperBound.short)"
    return percent == nil ? numbers : numbers + (hasNegatives ? " or -100%...100%" : " or 0%...100%")
  }
}

extension TextCursor {
  /// Takes the parenthesis after the name of a function.
  mutating func open(_ name: String, example: String) throws(SyntaxError) {
    skipSpaces()
    guard take("(") else { throw error("found \(found) after \(name); write \(example)") }
  }
}

extension Color {
  /// - Parameters:
  ///   - hue: degrees, any number of turns.
  ///   - saturation, lightness: 0...1. The formula is that of CSS Color 4, section 7.1.
  init(hue: Double, saturation: Double, lightness: Double, alpha: Double) {
    let reach = saturation * min(lightness, 1 - lightness)
    let turn = hue - (hue / 360).rounded(.down) * 360
    func channel(_ offset: Double) -> Double {
      let k = (offset + turn / 30).truncatingRemainder(dividingBy: 12)
      return min(max(lightness - reach * max(-1, min(k - 3, 9 - k, 1)), 0), 1)
    }
    self.init(red: channel(0), green: channel(8), blue: channel(4), alpha: alpha)
  }
}
