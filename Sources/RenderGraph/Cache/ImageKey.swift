import MeshTransform

/// Identifies an image by the address of its pixels, which copies of a Swift array share.
package struct ImageKey: Hashable {
  private let address: UnsafeRawPointer?
  private let size: PixelSize
  private let alpha: Image.Alpha
  package var needsMipmaps = false

  package init(_ image: Image) {
    // The address is compared only, never read through.
    address = image.bytes.withUnsafeBytes { $0.baseAddress }
    (size, alpha) = (image.size, image.alpha)
  }
}
