import Dispatch
import ImageFiles
import MeshTransform
import TestSupport
import Testing

/// Kinds of rows that reach every part of the encoder.
private enum Content: CaseIterable {
  /// Incompressible; one color; ramps with some noise; equal pixels in runs of every length; four colors in a pattern.
  case noise, flat, ramps, runs, pattern

  func pixels(_ size: PixelSize, _ random: inout SplitMix64) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * size.area)
    var (color, left): ([UInt8], Int) = ([1, 2, 3, 4], 0)
    for index in 0..<size.area {
      switch self {
      case .noise: for _ in 0..<4 { bytes.append(.random(in: 0...255, using: &random)) }
      case .flat: bytes += [200, 100, 50, 150]
      case .ramps:
        let noise = UInt8.random(in: 0...3, using: &random)
        bytes += [
          UInt8(truncatingIfNeeded: index) &+ noise, noise, UInt8(truncatingIfNeeded: index >> 8), 255,
        ]
      case .runs:
        if left == 0 {
          // Matches are at most 258 bytes, 64.5 pixels: lengths near its multiples are the hard ones.
          left =
            Bool.random(using: &random)
            ? .random(in: 1...9, using: &random) : .random(in: 60...135, using: &random)
          color = (0..<4).map { _ in .random(in: 0...255, using: &random) }
        }
        left -= 1
        bytes += color
      case .pattern: bytes += [UInt8(index % 7 * 30), UInt8(index % 3), 9, UInt8(index % 2 * 255)]
      }
    }
    return bytes
  }
}

private func image(_ size: PixelSize, _ alpha: Image.Alpha, _ content: Content, _ random: inout SplitMix64)
  -> Image
{
  var bytes = content.pixels(size, &random)
  if alpha == .opaque { for i in stride(from: 3, to: bytes.count, by: 4) { bytes[i] = 255 } }
  return Image(size: size, alpha: alpha, bytes: bytes)
}

@Suite("PNG in strips")
struct PNGStripsTests {
  private func expectSamePixels(_ image: Image, _ comment: Comment) throws {
    let file = try PNG.encode(image).bytes
    let back = try PNG.read(from: .memory(file, name: "back"))
    #expect(back.size == image.size && back.bytes == image.straightened().bytes, comment)
    let chunks = Chunk.all(in: file)
    #expect(chunks.reduce(8) { $0 + 12 + $1.data.count } == file.count, comment)
    #expect(chunks.allSatisfy { $0.crc == $0.computedCRC }, comment)
  }

  @Test(arguments: 0..<40) func anyPictureComesBackUnchanged(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for content in Content.allCases {
      let width = Int.random(in: 1...(Bool.random(using: &random) ? 20 : 300), using: &random)
      let size = PixelSize(width, .random(in: 1...40, using: &random))
      for alpha in [Image.Alpha.opaque, .straight, .premultiplied] {
        try expectSamePixels(
          image(size, alpha, content, &random), "seed \(seed): \(content) \(alpha) \(size)")
      }
    }
  }

  /// Several strips; strips of one row; rows wider than a strip, which are encoded by libpng.
  @Test(arguments: [
    (1, 70_000), (2, 40_000), (400, 500), (16_384, 9), (32_768, 3), (65_535, 2), (65_536, 3), (65_537, 2),
  ])
  func extremeSizesComeBackUnchanged(_ width: Int, _ height: Int) throws {
    var random = SplitMix64(seed: 1)
    for (content, alpha) in [(Content.runs, Image.Alpha.premultiplied), (.ramps, .straight)] {
      let image = image(PixelSize(width, height), alpha, content, &random)
      let back = try PNG.read(
        from: .memory(PNG.encode(image).bytes, name: "back"), limits: ImageLimits(side: 100_000))
      #expect(back.bytes == image.straightened().bytes)
    }
  }

  /// More strips than are in memory at once.
  @Test func largePicturesComeBackUnchanged() throws {
    let size = PixelSize(32_768, 140)
    var bytes = [UInt8](repeating: 0, count: 4 * size.area)
    for row in 0..<size.height { bytes[4 * row * size.width + row] = UInt8(row) }
    let image = Image(size: size, alpha: .straight, bytes: bytes)
    let back = try PNG.read(from: .memory(PNG.encode(image).bytes, name: "back"))
    #expect(back.bytes == image.bytes)
  }

