/// A color with straight alpha; sRGB-encoded channels in 0...1.
public struct Color: Hashable, Sendable, BitwiseCopyable {
  /// The channels, encoded as in sRGB, and the opacity; all in 0...1.
  public var red: Double, green: Double, blue: Double, alpha: Double

  /// A color with these channels, in 0...1.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// Opaque white.
  public static let white = Color(red: 1, green: 1, blue: 1)
  /// Opaque black.
  public static let black = Color(red: 0, green: 0, blue: 0)
  /// Transparent black.
  public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)
}
