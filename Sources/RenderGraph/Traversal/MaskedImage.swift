import MeshTransform

/// An image and the masks that cut it: see ``Image/mayMask(_:_:)``.
struct MaskedImage {
  struct Mask {
    let image: Image
    let mode: Layer.MaskMode
  }

  /// The key of a product in the cache: the addresses of its images and the modes of its masks.
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

  /// The image times all masks.
  func product() -> Image { masks.reduce(image) { $0.masked(by: $1.image, $1.mode) } }
}
