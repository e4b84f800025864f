import Testing

@testable import MeshTransform
@testable import TestSupport

/// Mip levels against a convolution in double precision with the kernel's formula, integrated by Simpson's rule.
struct MipFilterTests {
  static let counts = [2, 3, 4, 5, 6, 7, 16, 33, 101]

  /// Cubic convolution with a = -3/4 (Keys 1981).
  private static func kernel(_ x: Double) -> Double {
    let (t, a) = (abs(x), -0.75)
    if t < 1 { return ((a + 2) * t - (a + 3)) * t * t + 1 }
    return t < 2 ? ((a * t - 5 * a) * t + 8 * a) * t - 4 * a : 0
  }

  /// The weights of all source pixels for a target pixel, the image mirrored at its borders.
  private static func weights(_ target: Int, from count: Int, to half: Int) -> [Double] {
    let span = Double(count) / Double(half)
    let center = (Double(target) + 0.5) * span
    var weights = [Double](repeating: 0, count: count)
    for source in Int((center - 2 * span).rounded(.down)) - 1...Int((center + 2 * span).rounded(.up)) {
      // In pieces that no joint of the kernel divides.
      var ends = [Double(source), Double(source + 1)]
      ends += (-2...2).map { center + Double($0) * span }.filter { $0 > ends[0] && $0 < ends[1] }
      ends.sort()
      let integral = zip(ends, ends.dropFirst()).reduce(0.0) { sum, part in
        func value(_ x: Double) -> Double { kernel((x - center) / span) / span }
        return sum + (part.1 - part.0) / 6
          * (value(part.0) + 4 * value((part.0 + part.1) / 2) + value(part.1))
      }
      let period = 2 * count
      let place = ((source % period) + period) % period
      weights[min(place, period - 1 - place)] += integral
    }
    return weights
  }

