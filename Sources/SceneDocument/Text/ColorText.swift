import MeshTransform

/// Reads CSS colors: those of CSS Color 4, and mixtures of them.
///
/// - `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, the 148 names and `transparent`.
/// - `rgb(255, 136, 0)`: numbers 0...255 or percentages.
/// - `hsl(32, 100%, 50%)`: a hue in degrees or with a unit (`deg`, `rad`, `grad`, `turn`), percentages.
/// - `hwb(32 0% 0%)`: a hue, and shares of white and black.
/// - `lab(70 35 75)` and `lch(70 83 65deg)`: CIE Lab with a lightness of 0...100; the 100% of the axes are 125, those of the
///   chroma 150.
/// - `color(display-p3 1 0.5 0)`: a color space of RGB or XYZ (``CSSColorSpace``) and its values, 0...1 or percentages.
/// - `color-mix(in oklab, red 30%, blue)`: two colors, mixed in a color space; in one with a hue also `longer hue`,
///   `increasing hue` or `decreasing hue`.
/// - `oklab(0.75 0.08 0.15)` and `oklch(0.75 0.17 60deg)`: a lightness of 0...1, and 0.4 for the 100% of the others. A
///   color that sRGB lacks keeps lightness and hue and loses chroma, as in CSS Color 4.
///
/// Each function has an alpha, 0...1 or a percentage: `rgb(255 136 0 / 50%)`, or a fourth value after a comma; `rgba`
/// and `hsla` are other names of `rgb` and `hsl`. A value may be `none`, which is 0, and in a mixture that of the other
/// color. Case does not matter.
///
/// Where CSS clamps a value that is out of range, this is an error: it is a mistake more often than not. So is
/// `currentcolor`, because a picture has no current color. The names of CSS for the colors of a desktop are unknown.
public enum ColorText {
  /// The color of a whole text.
  ///
  /// - Throws: ``SyntaxError`` with the column of the first fault.
  public static func parse(_ text: String) throws(SyntaxError) -> Color {
    var cursor = TextCursor(text, subject: "color")
    return try parse(&cursor)
  }

  /// Parses the rest of the cursor's text.
  static func parse(_ cursor: inout TextCursor) throws(SyntaxError) -> Color {
    let color = try parseColor(&cursor, depth: 0).color
    try cursor.expectEnd(after: "the color")
    return color
  }

  /// - `depth`: the number of mixtures around the color.
  static func parseColor(_ cursor: inout TextCursor, depth: Int) throws(SyntaxError) -> CSSColor {
    cursor.skipSpaces()
    let start = cursor.offset
    if cursor.take("#") { return CSSColor(try parseDigits(&cursor, from: start)) }
    let name = cursor.takeName().lowercased()
    switch name {
    case "":
      throw cursor.error("found \(cursor.found); use a color such as #ff8800, orange or rgb(255, 136, 0)")
    case "color": return try ColorFunction.parseColor(&cursor)
    case "color-mix": return try ColorMix.parse(&cursor, depth: depth)
    default:
      if let function = ColorFunction(named: name) { return try function.parse(&cursor) }
      return CSSColor(try named(name, cursor, at: start))
    }
  }

  private static func named(_ name: String, _ cursor: TextCursor, at start: Int) throws(SyntaxError) -> Color
  {
    if name == "transparent" { return .clear }
    if let value = NamedColors.values[name] { return Color(bytes: value << 8 | 0xFF) }
    guard name != "currentcolor" else {
      throw cursor.error(
        at: start, "a picture has no current color; use a color such as black or #336699")
    }
    let names = NamedColors.values.keys.sorted() + ["transparent"] + ColorFunction.names
    let hint =
      NearestName.match(name, in: names).map { "did you mean \"\($0)\"?" }
      ?? "use a CSS color name or #rrggbb"
    throw cursor.error(at: start, "\(quoted(name)) is not a color; \(hint)")
  }

  private static func parseDigits(_ cursor: inout TextCursor, from start: Int) throws(SyntaxError) -> Color {
    var digits: [UInt32] = []
    while let digit = cursor.takeHexDigit() { digits.append(digit) }
    if digits.count == 3 || digits.count == 6 { digits += digits.count == 3 ? [15] : [15, 15] }
    if digits.count == 4 { digits = digits.flatMap { [$0, $0] } }
    guard digits.count == 8, cursor.isAtEnd || cursor.isAtSpace || cursor.isAtMark else {
      throw cursor.error(at: start, "a color after # has 3, 4, 6 or 8 digits of 0...9 and a...f")
    }
    return Color(bytes: digits.reduce(0) { $0 << 4 | $1 })
  }
}

extension Color {
  /// Channels of 0xRRGGBBAA.
  fileprivate init(bytes: UInt32) {
    func channel(_ shift: UInt32) -> Double { Double(bytes >> shift & 0xFF) / 255 }
    self.init(red: channel(24), green: channel(16), blue: channel(8), alpha: channel(0))
  }
}
