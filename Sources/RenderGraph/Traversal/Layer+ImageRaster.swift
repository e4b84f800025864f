import MeshTransform

/// Bent layers that are rasterized at the resolution of their images.
///
/// A mesh bends the texture of its layer. At the resolution of the canvas that texture would hold images that were
/// sampled once, and the mesh would sample them again. At their own resolution it holds them texel by texel, so that
/// they are sampled once, as without a texture in between.
extension Layer {
  /// The size of a texture that holds all that the layer shows texel by texel; nil where there is none. The layer and
  /// its sublayers then show nothing but images and colors, each in all of the layer's bounds, so that no edge lies
  /// inside of the texture. Of images of several sizes, the smaller ones have at most half as many pixels in each
  /// direction: the texture holds these closely enough.
  /// - `native`: the size of the texture at the resolution of the canvas. The images have at most four times as many
  ///   pixels.
  func imageRasterSize(native: PixelSize) -> PixelSize? {
    guard rasterizationScale == nil, lights.isEmpty, sublayerTransform.isIdentity else { return nil }
    var sizes: [PixelSize] = []
    guard addImages(to: &sizes, filter: magnificationFilter) else { return nil }
    for sublayer in sublayers where !sublayer.isHidden && sublayer.opacity > 0 {
      guard sublayer.covers(bounds), sublayer.addImages(to: &sizes, filter: magnificationFilter) else {
        return nil
      }
    }
    guard let largest = sizes.max(by: { $0.area < $1.area }), largest.area <= 4 * native.area else {
      return nil
    }
    let areClose = sizes.allSatisfy { size in
      size == largest || 2 * size.width <= largest.width && 2 * size.height <= largest.height
    }
    return areClose ? largest : nil
  }

  /// The image of a layer that has an ``imageRasterSize(native:)``, and the images of its masks, where it shows nothing
  /// else and all have one size and 8 bits a channel; nil elsewhere. Their product is then what its texture would hold.
  func maskedImage() -> MaskedImage? {
    guard let own = onlyImage else { return nil }
    var parts: [MaskedImage.Mask] = []
    for mask in sublayers where !mask.isHidden {
      guard mask.opacity == 1, mask.blendMode == .normal, !mask.hasBackContents,
        let image = mask.onlyImage, image.mayMask(own, mask.maskMode)
      else { return nil }
      parts.append(MaskedImage.Mask(image: image, mode: mask.maskMode))
    }
    return parts.isEmpty ? nil : MaskedImage(image: own, masks: parts)
  }

  /// The image, where the layer itself has no color behind it.
  private var onlyImage: Image? {
    if backgroundColor == nil, case .image(let image) = contents { image } else { nil }
  }

  /// Whether the layer lies flat and without sublayers, shadow and mesh in exactly that rectangle of its superlayer.
  private func covers(_ rect: Rect) -> Bool {
    mesh == nil && transform.isIdentity && zPosition == 0 && frame == rect && sublayers.isEmpty
      && !(shadowOpacity > 0) && !(contactShadowOpacity > 0)
  }

  /// Adds the size of the image that fills the bounds.
  /// - Returns: whether the layer itself shows nothing else but a color in all of them.
  private func addImages(to sizes: inout [PixelSize], filter: MagnificationFilter) -> Bool {
    guard cornerRadius == 0, !(borderWidth > 0) else { return false }
    switch contents {
    case .none, .color: return true
    case .gradient: return false
    case .image(let image):
      sizes.append(image.size)
      return showsWholeImage && contentsFrame == bounds && magnificationFilter == filter
        && minificationFilter == .footprint
    }
  }
}