  @Test(arguments: counts) func areIntegralsOfTheKernel(_ count: Int) {
    let half = max(1, count / 2)
    let filter = MipFilter(from: count, to: half)
    var totals = [Double](repeating: 0, count: count)
    for target in 0..<half {
      var own = [Double](repeating: 0, count: count)
      for tap in 0..<filter.taps {
        let weight = Double(filter.weights[target * filter.taps + tap])
        own[MipFilter.mirrored(filter.first[target] + tap, in: count)] += weight
      }
      let expected = Self.weights(target, from: count, to: half)
      for (a, b) in zip(own, expected) { #expect(abs(a - b) < 1e-6) }
      #expect(abs(own.reduce(0, +) - 1) < 1e-6)
      for (index, weight) in own.enumerated() { totals[index] += weight }
    }
    // Every source pixel counts alike, so that the mean stays.
    for total in totals { #expect(abs(total - Double(half) / Double(count)) < 1e-6) }
  }

  @Test func anAxisOfOnePixelStays() {
    let filter = MipFilter(from: 1, to: 1)
    #expect(filter.taps == 1 && filter.weights == [1] && filter.first == [0])
    #expect(MipFilter.half(PixelSize(5, 1)) == PixelSize(2, 1))
  }

  private typealias Level = (size: PixelSize, texels: [SIMD4<Double>])

  /// The smaller levels, not rounded.
  private static func reference(_ texels: [SIMD4<Double>], _ size: PixelSize) -> [Level] {
    var levels: [Level] = [(size, texels)]
    while let last = levels.last, last.size.width > 1 || last.size.height > 1 {
      let half = PixelSize(max(1, last.size.width / 2), max(1, last.size.height / 2))
      func all(_ count: Int, _ half: Int) -> [[Double]] {
        count == half
          ? (0..<count).map { i in (0..<count).map { $0 == i ? 1 : 0 } }
          : (0..<half).map { weights($0, from: count, to: half) }
      }
      let (across, down) = (all(last.size.width, half.width), all(last.size.height, half.height))
      var rows: [[SIMD4<Double>]] = []
      for y in 0..<last.size.height {
        rows.append(
          across.map { weights in
            weights.indices.reduce(.zero) { $0 + last.texels[y * last.size.width + $1] * weights[$1] }
          })
      }
      var next: [SIMD4<Double>] = []
      for weights in down {
        for x in 0..<half.width {
          next.append(weights.indices.reduce(.zero) { $0 + rows[$1][x] * weights[$1] })
        }
      }
      levels.append((half, next))
    }
    return Array(levels.dropFirst())
  }

  /// Smooth content: its levels overshoot neither 0 nor 1.
  private static func image(_ width: Int, _ height: Int) -> Image {
    Image(width, height, alpha: .opaque) { x, y in
      let (u, v) = (Double(x) / 9, Double(y) / 7)
      func wave(_ turn: Double) -> UInt8 { UInt8(128 + 90 * Angle.radians(turn).sineAndCosine.sine) }
      return Pixel(wave(u + v), wave(2 * u - v), wave(v), 255)
    }
  }

  @Test(arguments: [PixelSize(32, 32), PixelSize(37, 21), PixelSize(1, 40), PixelSize(9, 3)])
  func levelsAreConvolutions(_ size: PixelSize) {
    let image = Self.image(size.width, size.height)
    let texels = (0..<size.area).map { i in SIMD4((0..<4).map { Double(image.bytes[4 * i + $0]) }) }
    let expected = Self.reference(texels, size)
    var number = 0
    MipChain.forEachLevel(after: image) { level, size, bytes in
      #expect(level == number + 1 && size == expected[number].size && bytes.count == 4 * size.area)
      for (i, texel) in expected[number].texels.enumerated() {
        for channel in 0..<4 {
          #expect(abs(Double(bytes[4 * i + channel]) - texel[channel]) < 0.6 + 0.02 * Double(level))
        }
      }
      number += 1
    }
    #expect(number == expected.count)
    // Of 16 bits.
    MipChain.forEachLevel(after: image.converted(to: .sixteen)) { level, size, bytes in
      let values = bytes.bindMemory(to: UInt16.self)
      for (i, texel) in expected[level - 1].texels.enumerated() {
        for channel in 0..<4 { #expect(abs(Double(values[4 * i + channel]) / 257 - texel[channel]) < 0.01) }
      }
    }
  }

  /// In linear light the levels are convolutions of light.
  @Test func linearLevelsAreConvolutionsOfLight() {
    let size = PixelSize(32, 20)
    let image = Self.image(size.width, size.height)
    let texels = (0..<size.area).map { i in
      SIMD4((0..<4).map { $0 == 3 ? 1 : SRGBCurve.decoded(Double(image.bytes[4 * i + $0]) / 255) })
    }
    let linear = LinearTexels(image)
    for (i, texel) in texels.enumerated() {
      for channel in 0..<4 {
        let value = Double(Float16(bitPattern: linear.halves[4 * i + channel]))
        #expect(abs(value - texel[channel]) < 1e-3)
      }
    }
    let expected = Self.reference(texels, size)
    linear.forEachSmallerLevel { level, size, bytes in
      let values = bytes.bindMemory(to: UInt16.self)
      #expect(size == expected[level - 1].size)
      for (i, texel) in expected[level - 1].texels.enumerated() {
        for channel in 0..<4 {
          #expect(abs(Double(Float16(bitPattern: values[4 * i + channel])) - texel[channel]) < 1e-3)
        }
      }
    }
  }

  /// No color exceeds alpha in any level, also where the filter overshoots.
  @Test func levelsStayPremultiplied() {
    let image = Image.translucentNoise(31, 18).premultiplied()
    MipChain.forEachLevel(after: image) { _, size, bytes in
      for i in 0..<size.area {
        #expect((0..<3).allSatisfy { bytes[4 * i + $0] <= bytes[4 * i + 3] })
      }
    }
  }
}
