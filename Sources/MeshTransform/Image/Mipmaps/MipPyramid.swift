import CheckedNumbers

/// An image with its smaller mip levels in memory, and the filters that sample it.
///
/// Positions are in texels of the first level, from the corner of the first one, y down. The edge texels continue beyond
/// the image.
struct MipPyramid<Texel: MipTexel> {
  /// The texels of the image, which outlive this value.
  private let first: UnsafeBufferPointer<Texel>
  let size: PixelSize
  /// The smaller levels, one after the other.
  private var rest: [Texel] = []
  private var levels: [Level]

  private struct Level {
    let size: PixelSize
    /// Its first texel in ``rest``.
    let start: Int
  }

  /// The first level alone.
  init(_ texels: UnsafeBufferPointer<Texel>, _ size: PixelSize) {
    (first, self.size) = (texels, size)
    levels = [Level(size: size, start: 0)]
  }

  /// False for an image of one pixel, too, of which every sample is that pixel.
  var hasSmallerLevels: Bool { levels.count > 1 || size.area == 1 }

  /// - `Carried`: see ``MipChain``.
  mutating func makeSmallerLevels<Carried: MipTexel>(_: Carried.Type) {
    MipChain.forEachLevel(after: first, size, Carried.self) { _, size, texels in
      levels.append(Level(size: size, start: rest.count))
      rest += texels.bindMemory(to: Texel.self)
    }
  }

  /// The mean of the taps of a pixel.
  @inline(__always)
  func mean(at point: SIMD2<Float>, _ footprint: PixelFootprint) -> SIMD4<Float> {
    if footprint.taps == 1, footprint.level == 0 { return tap(point) }
    var place = point - footprint.stride * (0.5 * Float(footprint.taps - 1))
    var sum = SIMD4<Float>.zero
    for _ in 0..<footprint.taps {
      sum += footprint.level == 0 ? tap(place) : trilinear(at: place, footprint.level)
      place += footprint.stride
    }
    return sum / Float(footprint.taps)
  }

  /// A bilinear tap of the image itself.
  @inline(__always)
  func tap(_ point: SIMD2<Float>) -> SIMD4<Float> { bilinear(first, size, point) }

  /// Writes eight bilinear taps of the image itself.
  /// - Parameters:
  ///   - target: eight texels, which are initialized.
  ///   - areUsed: the taps that are used. The others write any color.
  @inline(__always)
  func fill(
    _ target: UnsafeMutablePointer<Texel>, _ taps: BilinearTaps, where areUsed: SIMDMask<SIMD8<Int32>>
  ) {
    let none = SIMD8<Int32>(repeating: 0)
    let (x, y) = (none.replacing(with: taps.x, where: areUsed), none.replacing(with: taps.y, where: areUsed))
    // By address, since the lanes of vectors in registers are stored anew for each one.
    withUnsafeBytes(of: (x, y, taps.shareX, taps.shareY)) { lanes in
      for lane in 0..<8 {
        let at = lane * MemoryLayout<Float>.stride
        let x = Int(lanes.load(fromByteOffset: at, as: Int32.self))
        let y = Int(lanes.load(fromByteOffset: at + 32, as: Int32.self))
        let shareX = lanes.load(fromByteOffset: at + 64, as: Float.self)
        let shareY = lanes.load(fromByteOffset: at + 96, as: Float.self)
        (target + lane).initialize(to: Texel(mean: mean(first, y &* size.width &+ x, size, shareX, shareY)))
      }
    }
  }

  private func trilinear(at point: SIMD2<Float>, _ level: Float) -> SIMD4<Float> {
    let lower = min(Int(pixels: level), levels.count - 1)
    let larger = bilinear(level: lower, point)
    let share = level - Float(lower)
    guard share > 0, lower + 1 < levels.count else { return larger }
    return larger + share * (bilinear(level: lower + 1, point) - larger)
  }

  private func bilinear(level number: Int, _ point: SIMD2<Float>) -> SIMD4<Float> {
    let level = levels[number]
    if number == 0 { return bilinear(first, size, point) }
    let x = point.x * (Float(level.size.width) / Float(size.width))
    let y = point.y * (Float(level.size.height) / Float(size.height))
    return rest.withUnsafeBufferPointer { texels in
      bilinear(
        UnsafeBufferPointer(rebasing: texels[level.start..<level.start + level.size.area]), level.size,
        SIMD2(x, y))
    }
  }

  @inline(__always)
  private func bilinear(
    _ texels: UnsafeBufferPointer<Texel>, _ size: PixelSize, _ point: SIMD2<Float>
  ) -> SIMD4<Float> {
    // Between the centers of the outermost texels, where both neighbors exist.
    let (x, shareX) = Self.split(point.x - 0.5, size.width)
    let (y, shareY) = Self.split(point.y - 0.5, size.height)
    return mean(texels, y * size.width + x, size, shareX, shareY)
  }

