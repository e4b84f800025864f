import MeshTransform

/// Blurs the alpha of a picture.
extension GraphBuilder {
  /// A texture with the alpha of a picture in all channels, blurred by a Gaussian.
  /// - `sigma`: the standard deviation in pixels.
  /// - Returns: also the side of the texture's pixels, and the width of the margin around the picture that the blur
  ///   fills, in pixels of the picture.
  func blur(
    _ picture: OffscreenTexture, sigma: Double, key: [Int]
  ) throws(GraphError) -> (texture: OffscreenTexture, scale: Int, margin: Int) {
    let blur = ReducedBlur(sigma: sigma)
    let (factor, margin) = (blur.factor, blur.margin)
    var source = picture
    if factor > 1 {
      source = OffscreenTexture(key: key + TextureRole.reduced, size: blur.reduced(picture.size))
      try append(.filter(FilterPass(texture: source, operation: .reduce(picture, by: factor))), source)
    }
    let width = source.size.width + 2 * margin
    let across = OffscreenTexture(
      key: key + TextureRole.blurredRows, size: PixelSize(width, source.size.height))
    let down = OffscreenTexture(
      key: key + TextureRole.blurred, size: PixelSize(width, source.size.height + 2 * margin))
    for (source, result) in [(source, across), (across, down)] {
      let operation = FilterPass.Operation.blur(
        source, sigma: blur.sigma, isDown: result == down, margin: margin)
      try append(.filter(FilterPass(texture: result, operation: operation)), result)
    }
    return (down, factor, margin * factor)
  }

  /// The distance at which a Gaussian ends, in standard deviations.
  static let blurReach = 3.0
}

/// A Gaussian and the resolution at which it is computed.
///
/// A wide one is computed at a lower resolution, at which its standard deviation is about 6 pixels or more. The mean over
/// a pixel of the lower resolution, before and in the blur, and the bilinear filter that enlarges it add their variances,
/// which the Gaussian leaves out; what remains differs by less than 1/255.
struct ReducedBlur {
  /// Pixels of the picture a side of a pixel of the lower resolution.
  let factor: Int
  /// The standard deviation in pixels of the lower resolution.
  let sigma: Double
  /// The width of what the blur fills around the picture, in pixels of the lower resolution.
  let margin: Int

  /// - `sigma`: the standard deviation in pixels of the picture.
  init(sigma: Double) {
    factor = Int(pixels: max(1, (sigma / 6).rounded(.down)))
    let step = Double(factor)
    let added = factor == 1 ? 0 : (step * step - 1) / 12 + step * step / 12 + step * step / 6
    self.sigma = max(sigma * sigma - added, 0).squareRoot() / step
    margin = Int(pixels: (GraphBuilder.blurReach * self.sigma).rounded(.up)) + 1
  }

  /// The size of a picture at the lower resolution.
  func reduced(_ size: PixelSize) -> PixelSize {
    PixelSize((size.width + factor - 1) / factor, (size.height + factor - 1) / factor)
  }
}
