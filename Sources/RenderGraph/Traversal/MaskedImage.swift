import MeshTransform

/// An image and the masks of one size that cut it.
struct MaskedImage {
  struct Mask {
    let image: Image
    let mode: Layer.MaskMode
  }

  /// What identifies the product.
  struct Key: Hashable {
    private let images: [ImageKey]
    private let modes: [Layer.MaskMode]

    init(_ masked: MaskedImage) {
      images = [ImageKey(masked.image)] + masked.masks.map { ImageKey($0.image) }
      modes = masked.masks.map(\.mode)
    }
  }

  let image: Image
  let masks: [Mask]

  /// The image times all masks; nil where 8 bits a channel cannot hold it.
  func product() -> Image? {
    var product = image
    for mask in masks {
      guard let next = product.masked(by: mask.image, mask.mode) else { return nil }
      product = next
    }
    return product
  }
}
