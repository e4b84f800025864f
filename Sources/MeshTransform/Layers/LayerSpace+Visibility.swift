extension LayerSpace {
  /// Whether a layer of this space can be visible, for any content: it is not hidden, is neither a mask nor a back, and
  /// faces the viewer or is double-sided.
  @inline(__always)
  package func shows(_ layer: Layer) -> Bool { layer.isShown && !isHiddenFromBehind(layer) }

  /// Whether a layer of this space can have an effect, for any content: by itself, as a mask or as a back.
  @inline(__always)
  package func uses(_ layer: Layer) -> Bool { layer.mayBeVisible && !isHiddenFromBehind(layer) }

  /// Whether a layer, with its sublayers, is invisible because it is not double-sided and shows its back to the
  /// superlayer. A mesh shows its faces instead, each with its own side.
  @inline(__always)
  private func isHiddenFromBehind(_ layer: Layer) -> Bool {
    !layer.isDoubleSided && layer.mesh == nil && pointsToSuperlayer(of: layer).facing < 0
  }
}

extension Layer {
  /// Whether the layer can have an effect, for any content: by itself, as a mask or as a back.
  @inline(__always)
  fileprivate var mayBeVisible: Bool { !isHidden && opacity > 0 }

  /// Whether the layer itself can be visible, for any content, from the front.
  @inline(__always)
  package var isShown: Bool { mayBeVisible && maskMode == .none && !isBackContents }
}
