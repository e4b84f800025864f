import MeshTransform

/// An image and its smaller mip levels, see ``MipFilter``. Each level has the mean color of the image; all levels of an
/// image of one color have that color.
///
/// Computed on the CPU: a software rasterizer compiles code for its own mipmap generation, which takes longer than
/// halving an image of any usual size.
package struct MipChain {
  private let image: Image
  private let smaller: [MipTexels]

  /// The complete chain, down to 1x1.
  package init(_ image: Image) {
    self.image = image
    smaller = image.bytes.withUnsafeBytes { bytes in
      switch image.depth {
      case .eight: MipTexels.smaller(than: bytes.bindMemory(to: ByteTexel.self), image.size, WideTexel.self)
      case .sixteen:
        MipTexels.smaller(than: bytes.bindMemory(to: ShortTexel.self), image.size, FloatTexel.self)
      }
    }
  }

  /// A chain of the image alone.
  package init(level0Of image: Image) { (self.image, smaller) = (image, []) }

  package func forEachLevel(_ body: (Int, PixelSize, UnsafeRawBufferPointer) -> Void) {
    image.bytes.withUnsafeBytes { body(0, image.size, $0) }
    for (index, level) in smaller.enumerated() {
      level.bytes.withUnsafeBytes { body(index + 1, level.size, $0) }
    }
  }
}

/// The texels of a mip level as textures hold them.
package struct MipTexels {
  package let size: PixelSize
  package let bytes: [UInt8]

  /// The smaller levels of an image, down to 1x1, see ``MipFilter``.
  /// - `Carried`: the texel format from which each next level is computed.
  static func smaller<Final: MipTexel, Carried: MipTexel>(
    than texels: UnsafeBufferPointer<Final>, _ size: PixelSize, _: Carried.Type
  ) -> [MipTexels] {
    var levels: [MipTexels] = []
    var carried: MipLevel<Carried>?
    var size = size
    while size.width > 1 || size.height > 1 {
      let larger = size
      size = MipFilter.half(size)
      let count = MemoryLayout<Final>.stride * size.area
      let bytes = [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
        let final = UnsafeMutableRawPointer(bytes.baseAddress!).bindMemory(
          to: Final.self, capacity: size.area)
        carried =
          carried?.next(final) ?? MipLevel(halving: texels.baseAddress!, larger, final)
        filled = count
      }
      levels.append(MipTexels(size: size, bytes: bytes))
    }
    return levels
  }
}
