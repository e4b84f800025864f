extension Canvas {
  /// The color values in which light is computed, colors are blended and pixels are averaged.
  public enum Blending: String, CaseIterable, Hashable, Sendable {
    /// sRGB-encoded values, as in Core Animation.
    case encoded
    /// Linear light.
    ///
    /// Images and gradients are decoded pixel by pixel and premultiplied; the stops of gradients are interpolated as
    /// with encoded values. The colors of layers, borders, lights, the background and the wireframe are decoded as
    /// well. Intensities, reflectances, opacities and the brightness of a mesh stay factors. Minification, lights,
    /// translucency and antialiasing work on linear values, and the picture is encoded at the end. An opaque pixel
    /// without blending keeps its bytes.
    case linear
  }
}

extension Canvas.Blending: NamedValue {
  package var summary: String {
    switch self {
    case .encoded: "sRGB-encoded values, as in Core Animation"
    case .linear: "linear light"
    }
  }
}
