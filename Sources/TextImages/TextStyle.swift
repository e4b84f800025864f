import MeshTransform

/// The appearance of a text. Lengths are in points; `scale` converts points to pixels.
public struct TextStyle: Hashable, Sendable {
  /// The alignment of lines, for a text of several lines or with a ``width``. Start and end follow the direction of the
  /// script: Arabic starts at the right.
  public enum Alignment: String, Hashable, Sendable, CaseIterable {
    /// At one end of the line or in its middle.
    case start, center, end
    /// Both edges aligned, the last line of a paragraph at its start. Requires a ``width``.
    case justify
  }

  /// A Pango font description: families, style words and a size in points, each of them optional, such as
  /// `DejaVu Serif Bold Italic 24`. Default `DejaVu Sans 48`, or the first face of ``fontFile``.
  public var font: String
  /// A font that is used instead of an installed one; ``font`` then chooses among its faces, and the weights of a variable
  /// font, by family and style words, and by default takes the first one. Characters that it lacks come from installed
  /// fonts.
  public var fontFile: FontFile?
  /// In points, 0.1...8192; nil takes the size at the end of ``font``, or 48.
  public var fontSize: Double?
  /// The color of the letters. Default black.
  public var color: Color
  /// A line around the letters, at most as wide as the font size. It ends where a letter begins, so that it is not seen
  /// through translucent letters, and clear ones are hollow. Bitmaps such as those of color emoji have none.
  public var outline: TextOutline?
  /// The color of the whole image behind the text.
  public var background: Color
  /// The wrap width in points, 0.1...1,000,000; lines break between words if possible. Nil does not wrap.
  public var width: Double?
  /// The language of the text by whose patterns words are hyphenated where lines break, such as `en` or `de-CH`. Nil: only
  /// soft hyphens (U+00AD) of the text are shown, and no others are put in.
  public var hyphens: String?
  /// The bounds in which the text is placed; nil for an image of its natural size.
  public var box: TextBox?
  /// The alignment of the lines. Default start.
  public var alignment: Alignment
  /// The distance of two baselines as a multiple of the font's own, 0.1...10.
  public var lineSpacing: Double
  /// The space that is added between letters, in points, -1000...1000; a negative one lets them overlap. Pango adds it
  /// to the width of each letter, half of it on either side, and takes it away again at both ends of a line. Letters of
  /// scripts that join them, as Arabic does, have none; the spaces between their words do.
  public var letterSpacing: Double
  /// The margin on each of the four sides in points, 0...16,384.
  public var padding: Double
  /// Pixels per point, 0.01...64. The layout does not depend on it.
  public var scale: Double

  /// A style with the given values; the others have their defaults.
  public init(
    font: String? = nil, fontFile: FontFile? = nil, fontSize: Double? = nil, color: Color = .black,
    outline: TextOutline? = nil, background: Color = .clear,
    width: Double? = nil, hyphens: String? = nil, box: TextBox? = nil,
    alignment: Alignment = .start, lineSpacing: Double = 1, letterSpacing: Double = 0,
    padding: Double = 0, scale: Double = 1
  ) {
    self.font = font ?? (fontFile == nil ? "DejaVu Sans 48" : "")
    (self.fontFile, self.fontSize) = (fontFile, fontSize)
    (self.color, self.outline, self.background) = (color, outline, background)
    (self.width, self.hyphens, self.box) = (width, hyphens, box)
    (self.alignment, self.lineSpacing) = (alignment, lineSpacing)
    (self.letterSpacing, self.padding, self.scale) = (letterSpacing, padding, scale)
  }

  /// The maximum size of a font description in bytes.
  static let fontLimit = 1000

  /// In points.
  static let letterSpacings = -1000.0...1000

  /// In points.
  static let widths = 0.1...1_000_000

  /// In points.
  static let fontSizes = 0.1...8192

  static let defaultFontSize = 48.0

  /// The width at which lines wrap, in points; nil for none.
  var wrapWidth: Double? {
    width ?? box.map { min(max($0.size.width, Self.widths.lowerBound), Self.widths.upperBound) }
  }

  /// The text with soft hyphens by the patterns of its language, for a text whose lines wrap.
  func hyphenated(_ text: String) throws(TextError) -> String {
    guard let hyphens, wrapWidth != nil else { return text }
    return try Hyphenation.of(hyphens).softHyphens(in: text)
  }

  /// The memory of a pixel while it is drawn: an outline is drawn into another byte.
  var bytesPerPixel: Int { outline == nil ? 4 : 5 }

  /// The style with everything that belongs to the letters smaller or larger by a factor, except the font size.
  func scaled(by factor: Double) -> TextStyle {
    var style = self
    style.letterSpacing *= factor
    style.outline?.width *= factor
    return style
  }

  /// Checks every number except the size at the end of ``font``, which is known after Pango has parsed it.
  func check() throws(TextError) {
    try Self.check(.color, color)
    try Self.check(.background, background)
    if let outline {
      try Self.check(.outlineColor, outline.color)
      try Self.check(.outlineWidth, outline.width, in: TextOutline.widths)
    }
    if let width { try Self.check(.width, width, in: Self.widths) }
    if let minimum = box?.minimumFontSize { try Self.check(.minimumFontSize, minimum, in: Self.fontSizes) }
    if let fontSize { try Self.check(fontSize: fontSize) }
    try Self.check(.lineSpacing, lineSpacing, in: 0.1...10)
    try Self.check(.letterSpacing, letterSpacing, in: Self.letterSpacings)
    try Self.check(.padding, padding, in: 0...16_384)
    try Self.check(.scale, scale, in: 0.01...64)
    guard font.utf8.count <= Self.fontLimit else {
      throw .fontTooLong(bytes: font.utf8.count, limit: Self.fontLimit)
    }
    if font.utf8.contains(0) { throw .nul(.font, character: 0) }
  }

  /// Pango measures a font with the scale applied twice, and FreeType's sizes are limited to 65,535 pixels.
  static func check(fontSize: Double, scale: Double) throws(TextError) {
    try check(fontSize: fontSize)
    let limit = (65_000 / fontSize).squareRoot()
    guard scale <= limit else {
      throw .scaleTooLarge(scale, limit: (limit * 100).rounded(.down) / 100, fontSize: fontSize)
    }
  }

  static func check(fontSize: Double) throws(TextError) {
    try check(.fontSize, fontSize, in: fontSizes)
  }

  private static func check(
    _ parameter: TextError.Parameter, _ value: Double, in range: ClosedRange<Double>
  ) throws(TextError) {
    // NaN is outside every range.
    guard range.contains(value) else { throw .outOfRange(parameter, value, range) }
  }

  private static func check(_ parameter: TextError.Parameter, _ color: Color) throws(TextError) {
    for channel in [color.red, color.green, color.blue, color.alpha] {
      try check(parameter, channel, in: 0...1)
    }
  }
}
