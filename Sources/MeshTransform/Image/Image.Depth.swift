extension Image {
  /// The bits of a channel.
  public enum Depth: Int, CaseIterable, Hashable, Sendable {
    /// 0...255, the depth of files other than PNG.
    case eight = 8
    /// 0...65,535.
    case sixteen = 16

    /// The bytes of the four channels of a pixel: 4 or 8.
    public var bytesPerPixel: Int { rawValue / 2 }
    /// The value of full light and of full alpha.
    public var largestValue: Int { (1 << rawValue) - 1 }
  }

  /// The image with channels of another depth: 8 bits become 16 by a factor of 257, which keeps 0 and 1; 16 bits are
  /// rounded to the nearest of 8.
  ///
  /// An image of that depth is returned unchanged.
  public func converted(to depth: Depth) -> Image {
    if depth == self.depth { return self }
    let count = 4 * size.area
    let bytes: [UInt8]
    switch depth {
    case .sixteen:
      bytes = [UInt8](unsafeUninitializedCapacity: 2 * count) { wide, filled in
        // 257 times a value has the value in both bytes, in any order.
        for index in 0..<count {
          (wide[2 * index], wide[2 * index + 1]) = (self.bytes[index], self.bytes[index])
        }
        filled = 2 * count
      }
    case .eight:
      bytes = self.bytes.withUnsafeBytes { wide in
        (0..<count).map { index in
          // round(v / 257) for every v of 16 bits.
          let value = UInt32(wide.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self))
          return UInt8((value &* 255 &+ 32_895) >> 16)
        }
      }
    }
    return Image(
      size: size, alpha: alpha, depth: depth, bytes: bytes, colorProfile: colorProfile,
      pixelDensity: pixelDensity)
  }
}
