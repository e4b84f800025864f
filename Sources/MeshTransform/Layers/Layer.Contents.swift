extension Layer {
  /// The content of the layer's bounds. Text is rendered to an image.
  public enum Contents: Hashable, Sendable {
    /// Nothing.
    case none
    /// The part `contentsRect` of an image, positioned by `contentsGravity`.
    case image(Image)
    /// One color in all of the bounds.
    case color(Color)
    /// A gradient in the unit space of the bounds, in all of them.
    case gradient(Gradient)
  }
}
