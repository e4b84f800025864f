import MeshTransform

/// An image and its smaller mip levels, see ``MipFilter``. Each level has the mean color of the image; all levels of an
/// image of one color have that color.
///
/// Computed on the CPU: a software rasterizer compiles code for its own mipmap generation, which takes longer than
/// halving an image of any usual size.
package struct MipChain {
  private let image: Image
  private let smaller: [(size: PixelSize, texels: [ByteTexel])]

  /// The complete chain, down to 1x1.
  package init(_ image: Image) {
    self.image = image
    var levels: [(size: PixelSize, texels: [ByteTexel])] = []
    var carried: MipLevel<WideTexel>?
    var size = image.size
    while size.width > 1 || size.height > 1 {
      size = MipFilter.half(size)
      let texels = [ByteTexel](unsafeUninitializedCapacity: size.area) { final, count in
        let final = final.baseAddress!
        carried =
          if let carried { carried.next(final) } else {
            image.bytes.withUnsafeBytes {
              MipLevel(
                halving: $0.assumingMemoryBound(to: ByteTexel.self).baseAddress!, image.size, final)
            }
          }
        count = size.area
      }
      levels.append((size, texels))
    }
    smaller = levels
  }

  /// A chain of the image alone.
  package init(level0Of image: Image) { (self.image, smaller) = (image, []) }

  package func forEachLevel(_ body: (Int, PixelSize, UnsafeRawBufferPointer) -> Void) {
    image.bytes.withUnsafeBytes { body(0, image.size, $0) }
    for (index, level) in smaller.enumerated() {
      level.texels.withUnsafeBytes { body(index + 1, level.size, $0) }
    }
  }
}
