extension Layer {
  /// How a layer's colors combine with those of its backdrop. The names are those of CSS, the arithmetic is that of
  /// Compositing and Blending Level 1 (W3C). Core Animation's `compositingFilter` has the same modes.
  ///
  /// With the colors `cb` of the backdrop and `cs` of the layer, not premultiplied, and their alphas `ab` and `as`, the
  /// result is
  /// `as * (1 - ab) * cs + as * ab * B(cb, cs) + (1 - as) * ab * cb` with the alpha `as + ab - as * ab`. The values are
  /// those of ``Canvas/blending``.
  public enum BlendMode: String, CaseIterable, Hashable, Sendable {
    /// B = cs: the layer covers its backdrop.
    case normal
    /// B = cb * cs.
    case multiply
    /// B = cb + cs - cb * cs.
    case screen
    /// Hard light with the two colors exchanged.
    case overlay
    /// B = min(cb, cs).
    case darken
    /// B = max(cb, cs).
    case lighten
    /// B = min(1, cb / (1 - cs)).
    case colorDodge = "color-dodge"
    /// B = 1 - min(1, (1 - cb) / cs).
    case colorBurn = "color-burn"
    /// Multiply by 2 cs where cs is at most 1/2, screen by 2 cs - 1 elsewhere.
    case hardLight = "hard-light"
    /// Like hard light, with a soft curve.
    case softLight = "soft-light"
    /// B = |cb - cs|.
    case difference
    /// B = cb + cs - 2 * cb * cs.
    case exclusion
    /// The hue of the layer, the saturation and luminosity of the backdrop.
    case hue
    /// The saturation of the layer, the hue and luminosity of the backdrop.
    case saturation
    /// The hue and saturation of the layer, the luminosity of the backdrop.
    case color
    /// The luminosity of the layer, the hue and saturation of the backdrop.
    case luminosity
    /// The sum of both premultiplied colors and of both alphas, at most 1.
    case plusLighter = "plus-lighter"
  }
}

extension Layer.BlendMode: NamedValue {
  package var summary: String {
    switch self {
    case .normal: "the layer covers its backdrop"
    case .multiply: "the colors are multiplied, which darkens: white changes nothing, black stays black"
    case .screen: "the inverted colors are multiplied, which lightens: black changes nothing"
    case .overlay: "multiply where the backdrop is dark, screen where it is light"
    case .darken: "the darker of both values in each channel"
    case .lighten: "the lighter of both values in each channel"
    case .colorDodge: "the backdrop is brightened by the layer; black changes nothing"
    case .colorBurn: "the backdrop is darkened by the layer; white changes nothing"
    case .hardLight: "multiply where the layer is dark, screen where it is light"
    case .softLight: "darkens or lightens softly; 50 % gray changes nothing"
    case .difference: "the absolute difference of both values; black changes nothing, white inverts"
    case .exclusion: "like difference, with lower contrast"
    case .hue: "the hue of the layer with the saturation and luminosity of the backdrop"
    case .saturation: "the saturation of the layer with the hue and luminosity of the backdrop"
    case .color: "the hue and saturation of the layer with the luminosity of the backdrop"
    case .luminosity: "the luminosity of the layer with the hue and saturation of the backdrop"
    case .plusLighter: "the sum of the premultiplied colors and of the alphas, at most 1"
    }
  }
}
