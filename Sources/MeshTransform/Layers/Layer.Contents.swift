extension Layer {
  /// What fills the layer's bounds. Text is an image once it is set.
  public enum Contents: Hashable, Sendable {
    case none
    /// Its part `contentsRect`, placed by `contentsGravity`.
    case image(Image)
    /// All over the bounds.
    case color(Color)
    /// In the unit space of the bounds, all over them.
    case gradient(Gradient)
  }
}
