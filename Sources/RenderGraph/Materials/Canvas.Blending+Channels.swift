import MeshTransform

extension Canvas.Blending {
  /// The color with its channels in the encoding in which it is blended; alpha does not change.
  package func channels(of color: Color) -> Color {
    switch self {
    case .encoded: color
    case .linear: color.linear
    }
  }
}
