import MeshTransform

/// Why a text can't be drawn.
public enum TextError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The parameter at fault.
  public enum Parameter: String, Hashable, Sendable {
    /// A part of the style with the name of its case.
    case text, font, color, background, width, padding, scale
    /// The size of the letters.
    case fontSize = "font size"
    /// The smallest size of letters that shrink.
    case minimumFontSize = "minimum font size"
    /// The width of the outline.
    case outlineWidth = "outline width"
    /// The color of the outline.
    case outlineColor = "outline color"
    /// The distance of the lines.
    case lineSpacing = "line spacing"
    /// The additional space between letters.
    case letterSpacing = "letter spacing"
  }

  /// A text without characters.
  case empty
  /// U+0000, which ends a string for Pango. `character` counts Unicode scalars from zero.
  case nul(Parameter, character: Int)
  /// A value out of its range.
  case outOfRange(Parameter, Double, ClosedRange<Double>)
  /// A text that is too long for its font size.
  case tooLong(characters: Int, limit: Int, fontSize: Double)
  /// With a letter spacing or an outline the limit is lower; the number is its value in points.
  case tooLongWith(Parameter, Double, characters: Int, limit: Int)
  /// A text that is too long to be laid out several times until it fits into its box.
  case tooLongToShrink(characters: Int, limit: Int)
  /// A text with more parts than the limit of a split.
  case tooManyPieces(TextSplit, count: Int, limit: Int)
  /// With line breaks, the limit grows with the width and shrinks with the font size.
  case paragraphTooLong(characters: Int, limit: Int)
  /// A font description that exceeds the limit in bytes.
  case fontTooLong(bytes: Int, limit: Int)
  /// An outline wider than the letters are high, both in points.
  case outlineTooWide(Double, fontSize: Double)
  /// A scale in pixels per point at which a font of this size, in points, cannot be measured.
  case scaleTooLarge(Double, limit: Double, fontSize: Double)
  /// `width` and `height` are in pixels.
  case tooLarge(width: Double, height: Double, limit: PixelSize)
  /// A file that is no font, or a damaged one.
  case notAFont(name: String)
  /// A font in a format that Pango does not draw, such as Type 1, WOFF or bitmaps.
  case unsupportedFont(name: String)
  /// A font file with more faces than the limit.
  case tooManyFaces(name: String, count: Int, limit: Int)
  /// A font file whose faces list more bytes of names than the limit.
  case namesTooLong(name: String, limit: Int)
  /// A font file with a picture of more pixels than the limit.
  case pictureTooLarge(name: String, width: Int, height: Int, limit: Int)
  /// There is no memory for a font; the text is the system's error message.
  case fontNotLoaded(name: String, String)
  /// A picture with more pixels than the limit.
  case tooManyPixels(PixelSize, limit: Int)
  /// Exceeds the caller's `limit`; both in bytes.
  case tooMuchMemory(PixelSize, need: Int, limit: Int)
  /// No font is installed.
  case noFonts
  /// No tag of a language.
  case language(String)
  /// No patterns of a language are installed.
  case noHyphens(language: String)
  /// libhyphen cannot be loaded; the text is the dynamic loader's message.
  case hyphenationMissing(String)
  /// Pango cannot be loaded; the text is the dynamic loader's message.
  case libraryMissing(String)
  /// Cairo's error message.
  case drawingFailed(String)

  public var description: String {
    switch self {
    case .empty: "the text is empty; add at least one character"
    case .nul(let parameter, let character):
      "character \(character) of the \(parameter.rawValue) is NUL (U+0000); remove it"
    case .outOfRange(let parameter, let value, let range):
      "the \(parameter.rawValue) of the text is \(value); use \(range.lowerBound)...\(range.upperBound)"
    case .tooLong(let characters, let limit, let fontSize):
      "the text has \(characters) characters, but at a font size of \(fontSize) the limit is \(limit); "
        + "shorten it or use a smaller font"
    case .tooLongWith(let parameter, let value, let characters, let limit):
      "the text has \(characters) characters, but with a \(parameter.rawValue) of \(value) the limit is \(limit); "
        + "shorten it, or remove that setting"
    case .tooLongToShrink(let characters, let limit):
      "the text has \(characters) characters, but the limit of a text that shrinks to fit is \(limit); shorten it, or "
        + "remove \"fit\""
    case .tooManyPieces(let split, let count, let limit):
      "the text has \(count) \(split.rawValue), but the limit of a text that is split is \(limit); shorten it, or split it "
        + "by \(split == .glyphs ? "words" : "lines")"
    case .paragraphTooLong(let characters, let limit):
      "a paragraph of the text has \(characters) characters, but at this font size and width the limit is \(limit); "
        + "break it in two, or raise the width"
    case .fontTooLong(let bytes, let limit):
      "the font has \(bytes) bytes, but the limit is \(limit); use one or a few families and a style"
    case .outlineTooWide(let width, let fontSize):
      "the outline of the text is \(width) points wide, but the limit is the font size, \(fontSize); make it thinner"
    case .scaleTooLarge(let scale, let limit, let fontSize):
      "the scale of the text is \(scale), but at a font size of \(fontSize) the limit is \(limit); use a smaller "
        + "scale or font"
    case .tooLarge(let width, let height, let limit):
      "the text would take about \(Self.whole(width)) x \(Self.whole(height)) pixels, but the limit is \(limit); "
        + "use a smaller font or scale, or a width at which lines break"
    case .tooManyPixels(let size, let limit):
      "the text would be \(size), which is \(size.area) pixels, but the limit is \(limit); use a smaller font or "
        + "scale, or a width at which lines break"
    case .tooMuchMemory(let size, let need, let limit):
      "the text would be \(size) pixels, which need \(need) bytes of memory, but only \(limit) are available; use a smaller "
        + "font or scale, or a width at which lines break"
    case .notAFont(let name):
      "\(name.excerpt) is not a font, or it is damaged; use a TrueType or OpenType file (.ttf, .otf, .ttc)"
    case .unsupportedFont(let name):
      "\(name.excerpt) is a font in a format that Pango does not draw; convert it to TrueType or OpenType (.ttf, .otf)"
    case .tooManyFaces(let name, let count, let limit):
      "\(name.excerpt) has \(count) faces, but the limit is \(limit); use a file with fewer"
    case .namesTooLong(let name, let limit):
      "\(name.excerpt) lists more than \(limit >> 20) MiB of names in its faces; use a file with fewer faces"
    case .pictureTooLarge(let name, let width, let height, let limit):
      "\(name.excerpt) has a glyph image of \(width)x\(height) pixels, but the limit is \(limit) pixels; use "
        + "another font"
    case .fontNotLoaded(let name, let reason): "\(name.excerpt) cannot be kept in memory as a font: \(reason)"
    case .noFonts: "no font is installed; install one: apt-get install fonts-dejavu-core"
    case .language(let tag):
      "the hyphenation language is \(tag.isEmpty ? "empty" : "'\(tag.excerpt)'"); use a tag such as en, de or pt-BR"
    case .noHyphens(let language):
      "no hyphenation patterns of the language '\(language.excerpt)' are installed below /usr/share/hyphen; install them, "
        + "for example with apt-get install hyphen-en-us, or use soft hyphens (U+00AD) in the text"
    case .hyphenationMissing(let reason):
      "hyphenation needs libhyphen; install it: apt-get install libhyphen0 (\(reason))"
    case .libraryMissing(let reason):
      "text needs Pango and Cairo; install them: apt-get install libpangocairo-1.0-0 (\(reason))"
    case .drawingFailed(let reason): "Cairo could not draw the text: \(reason)"
    }
  }

  /// Whether the language of the hyphens is at fault, not the text.
  package var isOfHyphens: Bool {
    switch self {
    case .language, .noHyphens, .hyphenationMissing: true
    default: false
    }
  }

  private static func whole(_ value: Double) -> String {
    Int(exactly: value.rounded(.up)).map(String.init) ?? "\(value)"
  }
}

