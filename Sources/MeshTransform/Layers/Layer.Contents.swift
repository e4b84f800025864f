extension Layer {
  /// What fills the layer's bounds.
  public enum Contents: Hashable, Sendable {
    /// An image stretched over the bounds.
    case image(Image)
    case color(Color)
  }
}
