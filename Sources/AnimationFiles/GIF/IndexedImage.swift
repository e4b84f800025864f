import CAnimation
import MeshTransform

/// A picture of up to 256 colors, one of which may be transparent.
struct IndexedImage {
  struct Failure: Error { let reason: String }

  /// One byte per pixel.
  let indices: [UInt8]
  /// Red, green and blue of `1 << bits` colors; unused entries are black.
  let palette: [UInt8]
  /// Bits per index, 1...8.
  let bits: Int
  let transparentIndex: UInt8?

  /// - Parameters:
  ///   - image: with straight alpha or opaque.
  ///   - dither: 0 (none)...1 (full).
  ///   - effort: 0 (fast)...6 (the best colors).
  init(_ image: Image, dither: Double, effort: Int) throws(Failure) {
    var pixels = image.bytes
    let hasHoles = Self.sharpenAlpha(&pixels)
    let count = image.size.area
    var colors = canimation_palette()
    let speed: Int32 = [10, 8, 7, 6, 4, 3, 1][effort]
    var failure: String?
    var indices = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      let message = canimation_quantize(
        pixels, Int32(image.size.width), Int32(image.size.height), hasHoles ? 255 : 256, speed, Float(dither),
        hasHoles ? 1 : 0, buffer.baseAddress!, &colors)
      failure = message.map { String(cString: $0) }
      initialized = failure == nil ? count : 0
    }
    if let failure { throw Failure(reason: failure) }
    let rgba = withUnsafeBytes(of: colors.rgba) { Array($0.prefix(4 * Int(colors.count))) }
    var palette = stride(from: 0, to: rgba.count, by: 4).flatMap { rgba[$0..<$0 + 3] }
    transparentIndex = hasHoles ? UInt8(colors.count) : nil
    if hasHoles {
      palette += [0, 0, 0]
      Self.restoreTransparency(of: pixels, into: &indices, rgba, index: UInt8(colors.count))
    }
    bits = max(1, Int.bitWidth - (palette.count / 3 - 1).leadingZeroBitCount)
    self.palette = palette + [UInt8](repeating: 0, count: 3 << bits - palette.count)
    self.indices = indices
  }

  /// Makes pixels below half coverage transparent black and all others opaque.
  /// - Returns: whether there are transparent ones.
  private static func sharpenAlpha(_ pixels: inout [UInt8]) -> Bool {
    pixels.withUnsafeMutableBytes { pixels in
      var hasHoles = false
      for i in 0..<pixels.count / 4 {
        if pixels[4 &* i &+ 3] < 128 {
          hasHoles = true
          pixels.storeBytes(of: 0, toByteOffset: 4 &* i, as: UInt32.self)
        } else {
          pixels[4 &* i &+ 3] = 255
        }
      }
      return hasHoles
    }
  }

  /// Restores the transparent pixels, whose edges dithering may have changed.
  private static func restoreTransparency(
    of pixels: [UInt8], into indices: inout [UInt8], _ colors: [UInt8], index: UInt8
  ) {
    for i in indices.indices {
      if pixels[4 * i + 3] == 0 {
        indices[i] = index
      } else if colors[4 * Int(indices[i]) + 3] < 128 {
        indices[i] = nearestOpaque(to: pixels[4 * i..<4 * i + 3], colors)
      }
    }
  }

  private static func nearestOpaque(to color: ArraySlice<UInt8>, _ colors: [UInt8]) -> UInt8 {
    var best = (index: 0, distance: Int.max)
    for index in 0..<colors.count / 4 where colors[4 * index + 3] >= 128 {
      let distance = zip(color, colors[4 * index..<4 * index + 3]).reduce(0) {
        let difference = Int($1.0) - Int($1.1)
        return $0 + difference * difference
      }
      if distance < best.distance { best = (index, distance) }
    }
    return UInt8(best.index)
  }
}
