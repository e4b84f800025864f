/// The number of pixels per meter for print, as PNG stores it. Does not influence drawing.
public struct PixelDensity: Hashable, Sendable {
  /// Above 0 and finite.
  public let horizontal: Double, vertical: Double

  /// The range of dots per inch that all formats can store.
  public static let dotsPerInch = 1.0...65_535.0

  /// Nil for values that are not above 0 and finite.
  public init?(pixelsPerMeter horizontal: Double, _ vertical: Double) {
    guard horizontal > 0, vertical > 0, horizontal.isFinite, vertical.isFinite else { return nil }
    (self.horizontal, self.vertical) = (horizontal, vertical)
  }

  /// Nil for values that are not above 0 and finite.
  public init?(dotsPerInch horizontal: Double, _ vertical: Double) {
    self.init(pixelsPerMeter: horizontal / Self.metersPerInch, vertical / Self.metersPerInch)
  }

  /// Horizontal and vertical dots per inch.
  public var dotsPerInch: (horizontal: Double, vertical: Double) {
    (horizontal * Self.metersPerInch, vertical * Self.metersPerInch)
  }

  /// That of the same pixels after a quarter turn.
  package var transposed: PixelDensity { PixelDensity(horizontal: vertical, vertical: horizontal) }

  private init(horizontal: Double, vertical: Double) {
    (self.horizontal, self.vertical) = (horizontal, vertical)
  }

  private static let metersPerInch = 0.0254
}
