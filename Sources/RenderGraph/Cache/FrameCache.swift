import MeshTransform

/// The results of one frame's compilation that later frames reuse.
package struct FrameCache {
  var meshes = MeshCache()
  package var offscreen = OffscreenCache()
  private var opacities = FrameCached<ImageKey, (image: Image, isOpaque: Bool)>()
  /// The sources are kept with the product, so that their memory is not reused while their addresses are the key.
  private var products = FrameCached<MaskedImage.Key, (sources: MaskedImage, product: Image)>()
  private var options: GraphOptions?

  package init() {}

  /// Discards the contents of offscreen textures if they were drawn with other options.
  package mutating func begin(_ options: GraphOptions) {
    if options != self.options { offscreen = OffscreenCache() }
    self.options = options
  }

  /// Whether all pixels of an image are opaque.
  package mutating func isOpaque(_ image: Image) -> Bool {
    guard image.alpha == .straight else { return image.alpha == .opaque }
    let key = ImageKey(image)
    if let known = opacities[key] { return known.isOpaque }
    let isOpaque = image.hasOpaquePixels
    // The image is kept, so that its memory is not reused while its address is the key.
    opacities[key] = (image, isOpaque)
    return isOpaque
  }

  /// The product of an image and its masks.
  mutating func product(_ sources: MaskedImage) -> Image {
    let key = MaskedImage.Key(sources)
    if let known = products[key] { return known.product }
    let product = sources.product()
    products[key] = (sources, product)
    return product
  }

  /// Keeps all present products, also while no frame uses them, until ``discardProducts(unusedFor:)``.
  package mutating func keepProducts() { products.keep() }

  /// Removes the products that were last used that many frames ago, or earlier.
  package mutating func discardProducts(unusedFor frames: Int) { products.discard(unusedFor: frames) }

  /// Discards the entries that the frame has not used, except kept ones.
  package mutating func endFrame() {
    meshes.endFrame()
    offscreen.endFrame()
    opacities.endFrame()
    products.endFrame()
  }
}

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
