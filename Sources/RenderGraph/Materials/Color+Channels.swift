import MeshTransform

extension Color {
  /// Red, green and blue times alpha, and alpha; all are clamped to 0...1 first.
  package var premultiplied: SIMD4<Float> {
    let clamped = SIMD4(red, green, blue, alpha).clamped(
      lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 1))
    return SIMD4<Float>(clamped * SIMD4(SIMD3(repeating: clamped.w), 1))
  }
}

extension Canvas.Blending {
  /// The color with its channels in the encoding in which it is blended; alpha does not change.
  package func channels(of color: Color) -> Color {
    switch self {
    case .encoded: color
    case .linear: color.linear
    }
  }
}
