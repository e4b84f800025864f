import MeshTransform

extension Canvas.Blending {
  /// A color's channels in the values that are computed with; alpha stays.
  package func channels(of color: Color) -> Color {
    switch self {
    case .encoded: color
    case .linear: color.linear
    }
  }
}
