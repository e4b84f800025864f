import ImageFiles
import MeshTransform
import Testing

@Suite("Reading PNG")
struct PNGReadTests {
  @Test(arguments: Fixtures.readable) func givesTheSpecifiedPixels(_ name: String) throws {
    let image = try PNG.read(from: .path(Fixtures.path(name)))
    let expected = try Fixtures.expected(name)
    #expect(image.bytes == expected)
    let isOpaque = stride(from: 3, to: expected.count, by: 4).allSatisfy { expected[$0] == 255 }
    #expect(image.alpha == (isOpaque ? .opaque : .straight))
  }

  @Test(arguments: ["gray1", "rgb16-trns@interlaced", "pillow-rgba"])
  func memoryGivesTheSameAsAPath(_ name: String) throws {
    let memory = InputFile.memory(try Fixtures.bytes(name), name: name)
    #expect(try PNG.read(from: memory) == PNG.read(from: .path(Fixtures.path(name))))
  }

  @Test func every16BitValueIsRoundedToNearest() throws {
    let image = try PNG.read(from: .path(Fixtures.path("gray16-every-value")))
    let wrong = (0..<65536).filter { value in
      // round(value * 255 / 65535) = round(value / 257); no ties, since 257 is odd.
      let want = UInt8((value + 128) / 257)
      return image.bytes[4 * value..<4 * value + 4] != [want, want, want, 255]
    }
    #expect(wrong.isEmpty)
    #expect(image.alpha == .opaque)
  }

  @Test func thePixelsHiddenUnderAlphaZeroStay() throws {
    let image = try PNG.read(from: .path(Fixtures.path("hidden-colors")))
    #expect(image.bytes.prefix(4) == [200, 100, 50, 0])
  }

  @Test func theHeaderIsReadWithoutThePixels() throws {
    let header = try PNG.readHeader(from: .path(Fixtures.path("palette4-trns@interlaced")))
    #expect(header.size == PixelSize(7, 5))
    #expect(header.colorType == .palette)
    #expect(header.bitDepth == 4)
    #expect(header.isInterlaced && header.hasTransparency)
    let other = try PNG.readHeader(from: .path(Fixtures.path("gray16")))
    #expect(other.colorType == .gray && other.bitDepth == 16)
    #expect(!other.isInterlaced && !other.hasTransparency)
    #expect(try PNG.readHeader(from: .path(Fixtures.path("giant-side"))).size == PixelSize(40_000, 2))
  }

  @Test func aLargeForeignChunkIsSkipped() throws {
    let file = try Fixtures.bytes("rgb8")
    let large = [UInt8](repeating: 0, count: 9 << 20)  // larger than the largest profile
    let expected = try Fixtures.expected("rgb8")
    for (name, crc) in [
      ("tEXt", 0x3976_FACF), ("zTXt", 0x00E5_6FB6), ("vpAg", 0x4201_2E6E), ("eXIf", 0x4BDE_6D39),
    ] {
      let chunk = Chunk.encoded(name, large, crc: UInt32(crc))  // the CRCs are Python's
      let before = Array(file[..<33]) + chunk + file[33...]
      #expect(try PNG.read(from: .memory(before, name: name)).bytes == expected)
      let after = Array(file.dropLast(12)) + chunk + file.suffix(12)
      #expect(try PNG.read(from: .memory(after, name: name)).bytes == expected)
    }
  }
}