  @Test func everyColorIsDividedByEveryAlpha() throws {
    var bytes: [UInt8] = []
    for alpha in 0...255 {
      for color in 0...255 { bytes += [UInt8(color), UInt8(255 - color), UInt8(color ^ 170), UInt8(alpha)] }
    }
    let file = try PNG.encode(Image(size: PixelSize(256, 256), alpha: .premultiplied, bytes: bytes)).bytes
    let back = try PNG.read(from: .memory(file, name: "back")).bytes
    for i in stride(from: 0, to: bytes.count, by: 4) {
      let alpha = Int(bytes[i + 3])
      #expect(back[i + 3] == bytes[i + 3])
      for channel in i..<i + 3 {
        let want = alpha == 0 ? 0 : min(255, (255 * Int(bytes[channel]) + alpha / 2) / alpha)
        guard Int(back[channel]) != want else { continue }
        Issue.record("color \(bytes[channel]) under alpha \(alpha) is \(back[channel]), not \(want)")
      }
    }
  }

  /// Fibonacci frequencies give the deepest Huffman trees, deeper than the maximum code length.
  @Test func codesAreNotTooLong() throws {
    var (counts, values): ([Int], [UInt8]) = ([1, 1], [])
    while counts.count < 23 { counts.append(counts[counts.count - 1] + counts[counts.count - 2]) }
    for (value, count) in counts.enumerated() { values += Array(repeating: UInt8(value), count: count) }
    var random = SplitMix64(seed: 8)
    values.shuffle(using: &random)
    values = Array(values.prefix(values.count / 4 * 4))
    // Prefix sums along the row, so that the differences are the values.
    for i in 4..<values.count { values[i] &+= values[i - 4] }
    let image = Image(size: PixelSize(values.count / 4, 1), alpha: .straight, bytes: values)
    try expectSamePixels(image, "Fibonacci's numbers")
    // The entropy is 2.6 bits; whole bits take 5% more, and length-limited codes hardly more.
    #expect(try PNG.encode(image).bytes.count < values.count * 29 / 80)
  }

  /// The checksum covers all strips: Adler-32 of rows that consist of a filter number and zeros.
  @Test func theChecksumCoversAllStrips() throws {
    let size = PixelSize(300, 1000)
    let image = Image(
      size: size, alpha: .straight, bytes: [UInt8](repeating: 0, count: 4 * size.area))
    let data = Chunk.all(in: try PNG.encode(image).bytes).filter { $0.name == "IDAT" }
    #expect(data.count == 6)  // five of 218 rows or less, and the end
    let checksums = [0, 1, 2, 3, 4].map { (filter: UInt32) -> UInt32 in
      var (low, high): (UInt32, UInt32) = (1, 0)
      for _ in 0..<size.height {
        for x in 0...4 * size.width {
          low = (low + (x == 0 ? filter : 0)) % 65521
          high = (high + low) % 65521
        }
      }
      return high << 16 | low
    }
    let stored = data.last!.data.suffix(4).reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
    #expect(checksums.contains(stored))
    #expect(data.map(\.data.count).reduce(0, +) < 60_000)
  }

  @Test func theBytesDependOnThePictureAlone() throws {
    var random = SplitMix64(seed: 11)
    let image = image(PixelSize(700, 700), .premultiplied, .ramps, &random)
    let file = try PNG.encode(image).bytes
    // Other pictures are encoded meanwhile on many threads: no memory of one may appear in another.
    nonisolated(unsafe) var same = [Bool](repeating: false, count: 8)
    let noise = Content.noise.pixels(PixelSize(300, 300), &random)
    same.withUnsafeMutableBufferPointer { same in
      nonisolated(unsafe) let same = same
      DispatchQueue.concurrentPerform(iterations: 8) { index in
        _ = try? PNG.encode(Image(size: PixelSize(300, 300), alpha: .straight, bytes: noise))
        same[index] = (try? PNG.encode(image).bytes) == file
      }
    }
    #expect(same.allSatisfy { $0 })
  }

  /// Noise is incompressible and must grow only slightly.
  @Test func noiseGrowsByLittle() throws {
    var random = SplitMix64(seed: 12)
    let image = image(PixelSize(300, 500), .straight, .noise, &random)
    #expect(try PNG.encode(image).bytes.count < image.bytes.count * 103 / 100)
  }
}
