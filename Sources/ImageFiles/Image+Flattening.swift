import MeshTransform

extension Image {
  /// The picture composited over a color, in encoded values rounded to nearest, and opaque.
  /// - Parameter background: of 8 bits a channel.
  /// - Returns: also whether any pixel was not opaque.
  package func flattened(over background: SIMD3<UInt8>) -> (image: Image, isFlattened: Bool) {
    func opaque(_ bytes: [UInt8]) -> Image {
      Image(
        size: size, alpha: .opaque, depth: depth, bytes: bytes, colorProfile: colorProfile,
        pixelDensity: pixelDensity)
    }
    if alpha == .opaque || isOpaqueThroughout { return (opaque(bytes), false) }
    var pixels = bytes
    pixels.withUnsafeMutableBytes { pixels in
      switch depth {
      case .eight:
        flatten(pixels.bindMemory(to: UInt8.self), over: SIMD3<UInt32>(truncatingIfNeeded: background))
      case .sixteen:
        flatten(
          pixels.bindMemory(to: UInt16.self), over: SIMD3<UInt64>(truncatingIfNeeded: background) &* 257)
      }
    }
    return (opaque(pixels), true)
  }

  /// - `Wide`: holds twice the product of two channels.
  private func flatten<Channel: FixedWidthInteger, Wide: FixedWidthInteger>(
    _ pixels: UnsafeMutableBufferPointer<Channel>, over below: SIMD3<Wide>
  ) {
    let (most, isPremultiplied) = (Wide(Channel.max), alpha == .premultiplied)
    for i in stride(from: 0, to: pixels.count, by: 4) where pixels[i + 3] != Channel.max {
      let a = Wide(pixels[i + 3])
      for channel in 0..<3 {
        let own = Wide(pixels[i + channel]) * (isPremultiplied ? most : a)
        pixels[i + channel] = Channel(min(most, (own + below[channel] * (most - a) + most / 2) / most))
      }
      pixels[i + 3] = Channel.max
    }
  }

  /// Whether every pixel has the largest alpha. Most pictures have, and need no copy.
  private var isOpaqueThroughout: Bool {
    guard depth == .eight else { return hasOpaquePixels }
    // Four bytes at a time; alpha is the last of them in memory.
    let common = bytes.withUnsafeBytes { $0.bindMemory(to: UInt32.self).reduce(.max, &) }
    return UInt32(littleEndian: common) >> 24 == 255
  }
}
