import MeshTransform

/// Blurs the alpha of a picture.
extension GraphBuilder {
  /// A texture with the alpha of a picture in all channels, blurred by a Gaussian.
  ///
  /// A wide Gaussian is computed at a lower resolution, at which its standard deviation is about 6 pixels or more. The
  /// mean over a pixel of the lower resolution, before and in the blur, and the bilinear filter that enlarges it add
  /// their variances, which the Gaussian leaves out; what remains differs by less than 1/255.
  /// - `sigma`: the standard deviation in pixels.
  /// - Returns: also the side of the texture's pixels, and the width of the margin around the picture that the blur
  ///   fills, in pixels of the picture.
  func blur(
    _ picture: OffscreenTexture, sigma: Double, key: [Int]
  ) throws(GraphError) -> (texture: OffscreenTexture, scale: Int, margin: Int) {
    let factor = Int(pixels: max(1, (sigma / 6).rounded(.down)))
    let step = Double(factor)
    let added = factor == 1 ? 0 : (step * step - 1) / 12 + step * step / 12 + step * step / 6
    let sigma = max(sigma * sigma - added, 0).squareRoot() / step
    let margin = Int(pixels: (Self.blurReach * sigma).rounded(.up)) + 1
    var source = picture
    if factor > 1 {
      let size = PixelSize(
        (picture.size.width + factor - 1) / factor, (picture.size.height + factor - 1) / factor)
      source = OffscreenTexture(key: key + TextureRole.reduced, size: size)
      try append(.filter(FilterPass(texture: source, operation: .reduce(picture, by: factor))), source)
    }
    let width = source.size.width + 2 * margin
    let across = OffscreenTexture(
      key: key + TextureRole.blurredRows, size: PixelSize(width, source.size.height))
    let down = OffscreenTexture(
      key: key + TextureRole.blurred, size: PixelSize(width, source.size.height + 2 * margin))
    for (source, result) in [(source, across), (across, down)] {
      let operation = FilterPass.Operation.blur(source, sigma: sigma, isDown: result == down, margin: margin)
      try append(.filter(FilterPass(texture: result, operation: operation)), result)
    }
    return (down, factor, margin * factor)
  }

  /// The distance at which a Gaussian ends, in standard deviations.
  static let blurReach = 3.0
}
