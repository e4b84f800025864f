extension Scene {
  /// The picture itself when drawing would change nothing: one flat image, pixel upon pixel, unlit, alone on a
  /// transparent canvas.
  ///
  /// Drawing multiplies colors by alpha and back, which loses digits where alpha is low; an image that nothing
  /// happens to should come out as it went in, to the byte. And it needs no GPU.
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
  /// True when an image would be seen stretched over the bounds and otherwise as it is.
  fileprivate var showsOnlyContents: Bool {
    let isPlain = mesh == nil && sublayers.isEmpty && !isHidden && opacity == 1
    let isBare =
      (backgroundColor?.alpha ?? 0) == 0 && borderWidth == 0 && !(masksToBounds && cornerRadius > 0)
    return isPlain && isBare && contentsRect == Rect(0, 0, 1, 1) && contentsGravity == .resize
  }
}
