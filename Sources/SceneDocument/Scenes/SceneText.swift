import MeshTransform

/// A text to be drawn; nil properties take the defaults of the text renderer.
public struct SceneText: Hashable, Sendable {
  /// The alignment of lines; start and end follow the direction of the script.
  public enum Alignment: String, CaseIterable, Hashable, Sendable {
    /// At one end of the line or in its middle.
    case start, center, end
    /// Both edges aligned, the last line of a paragraph at its start.
    case justify
  }

  /// The size of a text in the bounds of its layer.
  public enum Fit: String, CaseIterable, Hashable, Sendable {
    /// Its own size.
    case none
    /// The largest size at which it fits, at most its own.
    case shrink
  }

  /// In points.
  public static let defaultMinimumFontSize = 6.0

  /// The text itself, with line breaks.
  public var text: String
  /// Families and styles, such as `DejaVu Serif Bold`.
  public var font: String?
  /// The path of a font file, relative to the scene file; ``font`` then chooses among its faces.
  public var fontFile: String?
  /// In points.
  public var fontSize: Double?
  /// The color of the letters; nil for black.
  public var color: Color?
  /// A line around the letters.
  public var outline: TextOutline?
  /// The width at which lines wrap, in points.
  public var width: Double?
  /// The language by whose patterns words are hyphenated, such as `en`; nil for soft hyphens only.
  public var hyphens: String?
  /// The size of the text in bounds. Default none.
  public var fit = Fit.none
  /// The font size in points below which a text does not shrink; nil for ``defaultMinimumFontSize``.
  public var minimumFontSize: Double?
  /// The bounds of the layer in which the text is placed; nil where it has its natural size or is stretched. A scene sets it.
  public var box: TextBox?
  /// The parts that are layers of their own; nil for one image.
  public var split: TextSplit?
  /// The alignment of the lines; nil for the start.
  public var alignment: Alignment?
  /// The space between letters besides their own, in points.
  public var letterSpacing: Double?
  /// Pixels per point; nil follows the canvas.
  public var scale: Double?

  /// A text with the default style.
  public init(_ text: String) { self.text = text }
}

extension SceneText.Alignment: NamedValue {
  package var summary: String {
    switch self {
    case .start: "lines begin at one edge: the left one, or the right one for scripts from right to left"
    case .center: "lines are centered"
    case .end: "lines end at one edge: the right one, or the left one for scripts from right to left"
    case .justify: "lines fill the width"
    }
  }
}

extension SceneText.Fit: NamedValue {
  package var summary: String {
    switch self {
    case .none: "the text has its own size"
    case .shrink: "a text that is too large for the bounds becomes smaller until it fits, never larger"
    }
  }
}
