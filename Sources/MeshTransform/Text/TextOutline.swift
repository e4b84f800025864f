/// A line around the letters of a text, outside of them: the letters keep their shapes.
public struct TextOutline: Hashable, Sendable {
  /// The distance in points by which the line reaches beyond the letters, 0...1000, and at most the font size.
  /// Default 1.
  public var width: Double
  /// Default white.
  public var color: Color

  /// A line of this width in points.
  public init(width: Double = 1, color: Color = .white) { (self.width, self.color) = (width, color) }

  package static let properties: [Property<TextOutline>] = [
    Property(
      "width", .number(\.width, NumberRange(widths, .points)),
      "the reach beyond the letters, at most the font size"),
    Property("color", .color(\.color), "the color of the line"),
  ]

  /// In points.
  package static let widths = 0.0...1000
}
