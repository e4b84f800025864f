extension Layer {
  /// How an image is sampled where it is drawn larger than it is; the first two names are Core Animation's.
  ///
  /// All of them keep an image that is drawn texel by pixel as it is.
  public enum MagnificationFilter: String, CaseIterable, Hashable, Sendable {
    /// Between the middles of four texels.
    case linear
    /// The texel in which a pixel's middle lies: hard squares.
    case nearest
    /// Through sixteen texels, by the cubic of Catmull and Rom: sharper than linear, and smooth. Where it would
    /// overshoot the range of colors it is cut off.
    case cubic
  }
}
