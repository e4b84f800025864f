import MeshTransform

/// What a user should know of a map that was read. `name` is the path, or "standard input".
public enum MapWarning: Hashable, Sendable, CustomStringConvertible {
  /// Whole numbers were taken for rounded positions, and smoothed.
  case smoothedIntegerSteps(name: String)
  /// Smoothing was asked for, but the positions have fractions.
  case noIntegerSteps(name: String)
  /// All positions are within about −1...1 of a unit that is a pixel.
  case probablyNormalized(name: String)
  /// A loss of the picture that holds the map.
  case image(String)

  public var description: String {
    switch self {
    case .smoothedIntegerSteps(let name):
      "\(name.excerpt) has whole numbers, which were smoothed: positions differ from them by up to half a pixel"
    case .noIntegerSteps(let name):
      "\(name.excerpt) is not smoothed: its positions are not whole numbers"
    case .probablyNormalized(let name):
      "all positions of \(name.excerpt) are within a pixel or two; if they are fractions of the picture, use --map-units "
        + "unit, ndc or ndc-corners"
    case .image(let words): words
    }
  }
}
