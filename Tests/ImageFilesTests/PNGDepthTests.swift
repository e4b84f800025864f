import MeshTransform
import TestSupport
import Testing

@testable import ImageFiles

@Suite("PNG of 16 bits per channel")
struct PNGDepthTests {
  private func values(_ image: Image) -> [UInt16] {
    image.bytes.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
  }

  private func noise(_ width: Int, _ height: Int) -> Image {
    var random = SplitMix64(seed: 21)
    let values = (0..<4 * width * height).map { _ in UInt16(truncatingIfNeeded: random.next()) }
    return Image(
      size: PixelSize(width, height), alpha: .straight, depth: .sixteen,
      bytes: values.withUnsafeBytes { Array($0) })
  }

  @Test func everyGrayKeepsItsBits() throws {
    let image = try PNG.read(from: .path(Fixtures.path("gray16-every-value")), depth: .sixteen)
    #expect(image.depth == .sixteen && image.alpha == .opaque)
    let values = values(image)
    let wrong = (0..<65_536).filter { value in
      let gray = UInt16(value)
      return values[4 * value..<4 * value + 4] != [gray, gray, gray, .max]
    }
    #expect(wrong.isEmpty)
  }

  /// Rounded to 8 bits, every file of 16 is what the fixtures expect; other files have 8 bits.
  @Test(arguments: Fixtures.plain + Fixtures.transparent + Fixtures.interlaced)
  func readsWhatEightBitsRound(_ name: String) throws {
    let file = InputFile.path(Fixtures.path(name))
    let image = try PNG.read(from: file, depth: .sixteen)
    #expect(image.depth == (try PNG.readHeader(from: file).bitDepth == 16 ? .sixteen : .eight))
    #expect(image.converted(to: .eight) == (try PNG.read(from: file)))
  }

  @Test func pixelsComeBack() throws {
    let image = noise(37, 23)
    for compression in [PNG.Compression.none, .fast, .balanced, .small] {
      let bytes = try PNG.encode(image, compression: compression).bytes
      let file = InputFile.memory(bytes, name: "x")
      #expect(try PNG.readHeader(from: file).bitDepth == 16)
      #expect(try PNG.read(from: file, depth: .sixteen) == image, "\(compression)")
    }
    // Premultiplied colors are divided by their alpha.
    let premultiplied = image.premultiplied()
    let file = InputFile.memory(try PNG.encode(premultiplied).bytes, name: "x")
    #expect(try PNG.read(from: file, depth: .sixteen) == premultiplied.straightened())
  }

  @Test func bandsHaveTheBytesOfTheWhole() throws {
    let (image, folder) = (noise(50, 31), try TemporaryFolder())
    for compression in [PNG.Compression.fast, .balanced] {
      let path = folder.file("a.png")
      let writer = try PNG.Writer(
        size: image.size, alpha: .straight, depth: .sixteen, to: .path(path), compression: compression)
      for rows in [0..<9, 9..<31] {
        try writer.append(
          Image(
            size: PixelSize(50, rows.count), alpha: .straight, depth: .sixteen,
            bytes: Array(image.bytes[400 * rows.lowerBound..<400 * rows.upperBound])))
      }
      try writer.commit()
      #expect(
        try InputFile.path(path).readAll(limit: 1 << 20) == PNG.encode(image, compression: compression).bytes)
    }
  }

  /// Twice the memory is checked before the pixels are read.
  @Test func limitsCountTheDepth() throws {
    let file = InputFile.memory(try PNG.encode(noise(40, 40)).bytes, name: "x")
    let limits = ImageLimits(memory: 40 * (40 + 64) * 4)
    _ = try PNG.read(from: file, limits: limits)
    #expect(throws: ImageFileError.self) { try PNG.read(from: file, limits: limits, depth: .sixteen) }
  }

  @Test func theDensityAndTheCodePointsComeBack() throws {
    var image = noise(5, 4)
    image.colorProfile = ColorProfile(codePoints: ColorProfile.CodePoints(primaries: 9, transfer: 16))
    image.pixelDensity = PixelDensity(pixelsPerMeter: 10_000, 5000)
    let file = InputFile.memory(try PNG.encode(image).bytes, name: "x")
    #expect(try PNG.read(from: file, depth: .sixteen) == image)
    #expect(try PNG.read(from: file) == image.converted(to: .eight))
  }

  /// The limited range of the transfer of sRGB: each value expands to the whole range, up to the rounding of Little CMS.
  /// All shades of 16 bits are distinct, which they would not be after a conversion of 8 bits.
  @Test func theLimitedRangeIsExpanded() throws {
    let grays = stride(from: 0, through: 65_535, by: 15).map { UInt16($0) } + [4096, 60_160]
    let pixels = grays.flatMap { [$0, $0, $0, 65_535 - $0] }
    let image = Image(
      size: PixelSize(grays.count, 1), alpha: .straight, depth: .sixteen,
      bytes: pixels.withUnsafeBytes { Array($0) },
      colorProfile: ColorProfile(
        codePoints: ColorProfile.CodePoints(primaries: 1, transfer: 13, isFullRange: false)),
      pixelDensity: PixelDensity(dotsPerInch: 300, 300))
    let file = InputFile.memory(try PNG.encode(image).bytes, name: "x")
    let (read, warnings) = try ImageFile.read(from: file, colors: .convert(to: .sRGB), depth: .sixteen)
    #expect(warnings.isEmpty && read.depth == .sixteen && read.pixelDensity?.horizontal == 11_811)
    #expect(read.colorProfile == ColorProfile(sRGBIntent: 1))
    let found = values(read)
    let wrong = grays.indices.filter { i in
      let expected = 65_535 * min(max((Double(grays[i]) - 4096) / 56_064, 0), 1)
      return found[4 * i..<4 * i + 3].contains { abs(Double($0) - expected) > 40 }
        || found[4 * i + 3] != 65_535 - grays[i]
    }
    #expect(wrong.isEmpty)
    #expect(found.suffix(8).map { $0 } == [0, 0, 0, 61_439, 65_535, 65_535, 65_535, 5375])
    #expect(Set(stride(from: 0, to: found.count, by: 4).map { found[$0] }).count > 3000)
  }

  @Test func otherFormatsRound() throws {
    let image = noise(16, 16)
    #expect(try JPEG.encode(image).bytes == JPEG.encode(image.converted(to: .eight)).bytes)
    #expect(try WebP.encode(image).bytes == WebP.encode(image.converted(to: .eight)).bytes)
  }
}