/// A defect of a picture that was nevertheless drawn.
public enum TextWarning: Hashable, Sendable, CustomStringConvertible {
  /// No installed font has these characters; boxes with their code points replace them.
  case unknownGlyphs(count: Int)
  /// No installed font has the requested family; another one was used.
  case substitutedFamily(requested: String, used: String)
  /// Letters of a script that joins them were not split into glyphs, but into words.
  case joinedLetters
  /// The text is larger than its box at the smallest font size, in points, to which it may shrink.
  case doesNotFit(minimum: Double)
  /// The font file has no such family; the family of the file was used.
  case familyNotInFile(requested: String, used: String, file: String)

  public var description: String {
    switch self {
    case .unknownGlyphs(let count):
      count == 1
        ? "1 character of the text is in no installed font; a box is drawn instead"
        : "\(count) characters of the text are in no installed font; boxes are drawn instead"
    case .joinedLetters:
      "letters that join, as in Arabic, cannot be split into glyphs; their words stay together"
    case .doesNotFit(let minimum):
      "the text does not fit into its bounds at its minimum font size of \(minimum.shortText) points; enlarge the bounds, "
        + "shorten the text, or lower \"minimumFontSize\""
    case .substitutedFamily(let requested, let used):
      "the font family '\(requested.excerpt)' is not installed; '\(used.excerpt)' is used instead"
    case .familyNotInFile(let requested, let used, let file):
      "the font family '\(requested.excerpt)' is not in \(file.excerpt); '\(used.excerpt)' is used instead"
    }
  }
}
