import MeshTransform
import RenderGraph

extension PictureMemory {
  /// Replaces the colors of pixels that edges cross by the means of the colors on both sides.
  ///
  /// - `pixels`: the pixels, and those whose colors they take, all within the rows in memory.
  func blend(_ pixels: [BlendedPixel], _ depth: Image.Depth) {
    switch depth {
    case .eight: blend(pixels, SIMD4<UInt8>.self)
    case .sixteen: blend(pixels, SIMD4<UInt16>.self)
    }
  }

  private func blend<Channel: FixedWidthInteger & UnsignedInteger>(
    _ pixels: [BlendedPixel], _ type: SIMD4<Channel>.Type
  ) {
    func color(_ pixel: BlendedPixel, _ offset: SIMD2<Int8>) -> SIMD4<UInt32> {
      // The memory holds whole pixels of this type; the caller's may begin at any address.
      SIMD4<UInt32>(
        truncatingIfNeeded: self.pixel(Int(pixel.x) + Int(offset.x), Int(pixel.y) + Int(offset.y))
          .loadUnaligned(as: type))
    }
    // All are read before any is written, since many are neighbors.
    let means = pixels.map { pixel in
      let (inner, outer) = (color(pixel, pixel.inner), color(pixel, pixel.outer))
      let sum = inner &* pixel.share &+ outer &* (65536 - pixel.share) &+ 32768
      return SIMD4<Channel>(truncatingIfNeeded: sum &>> 16)
    }
    for (pixel, mean) in zip(pixels, means) {
      self.pixel(Int(pixel.x), Int(pixel.y)).storeBytes(of: mean, as: type)
    }
  }
}
