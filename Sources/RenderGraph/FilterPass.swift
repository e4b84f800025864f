import MeshTransform

/// Computes a texture from others, pixel by pixel.
package struct FilterPass {
  /// The result.
  package let texture: OffscreenTexture
  package let operation: Operation

  /// Whether a larger texture may be used. Items stretch a blurred one.
  package var mayBeLarger: Bool {
    switch operation {
    case .blur, .blurBand, .sum: false
    case .blend, .reduce, .band: true
    }
  }

  /// A texture in pixels of another one.
  package struct PlacedTexture {
    package let texture: OffscreenTexture
    /// The corner of the first pixel.
    package let x: Double, y: Double
    /// The side of a pixel.
    package let scale: Int
  }

  package enum Operation {
    /// A source blended with its backdrop.
    /// - `source`: its first pixel lies at (x, y) of the backdrop.
    /// - `opacity`: of the picture.
    /// - `backdrop`: of the size of the result.
    case blend(
      Layer.BlendMode, OffscreenTexture, x: Int, y: Int, opacity: Double, backdrop: OffscreenTexture)
    /// The alpha of a picture, averaged over squares of that many pixels a side, in all channels.
    case reduce(OffscreenTexture, by: Int)
    /// The alpha of a picture, blurred along one axis by a Gaussian, in all channels.
    /// - `sigma`: the standard deviation in pixels.
    /// - `margin`: pixels before and after the picture along the axis.
    case blur(OffscreenTexture, sigma: Double, isDown: Bool, margin: Int)
    /// The part of a shape near one height, averaged over squares of that many pixels a side: a band of
    /// ``ContactShadow``. A texel holds four rows of a column in its channels.
    case band(Int, of: OffscreenTexture, heights: OffscreenTexture, by: Int)
    /// A band, blurred along one axis by a Gaussian.
    /// - `sigma`: the standard deviation in pixels.
    /// - `margin`: texels before and after the band along the axis.
    case blurBand(OffscreenTexture, sigma: Double, isDown: Bool, margin: Int)
    /// The sum of blurred bands, in all channels.
    /// - `underside`: the least heights of the surface, at which the shadow ends where it is drawn.
    /// - `lift`: the height at which it is drawn, as a share of the largest height.
    case sum([PlacedTexture], underside: PlacedTexture, lift: Double)
  }
}

/// A pass that makes a texture.
package enum TexturePass {
  case offscreen(OffscreenPass)
  case filter(FilterPass)
}
