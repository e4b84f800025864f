import MeshTransform

/// A function of CSS that makes a color of three values and an alpha.
struct ColorFunction {
  private let name: String
  /// A correct text, for errors.
  private let example: String
  private let components: [Component]
  private let make: (_ values: [Double], _ alpha: Double) -> Color

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
  }

  static let names = ["rgb", "rgba", "hsl", "hsla", "oklab", "oklch"]

  /// - `name`: in lowercase.
  init?(named name: String) {
    switch name {
    case "rgb", "rgba":
      (self.name, example) = ("rgb", "rgb(255, 136, 0) or rgb(255 136 0 / 50%)")
      components = [.channel, .channel, .channel]
      make = { Color(red: $0[0], green: $0[1], blue: $0[2], alpha: $1) }
    case "hsl", "hsla":
      (self.name, example) = ("hsl", "hsl(32, 100%, 50%) or hsl(32 100% 50% / 50%)")
      components = [.hue, .share, .share]
      make = { Color(hue: $0[0], saturation: $0[1], lightness: $0[2], alpha: $1) }
    case "oklab":
      (self.name, example) = (name, "oklab(0.75 0.08 0.15) or oklab(75% 20% 38% / 50%)")
      components = [.alpha, .axis, .axis]
      make = { OKLab(lightness: $0[0], a: $0[1], b: $0[2]).color(alpha: $1) }
    case "oklch":
      (self.name, example) = (name, "oklch(0.75 0.17 60) or oklch(75% 43% 60deg / 50%)")
      components = [.alpha, .chroma, .hue]
      make = { OKLab(lightness: $0[0], chroma: $0[1], hue: .degrees($0[2])).color(alpha: $1) }
    default: return nil
    }
  }

  /// Parses the parentheses with the values.
  func parse(_ cursor: inout TextCursor) throws(SyntaxError) -> Color {
    cursor.skipSpaces()
    guard cursor.take("(") else {
      throw cursor.error("found \(cursor.found) after \(name); write \(example)")
    }
    var values: [Double] = []
    while values.count < 4 {
      cursor.skipSpaces()
      values.append(try value(values.count < 3 ? components[values.count] : .alpha, &cursor))
      cursor.skipSpaces()
      if values.count >= 3, cursor.take(")") {
        return make(Array(values[..<3]), values.count > 3 ? values[3] : 1)
      }
      if !cursor.take(","), values.count == 3 { _ = cursor.take("/") }
    }
    throw cursor.error("found \(cursor.found) after four values of \(name); close it with \")\"")
  }

  /// A value in the function's own unit: a share of 1, degrees, or a number as it stands.
  private func value(_ component: Component, _ cursor: inout TextCursor) throws(SyntaxError) -> Double {
    let start = cursor.offset
    guard let (value, unit) = try cursor.takeQuantity() else {
      if cursor.takeName().lowercased() == "none" { return 0 }
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
