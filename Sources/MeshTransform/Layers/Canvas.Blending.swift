extension Canvas {
  /// The arithmetic of a whole scene: in which values light is computed, colors are mixed and pixels are averaged.
  public enum Blending: String, CaseIterable, Hashable, Sendable {
    /// In the sRGB-encoded values, as Core Animation does.
    case encoded
    /// In linear light, as light itself adds up.
    ///
    /// Images and gradients, whose stops mix as they always do, are decoded pixel by pixel and premultiplied; so are the
    /// colors of layers, borders, lights, the background and the wireframe. Intensities, reflectances, opacities and the
    /// brightness of a mesh stay factors. Minification, lights, translucency and antialiasing then work on linear values,
    /// and the picture is encoded at the end. A pixel that nothing is mixed into keeps its bytes where it is opaque.
    case linear
  }
}
