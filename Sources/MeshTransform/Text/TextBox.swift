/// The bounds of a layer in which a text is placed.
///
/// Lines break at the width of the bounds, unless the text has a width of its own. The image of the text is as wide as its
/// longest line.
public struct TextBox: Hashable, Sendable {
  /// In points.
  public var size: Size
  /// Whether the text lies in the middle of the bounds. Its image then differs from them by an even number of pixels each
  /// way, so that it lies on whole pixels, and the text in its middle.
  public var isCentered: Bool
  /// The font size in points down to which the text shrinks until it fits into the bounds; nil if it keeps its size.
  public var minimumFontSize: Double?

  /// Bounds of this size in points.
  public init(size: Size, isCentered: Bool = true, minimumFontSize: Double? = nil) {
    (self.size, self.isCentered, self.minimumFontSize) = (size, isCentered, minimumFontSize)
  }
}
