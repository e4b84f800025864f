/// The smaller mip levels of an image, down to 1x1, see ``MipFilter``. Each level has the mean color of the image; all
/// levels of an image of one color have that color.
///
/// Computed on the CPU: a software rasterizer compiles code for its own mipmap generation, which takes longer than
/// halving an image of any usual size.
package enum MipChain {
  /// Calls `body` with the number, the size and the texels of each level after the first. A level is freed when the next
  /// one is computed.
  package static func forEachLevel(
    after image: Image, _ body: (Int, PixelSize, UnsafeRawBufferPointer) -> Void
  ) {
    image.bytes.withUnsafeBytes { bytes in
      switch image.depth {
      case .eight: forEachLevel(after: bytes.bindMemory(to: ByteTexel.self), image.size, WideTexel.self, body)
      case .sixteen:
        forEachLevel(after: bytes.bindMemory(to: ShortTexel.self), image.size, FloatTexel.self, body)
      }
    }
  }

  /// - `Carried`: the texel format from which each next level is computed.
  static func forEachLevel<Final: MipTexel, Carried: MipTexel>(
    after texels: UnsafeBufferPointer<Final>, _ size: PixelSize, _: Carried.Type,
    _ body: (Int, PixelSize, UnsafeRawBufferPointer) -> Void
  ) {
    guard let first = texels.baseAddress else { return }
    var carried: MipLevel<Carried>?
    var (number, size) = (0, size)
    while size.width > 1 || size.height > 1 {
      let larger = size
      (number, size) = (number + 1, MipFilter.half(size))
      withUnsafeTemporaryAllocation(of: Final.self, capacity: size.area) { final in
        // The level is initialized as a whole.
        guard let start = final.baseAddress else { return }
        carried = carried?.next(start) ?? MipLevel(halving: first, larger, start)
        body(number, size, UnsafeRawBufferPointer(final))
      }
    }
  }
}
