import MeshTransform

/// What one frame's compilation leaves for the next.
package struct FrameCache {
  var meshes = MeshCache()
  package var offscreen = OffscreenCache()
  private var opacities = FrameCached<ImageKey, (image: Image, isOpaque: Bool)>()
  private var options: GraphOptions?

  package init() {}

  /// Forgets what offscreen textures contain if they were drawn with other options.
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
    // The image is kept, so that its memory does not become another's while it is the key.
    opacities[key] = (image, isOpaque)
    return isOpaque
  }

  /// Forgets what the frame has not used.
  package mutating func endFrame() {
    meshes.endFrame()
    offscreen.endFrame()
    opacities.endFrame()
  }
}

/// Identifies an image by its pixels' place in memory, which copies of a Swift array share.
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
