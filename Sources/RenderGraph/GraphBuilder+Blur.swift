import MeshTransform

/// Blurs the alpha of a picture.
extension GraphBuilder {
  /// A texture with the alpha of a picture in all channels, blurred by a Gaussian.
  ///
  /// A wide Gaussian is computed at a lower resolution, at which its standard deviation is about 6 pixels or more. The
  /// mean over a pixel of the lower resolution, before and in the blur, and the bilinear filter that enlarges it add
  /// their variances, which the Gaussian leaves out; what remains differs by less than 1/255.
  /// - `sigma`: the standard deviation in pixels.
  /// - Returns: also the side of the texture's pixels in pixels of the picture.
  func blur(
    _ picture: OffscreenTexture, sigma: Double, key: [Int]
  ) throws(GraphError) -> (texture: OffscreenTexture, scale: Int) {
    let factor = Int(max(1, (sigma / 6).rounded(.down)))
    let size = PixelSize(
      (picture.size.width + factor - 1) / factor, (picture.size.height + factor - 1) / factor)
    let step = Double(factor)
    let added = factor == 1 ? 0 : (step * step - 1) / 12 + step * step / 12 + step * step / 6
    let sigma = max(sigma * sigma - added, 0).squareRoot() / step
    let across = OffscreenTexture(key: key + TextureRole.blurredRows, size: size)
    let down = OffscreenTexture(key: key + TextureRole.blurred, size: size)
    var source = picture
    if factor > 1 {
      let reduced = OffscreenTexture(key: key + TextureRole.reduced, size: size)
      try append(.filter(FilterPass(texture: reduced, operation: .reduce(source, by: factor))), reduced)
      source = reduced
    }
    try blur(source, into: across, sigma, isDown: false)
    try blur(across, into: down, sigma, isDown: true)
    return (down, factor)
  }

  private func blur(
    _ source: OffscreenTexture, into result: OffscreenTexture, _ sigma: Double, isDown: Bool
  ) throws(GraphError) {
    let operation = FilterPass.Operation.blur(source, sigma: sigma, isDown: isDown)
    try append(.filter(FilterPass(texture: result, operation: operation)), result)
  }
}
