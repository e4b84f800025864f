extension Scene {
  /// The image whose drawing would change nothing: a single flat image, texel by pixel, unlit, alone on a transparent
  /// canvas; nil for any other scene.
  ///
  /// Drawing premultiplies colors, which loses precision where alpha is low; the passthrough keeps every byte, and
  /// needs no GPU.
  package var passthroughImage: Image? {
    guard layers.count == 1, lights.allSatisfy({ !$0.isEnabled }), canvas.background.alpha == 0 else {
      return nil
    }
    let layer = layers[0]
    guard case .image(let image) = layer.contents, layer.showsOnlyContents, layer.transform.isIdentity,
      layer.frame == canvas.frame, layer.zPosition == 0, canvas.scale > 0,
      layer.bounds.size.width * canvas.scale == Double(image.size.width),
      layer.bounds.size.height * canvas.scale == Double(image.size.height)
    else { return nil }
    return image
  }
}

extension Layer {
  /// Whether the layer shows only its contents, stretched to the bounds.
  fileprivate var showsOnlyContents: Bool {
    let isPlain = mesh == nil && sublayers.isEmpty && !isHidden && opacity == 1 && shadowOpacity == 0
    let isBare =
      (backgroundColor?.alpha ?? 0) == 0 && borderWidth == 0 && !(masksToBounds && cornerRadius > 0)
    return isPlain && isBare && showsWholeImage && contentsGravity == .resize
  }
}