  /// The mean of four neighboring texels.
  /// - `start`: the index of the one in the upper left corner.
  @inline(__always)
  private func mean(
    _ texels: UnsafeBufferPointer<Texel>, _ start: Int, _ size: PixelSize, _ shareX: Float, _ shareY: Float
  ) -> SIMD4<Float> {
    let (right, below) = (size.width > 1 ? 1 : 0, size.height > 1 ? size.width : 0)
    let (a, b) = (texels[start].channels, texels[start &+ right].channels)
    let (c, d) = (texels[start &+ below].channels, texels[start &+ below &+ right].channels)
    let upper = a + shareX * (b - a)
    let lower = c + shareX * (d - c)
    return upper + shareY * (lower - upper)
  }

  /// The first of the two texels around a place on an axis of `count` texels, and the share of the second.
  @inline(__always)
  private static func split(_ place: Float, _ count: Int) -> (index: Int, share: Float) {
    let place = min(max(place, 0), Float(count - 1))
    let index = min(Int(pixels: place), max(count - 2, 0))
    return (index, place - Float(index))
  }

  /// The texel that contains a point.
  func nearest(at point: SIMD2<Float>) -> SIMD4<Float> {
    texel(SIMD2<Int>(Int(pixels: point.x), Int(pixels: point.y)))
  }

  /// Catmull and Rom's cubic through sixteen texels, which may overshoot: texels clamp what they hold.
  func cubic(at point: SIMD2<Float>) -> SIMD4<Float> {
    let place = point - 0.5
    let corner = place.rounded(.down)
    let first = SIMD2<Int>(Int(pixels: corner.x), Int(pixels: corner.y))
    let (across, down) = (Self.cubicWeights(place.x - corner.x), Self.cubicWeights(place.y - corner.y))
    var sum = SIMD4<Float>.zero
    for y in 0..<4 {
      var row = SIMD4<Float>.zero
      for x in 0..<4 { row += across[x] * texel(first &+ SIMD2(x - 1, y - 1)) }
      sum += down[y] * row
    }
    return sum
  }

  /// The weights of the four texels around a position that lies `t` between the second and the third (Keys 1981, a =
  /// -1/2).
  private static func cubicWeights(_ t: Float) -> SIMD4<Float> {
    let outer = SIMD4(t * (t * (2 - t) - 1), 0, 0, t * t * (t - 1))
    return 0.5 * (outer + SIMD4(0, t * t * (3 * t - 5) + 2, t * (t * (4 - 3 * t) + 1), 0))
  }

  private func texel(_ place: SIMD2<Int>) -> SIMD4<Float> {
    let (x, y) = (min(max(place.x, 0), size.width - 1), min(max(place.y, 0), size.height - 1))
    return first[y * size.width + x].channels
  }
}

/// Eight bilinear taps of texels that all exist: the one in the upper left corner of each, and the shares of its neighbors.
struct BilinearTaps {
  let x: SIMD8<Int32>, y: SIMD8<Int32>
  let shareX: SIMD8<Float>, shareY: SIMD8<Float>

  /// - Parameters:
  ///   - x, y: in texels, from the corner of the first one, less than 2^22. A tap outside of ``contains(_:_:_:)`` must not
  ///     be used.
  @inline(__always)
  init(_ x: SIMD8<Float>, _ y: SIMD8<Float>) {
    (self.x, shareX) = Self.split(x - 0.5)
    (self.y, shareY) = Self.split(y - 0.5)
  }

  /// Whether taps lie between the centers of the outermost texels of an image; false for NaN.
  @inline(__always)
  static func contains(_ x: SIMD8<Float>, _ y: SIMD8<Float>, _ size: SIMD2<Float>) -> SIMDMask<SIMD8<Int32>> {
    (x .>= 0.5) .& (x .< size.x - 0.5) .& (y .>= 0.5) .& (y .< size.y - 0.5)
  }

  /// The texel before each place, and the share of the one after it. Whole numbers may round to the texel before, with a
  /// share of 1.
  @inline(__always)
  private static func split(_ place: SIMD8<Float>) -> (SIMD8<Int32>, SIMD8<Float>) {
    // The sum is a float whose precision is 1: half a texel less rounds down.
    let rounded = place - 0.5 + 0x1.8p23
    return (unsafeBitCast(rounded, to: SIMD8<Int32>.self) &- 0x4B40_0000, place - (rounded - 0x1.8p23))
  }
}
