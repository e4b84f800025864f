extension Layer {
  /// Whether a sublayer masks its superlayer instead of being drawn, and by what.
  ///
  /// A mask is drawn into a texture of its own, in the space of the sublayers. Its alpha or luminance then multiplies the
  /// colors and the alpha of the superlayer and its sublayers, pixel by pixel. Pixels that the mask does not cover are
  /// clear black. Several masks multiply. The superlayer's mesh bends the masked picture.
  public enum MaskMode: String, CaseIterable, Hashable, Sendable {
    /// The layer is no mask.
    case none
    /// The mask's alpha.
    case alpha
    /// The luminance of the mask's color, times its alpha: 0.2126 red + 0.7152 green + 0.0722 blue, of the values of
    /// ``Canvas/blending``.
    case luminance
    /// One less the alpha.
    case invertedAlpha = "inverted-alpha"
    /// One less the luminance.
    case invertedLuminance = "inverted-luminance"
    /// The luminance multiplies the superlayer's colors, and its alpha stays. Where the mask is transparent, the colors
    /// stay, too.
    case shade
  }

  /// The sublayers that mask the layer. Hidden ones do not; one with opacity 0 gives clear black.
  package var masks: [Layer] { sublayers.filter { $0.maskMode != .none && !$0.isHidden } }

  /// A mask or a back as a layer that is drawn.
  package var asDrawn: Layer {
    var layer = self
    (layer.maskMode, layer.isBackContents) = (.none, false)
    return layer
  }
}

extension Layer.MaskMode {
  package var isInverted: Bool { self == .invertedAlpha || self == .invertedLuminance }
  package var usesLuminance: Bool { self == .luminance || self == .invertedLuminance }
  /// Whether the mask keeps what lies beyond it.
  package var keepsOutside: Bool { isInverted || self == .shade }
}

extension Layer.MaskMode: NamedValue {
  package var summary: String {
    switch self {
    case .none: "the layer is not a mask"
    case .alpha: "the superlayer is visible where the mask is opaque"
    case .luminance: "the superlayer is visible where the mask is light and opaque"
    case .invertedAlpha: "the superlayer is visible where the mask is transparent"
    case .invertedLuminance: "the superlayer is visible where the mask is dark or transparent"
    case .shade: "the luminance of the mask darkens the colors of the superlayer, whose alpha stays"
    }
  }
}
