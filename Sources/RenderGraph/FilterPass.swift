import MeshTransform

/// Computes a texture from others, pixel by pixel.
package struct FilterPass {
  /// The result.
  package let texture: OffscreenTexture
  package let operation: Operation

  package enum Operation {
    /// A picture blended with what is behind it.
    /// - `source`: the picture, whose first pixel lies at (x, y) of the backdrop.
    /// - `opacity`: of the picture.
    /// - `backdrop`: of the size of the result.
    case blend(
      Layer.BlendMode, OffscreenTexture, x: Int, y: Int, opacity: Double, backdrop: OffscreenTexture)
  }
}

/// A pass that makes a texture.
package enum TexturePass {
  case offscreen(OffscreenPass)
  case filter(FilterPass)
}
