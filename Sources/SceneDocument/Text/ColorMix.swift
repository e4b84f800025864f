import MeshTransform

/// The function `color-mix` of CSS Color 5: two colors, mixed in a color space.
enum ColorMix {
  private static let example = "color-mix(in oklab, red 30%, blue)"
  /// Mixtures of mixtures.
  private static let depthLimit = 16

  /// A color and its percentage.
  private typealias Part = (color: CSSColor, percent: Double?)

  /// Parses the parentheses.
  /// - `depth`: the number of mixtures around this one.
  static func parse(_ cursor: inout TextCursor, depth: Int) throws(SyntaxError) -> CSSColor {
    guard depth < depthLimit else {
      throw cursor.error("mixtures are nested more than \(depthLimit) deep; use fewer")
    }
    try cursor.open("color-mix", example: example)
    let (space, hues) = try parseMethod(&cursor)
    try expect(",", &cursor)
    let first = try parsePart(&cursor, depth)
    try expect(",", &cursor)
    let second = try parsePart(&cursor, depth)
    let end = cursor.offset
    try expect(")", &cursor)
    let (p, q) =
      switch (first.percent, second.percent) {
      case (nil, nil): (50.0, 50.0)
      case (let p?, nil): (p, 100 - p)
      case (nil, let q?): (100 - q, q)
      case (let p?, let q?): (p, q)
      }
    guard p + q > 0 else {
      throw cursor.error(at: end, "the percentages of color-mix are both 0; raise one of them")
    }
    var mixed = CSSColor.mixed(first.color, second.color, share: q / (p + q), in: space, hues)
    // Less than 100% in all leaves a part transparent.
    mixed.alpha = mixed.alpha.map { $0 * min(1, (p + q) / 100) }
    return mixed
  }

  /// `in` and a color space, for one with a hue also the way around its circle: `in hsl longer hue`.
  private static func parseMethod(
    _ cursor: inout TextCursor
  ) throws(SyntaxError) -> (CSSColorSpace, CSSColor.HueMethod) {
    cursor.skipSpaces()
    let start = cursor.offset
    guard cursor.takeName().lowercased() == "in", cursor.skipSpaces() else {
      throw cursor.error(at: start, "color-mix begins with \"in\" and a color space; write \(example)")
    }
    let place = cursor.offset
    let name = cursor.takeName().lowercased()
    guard let space = CSSColorSpace(rawValue: name) else {
      let names = NearestName.list(CSSColorSpace.allCases.map(\.rawValue))
      let found = name.isEmpty ? "found \(cursor.found)" : "\(quoted(name)) is not a color space"
      throw cursor.error(at: place, "\(found); use \(names)")
    }
    cursor.skipSpaces()
    let way = cursor.offset
    let word = cursor.takeName().lowercased()
    if word.isEmpty { return (space, .shorter) }
    cursor.skipSpaces()
    guard space.hueIndex != nil, let hues = CSSColor.HueMethod(rawValue: word),
      cursor.takeName().lowercased() == "hue"
    else {
      throw cursor.error(
        at: way,
        space.hueIndex == nil
          ? "\(name) has no hue; remove \(quoted(word))"
          : "found \(quoted(word)); write shorter hue, longer hue, increasing hue or decreasing hue")
    }
    return (space, hues)
  }

  /// A color with a percentage before or after it, or none.
  private static func parsePart(_ cursor: inout TextCursor, _ depth: Int) throws(SyntaxError) -> Part {
    let before = try parsePercent(&cursor)
    let color = try ColorText.parseColor(&cursor, depth: depth + 1)
    if let before { return (color, before) }
    return (color, try parsePercent(&cursor))
  }

  private static func parsePercent(_ cursor: inout TextCursor) throws(SyntaxError) -> Double? {
    cursor.skipSpaces()
    let start = cursor.offset
    guard let (value, unit) = try cursor.takeQuantity() else { return nil }
    guard unit == "%", (0...100).contains(value) else {
      throw cursor.error(at: start, "color-mix has \(value.short)\(unit.excerpt); use 0%...100%")
    }
    return value
  }

  private static func expect(_ mark: Unicode.Scalar, _ cursor: inout TextCursor) throws(SyntaxError) {
    cursor.skipSpaces()
    guard cursor.take(mark) else {
      throw cursor.error(
        "found \(cursor.found) in color-mix where \(quoted(String(mark))) belongs; write \(example)")
    }
  }
}
