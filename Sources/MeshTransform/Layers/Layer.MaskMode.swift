extension Layer {
  /// Whether a sublayer masks its superlayer instead of being drawn, and by what.
  ///
  /// A mask is drawn by itself, in the space of the sublayers, as large as it is; the superlayer with its sublayers keeps
  /// the share of its colors and alpha that the mask gives, point by point. Beyond the mask's layers that share is that
  /// of clear black. Several masks multiply. A mesh of the superlayer bends the masked picture.
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
  }

  /// The sublayers that mask the layer. Hidden ones do not; one with opacity 0 gives clear black.
  package var masks: [Layer] { sublayers.filter { $0.maskMode != .none && !$0.isHidden } }

  /// A mask as a layer that is drawn.
  package var asDrawn: Layer {
    var layer = self
    layer.maskMode = .none
    return layer
  }
}

extension Layer.MaskMode {
  /// Whether the mask keeps what lies beyond it.
  package var isInverted: Bool { self == .invertedAlpha || self == .invertedLuminance }
  package var usesLuminance: Bool { self == .luminance || self == .invertedLuminance }
}
