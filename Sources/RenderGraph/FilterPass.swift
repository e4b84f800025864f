import MeshTransform

/// Computes a texture from others, pixel by pixel.
package struct FilterPass {
  /// The result.
  package let texture: OffscreenTexture
  package let operation: Operation

  /// Whether a larger texture may be used. Items stretch a blurred one.
  package var mayBeLarger: Bool { if case .blur = operation { false } else { true } }

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
  }
}

/// A pass that makes a texture.
package enum TexturePass {
  case offscreen(OffscreenPass)
  case filter(FilterPass)
}
