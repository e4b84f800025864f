import MeshTransform

/// Reads CSS colors: `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, the 148 names, `transparent`, `rgb()`, `rgba()`.
///
/// The channels of `rgb()` are numbers 0...255 or percentages, its alpha 0...1 or a percentage, separated by
/// commas or spaces with a slash before alpha; `rgba` is another name for it. Where CSS clamps a value out of
/// range, this is an error. Case does not matter.
public enum ColorText {
  public static func parse(_ text: String) throws(SyntaxError) -> Color {
    var cursor = TextCursor(text, subject: "color")
    return try parse(&cursor)
  }

  /// Parses the rest of the cursor's text.
  static func parse(_ cursor: inout TextCursor) throws(SyntaxError) -> Color {
    cursor.skipSpaces()
    let start = cursor.offset
    let color: Color
    if cursor.take("#") {
      color = try parseDigits(&cursor, from: start)
    } else {
      let name = cursor.takeName().lowercased()
      guard !name.isEmpty else {
        throw cursor.error("found \(cursor.found); use a color such as #ff8800, orange or rgb(255, 136, 0)")
      }
      switch name {
      case "rgb", "rgba": color = try parseFunction(&cursor)
      case "transparent": color = .clear
      default:
        guard let value = NamedColors.values[name] else {
          let near = NearestName.match(name, in: NamedColors.values.keys.sorted() + ["transparent", "rgb"])
          let hint = near.map { "did you mean \"\($0)\"?" } ?? "use a CSS color name or #rrggbb"
          throw cursor.error(at: start, "\(quoted(name)) is no color; \(hint)")
        }
        color = Color(bytes: value << 8 | 0xFF)
      }
    }
    try cursor.expectEnd(after: "the color")
    return color
  }

  private static func parseDigits(_ cursor: inout TextCursor, from start: Int) throws(SyntaxError) -> Color {
    var digits: [UInt32] = []
    while let digit = cursor.takeHexDigit() { digits.append(digit) }
    if digits.count == 3 || digits.count == 6 { digits += digits.count == 3 ? [15] : [15, 15] }
    if digits.count == 4 { digits = digits.flatMap { [$0, $0] } }
    guard digits.count == 8, cursor.isAtEnd || cursor.isAtSpace else {
      throw cursor.error(at: start, "a color after # has 3, 4, 6 or 8 of the digits 0...9 and a...f")
    }
    return Color(bytes: digits.reduce(0) { $0 << 4 | $1 })
  }

  private static func parseFunction(_ cursor: inout TextCursor) throws(SyntaxError) -> Color {
    cursor.skipSpaces()
    guard cursor.take("(") else {
      throw cursor.error("found \(cursor.found) after rgb; write rgb(255, 136, 0)")
    }
    var values: [Double] = []
    while values.count < 4 {
      cursor.skipSpaces()
      let start = cursor.offset
      let isAlpha = values.count == 3
      guard let (value, unit) = try cursor.takeQuantity() else {
        throw cursor.error("found \(cursor.found) in rgb; write rgb(255, 136, 0) or rgb(255 136 0 / 50%)")
      }
      let largest = unit == "%" ? 100.0 : isAlpha ? 1 : 255
      guard unit.isEmpty || unit == "%", (0...largest).contains(value) else {
        let number = isAlpha ? "0...1" : "0...255"
        throw cursor.error(at: start, "rgb has \(value)\(unit.excerpt); use \(number) or 0%...100%")
      }
      values.append(value / largest)
      cursor.skipSpaces()
      if values.count >= 3, cursor.take(")") {
        return Color(
          red: values[0], green: values[1], blue: values[2], alpha: values.count > 3 ? values[3] : 1)
      }
      if !cursor.take(","), values.count == 3 { _ = cursor.take("/") }
    }
    throw cursor.error("found \(cursor.found) after four values of rgb; close it with \")\"")
  }
}

extension Color {
  /// Channels of 0xRRGGBBAA.
  fileprivate init(bytes: UInt32) {
    func channel(_ shift: UInt32) -> Double { Double(bytes >> shift & 0xFF) / 255 }
    self.init(red: channel(24), green: channel(16), blue: channel(8), alpha: channel(0))
  }
}
