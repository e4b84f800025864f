import MeshTransform
import Testing

@testable import GLRenderer
@testable import RenderGraph
@testable import TestSupport

/// The levels of which smaller content is sampled, against closed forms.
struct MipChainTests {
  private static let sizes = [
    PixelSize(64, 64), PixelSize(37, 101), PixelSize(3, 3), PixelSize(1, 40), PixelSize(33, 1),
    PixelSize(96, 10),
  ]

  /// - Returns: of each level its size and pixels, 0...255.
  private func levels(_ image: Image) -> [(size: PixelSize, pixels: [SIMD4<Double>])] {
    var levels: [(PixelSize, [SIMD4<Double>])] = []
    image.forEachLevel(.standard, needsMipmaps: true) { _, size, bytes in
      levels.append(
        (
          size,
          (0..<size.area).map { i in SIMD4((0..<4).map { Double(bytes[4 * i + $0]) }) }
        ))
    }
    return levels
  }

  /// The same of linear light, 0...255, too.
  private func linearLevels(_ image: Image) -> [(size: PixelSize, pixels: [SIMD4<Double>])] {
    var levels: [(PixelSize, [SIMD4<Double>])] = []
    image.forEachLevel(PixelFormat(blending: .linear, depth: image.depth), needsMipmaps: true) {
      let values = $2.bindMemory(to: Float16.self).map { 255 * Double($0) }
      levels.append(($1, (0..<$1.area).map { SIMD4(values[4 * $0..<4 * $0 + 4]) }))
    }
    return levels
  }

  private func mean(_ pixels: [SIMD4<Double>]) -> SIMD4<Double> {
    pixels.reduce(SIMD4<Double>.zero, +) / Double(pixels.count)
  }

  @Test(arguments: sizes) func sizesHalve(_ size: PixelSize) {
    let levels = levels(.noise(size.width, size.height))
    #expect(levels.last?.size == PixelSize(1, 1))
    for (level, next) in zip(levels, levels.dropFirst()) {
      #expect(next.size == PixelSize(max(1, level.size.width / 2), max(1, level.size.height / 2)))
    }
    #expect(linearLevels(.noise(size.width, size.height)).map(\.size) == levels.map(\.size))
  }

  /// One color is that color at every level.
  @Test(arguments: sizes) func constantsStay(_ size: PixelSize) {
    for pixel in [
      Pixel(0, 1, 2, 3), Pixel(255, 255, 255, 255), Pixel(127, 128, 129, 200), Pixel(254, 0, 85, 255),
    ] {
      let image = Image(size.width, size.height, alpha: .premultiplied) { _, _ in pixel }
      for level in levels(image) {
        #expect(level.pixels.allSatisfy { $0 == SIMD4<Double>(pixel) }, "\(pixel) at \(level.size)")
      }
      for level in linearLevels(image) {
        let first = linearLevels(image)[0].pixels[0]
        let error = level.pixels.map { ($0 - first).max() - ($0 - first).min() }.max() ?? 1
        #expect(error < 0.06, "\(pixel) at \(level.size): \(error)")
      }
    }
  }

  /// Levels of 16 bits are those of 8 bits before they are rounded.
  @Test(arguments: sizes) func deepLevelsRoundToPlainOnes(_ size: PixelSize) {
    let image = Image.translucentNoise(size.width, size.height).premultiplied()
    var plain: [[UInt8]] = []
    image.forEachLevel(.standard, needsMipmaps: true) { _, _, bytes in plain.append(Array(bytes)) }
    let deep = PixelFormat(blending: .encoded, depth: .sixteen)
    image.converted(to: .sixteen).forEachLevel(deep, needsMipmaps: true) { number, _, bytes in
      let deep = bytes.bindMemory(to: UInt16.self).map { Double($0) / 257 }
      let error = zip(deep, plain[number]).map { abs($0 - Double($1)) }.max() ?? 255
      // Half a step of rounding, and the 1/64 that levels of 8 bits are computed with.
      #expect(deep.count == plain[number].count && error < 0.6, "level \(number): \(error)")
    }
  }

  /// Of values that no limit cuts off. A level rounds each pixel by itself, by 0.29 of a step on average.
  @Test(arguments: sizes) func meansStay(_ size: PixelSize) {
    for seed in 1...4 as ClosedRange<UInt64> {
      let noise = Image.noise(size.width, size.height, seed: seed)
      let image = Image(size.width, size.height) { x, y in
        let p = noise[x, y]
        return Pixel(64 + p.x / 2, 100 + p.y / 8, 64 + p.z / 2, 255)
      }
      let expected = mean(image.bytes.isEmpty ? [] : levels(image)[0].pixels)
      for level in levels(image) {
        let error = mean(level.pixels) - expected
        let rounding = 0.03 + 4 * 0.29 / Double(level.size.area).squareRoot()
        #expect(max(error.max(), -error.min()) < min(0.1 + rounding, 0.53), "\(level.size): \(error)")
        if level.size.area >= 400 { #expect(max(error.max(), -error.min()) < 0.1, "\(level.size): \(error)") }
      }
      let light = linearLevels(image)
      for level in light {
        let error = mean(level.pixels) - mean(light[0].pixels)
        #expect(max(error.max(), -error.min()) < 0.1, "linear, \(level.size): \(error)")
      }
    }
  }

  /// What lies halfway between two steps is as often rounded down as up, and what is rounded is not rounded again.
  @Test func roundingDoesNotAddUp() {
    let noise = Image.noise(256, 256)
    let image = Image(256, 256) { x, y in
      Pixel(127 + (noise[x, y].x & 1), 3 + (noise[x, y].y & 1), 100 + 2 * (noise[x, y].z & 1), 255)
    }
    let exact = mean(levels(image)[0].pixels)
    for level in levels(image) where level.size.width >= 16 {
      let error = mean(level.pixels) - exact
      #expect(max(error.max(), -error.min()) < 0.1, "\(level.size): \(error)")
    }
  }

  /// Premultiplied colors stay within alpha, opaque ones opaque; a color has no fringe of another.
  @Test func translucentEdgesHaveNoHalos() {
    let image = Image(65, 64, alpha: .premultiplied) { x, y in
      (x / 5 + y / 7) % 3 == 0
        ? Pixel(255, 0, 51, 255) : (x + y) % 2 == 0 ? Pixel(100, 0, 20, 100) : Pixel()
    }
    for level in levels(image) {
      for pixel in level.pixels {
        #expect(pixel.x <= pixel.w && pixel.z <= pixel.w && pixel.y == 0, "\(level.size): \(pixel)")
        // Red and blue are 1 and 1/5 of alpha.
        #expect(abs(pixel.x - pixel.w) <= 1 && abs(pixel.z - pixel.w / 5) <= 1, "\(level.size): \(pixel)")
      }
    }
    for level in levels(.noise(50, 31)) { #expect(level.pixels.allSatisfy { $0.w == 255 }) }
    for level in linearLevels(image) {
      #expect(level.pixels.allSatisfy { $0.max() <= $0.w && $0.min() >= 0 }, "linear, \(level.size)")
    }
  }
}
