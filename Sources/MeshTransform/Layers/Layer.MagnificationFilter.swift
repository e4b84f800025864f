extension Layer {
  /// The filter for magnified images; the first two names are Core Animation's.
  ///
  /// At one texel per pixel, every filter keeps the image unchanged.
  public enum MagnificationFilter: String, CaseIterable, Hashable, Sendable {
    /// Bilinear interpolation of four texels.
    case linear
    /// The texel that contains the pixel's center.
    case nearest
    /// The cubic of Catmull and Rom through sixteen texels: smooth, and sharper than linear. Overshoots are clamped to
    /// the range of colors.
    case cubic
  }
}

extension Layer.MagnificationFilter: NamedValue {
  package var summary: String {
    switch self {
    case .linear: "bilinear interpolation of four texels"
    case .nearest: "the texel that contains the pixel's center: square pixels"
    case .cubic: "a cubic through sixteen texels: smooth, and sharper than linear"
    }
  }
}
