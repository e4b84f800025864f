import ImageFiles
import MeshTransform
import TestSupport
import Testing

/// A picture with every alpha, straight, with noise in its right half so that every filter is used.
private func picture(_ size: PixelSize, _ alpha: Image.Alpha) -> Image {
  var random = SplitMix64(seed: 5)
  var bytes: [UInt8] = []
  for y in 0..<size.height {
    for x in 0..<size.width {
      let a = alpha == .opaque ? 255 : UInt8(truncatingIfNeeded: x * 3 + y)
      let noise = x < size.width / 2 ? 0 : UInt8.random(in: 0...255, using: &random)
      let color = [UInt8(truncatingIfNeeded: x), UInt8(truncatingIfNeeded: 2 * y), 7].map { $0 ^ noise }
      bytes += (alpha == .premultiplied ? color.map { min($0, a) } : color) + [a]
    }
  }
  return Image(size: size, alpha: alpha, bytes: bytes)
}

@Suite("Writing PNG")
struct PNGWriteTests {
  @Test(arguments: ["none", "fast", "balanced", "small"] + (0...9).map(String.init))
  func comesBackUnchanged(_ name: String) throws {
    let compression = try #require(PNG.Compression(name))
    for (size, alpha) in [
      (PixelSize(1, 1), Image.Alpha.opaque), (PixelSize(61, 33), .straight), (PixelSize(300, 1), .opaque),
    ] {
      let image = picture(size, alpha)
      let (bytes, warnings) = try PNG.encode(image, compression: compression)
      #expect(warnings.isEmpty)
      #expect(try PNG.read(from: .memory(bytes, name: name)) == image)
    }
  }

  @Test func isWellFormedRGBA8() throws {
    let file = try PNG.encode(picture(PixelSize(300, 200), .straight), compression: .none).bytes
    #expect(file.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    let chunks = Chunk.all(in: file)
    #expect(chunks.reduce(8) { $0 + 12 + $1.data.count } == file.count)
    #expect(chunks.allSatisfy { $0.crc == $0.computedCRC })
    #expect(chunks.first?.name == "IHDR" && chunks.last?.name == "IEND")
    #expect(chunks.first?.data == [0, 0, 1, 44, 0, 0, 0, 200, 8, 6, 0, 0, 0])
    #expect(chunks.dropFirst().dropLast().allSatisfy { $0.name == "IDAT" })
  }

  /// Without alpha a file has three channels, and the pixels of an opaque picture.
  @Test(arguments: ["none", "fast", "balanced", "small"], [Image.Depth.eight, .sixteen])
  func opaquePicturesNeedNoAlpha(_ name: String, _ depth: Image.Depth) throws {
    let compression = try #require(PNG.Compression(name))
    for alpha in [Image.Alpha.opaque, .straight, .premultiplied] {
      let opaque = Image(
        size: PixelSize(70, 9), alpha: alpha, bytes: picture(PixelSize(70, 9), .opaque).bytes
      )
      .converted(to: depth)
      let bytes = try PNG.encode(opaque, compression: compression, alphaChannel: .whereNeeded).bytes
      let file = InputFile.memory(bytes, name: "x")
      #expect(try PNG.readHeader(from: file).colorType == .rgb)
      #expect(try PNG.read(from: file, depth: depth).bytes == opaque.bytes)
      #expect(
        try PNG.readHeader(from: .memory(PNG.encode(opaque, compression: compression).bytes, name: "x"))
          .colorType
          == .rgba)
    }
    let translucent = picture(PixelSize(70, 9), .straight).converted(to: depth)
    let bytes = try PNG.encode(translucent, compression: compression, alphaChannel: .whereNeeded).bytes
    #expect(try PNG.readHeader(from: .memory(bytes, name: "x")).colorType == .rgba)
  }

  /// Over white and over a color, with 8 bits and with 16.
  @Test func transparencyIsLaidOverAColor() {
    let straight = Image(
      size: PixelSize(3, 1), alpha: .straight, bytes: [200, 0, 0, 128, 9, 9, 9, 0, 1, 2, 3, 255])
    for image in [straight, straight.premultiplied(), straight.converted(to: .sixteen)] {
      let (flat, isFlattened) = image.flattened(over: SIMD3(255, 100, 0))
      #expect(isFlattened && flat.alpha == .opaque && flat.depth == image.depth)
      let bytes = flat.converted(to: .eight).bytes
      for (found, expected) in zip(bytes, [227, 50, 0, 255, 255, 100, 0, 255, 1, 2, 3, 255]) {
        #expect(abs(Int(found) - expected) <= 1, "\(bytes)")
      }
    }
    #expect(!straight.flattened(over: .zero).image.flattened(over: .zero).isFlattened)
  }

  @Test func premultipliedColorsAreDividedByAlpha() throws {
    let image = picture(PixelSize(256, 3), .premultiplied)
    let back = try PNG.read(from: .memory(try PNG.encode(image).bytes, name: "back"))
    #expect(back.bytes == image.straightened().bytes)
    #expect(back.premultiplied().bytes == image.bytes)
  }

  @Test func harderWorkMakesSmallerFiles() throws {
    var bytes: [UInt8] = []
    for y in 0..<200 { for x in 0..<200 { bytes += [UInt8(x), UInt8((x * x + y * y) >> 9), UInt8(y), 255] } }
    let image = Image(size: PixelSize(200, 200), alpha: .opaque, bytes: bytes)
    let sizes = try [PNG.Compression.none, .fast, .small].map {
      try PNG.encode(image, compression: $0).bytes.count
    }
    #expect(sizes == sizes.sorted(by: >))
  }

  /// Also without repetitions, where filters chosen row by row are worse than those of `fast`: a smooth picture with
  /// noise.
  @Test(arguments: [0, 3, 255] as [UInt8]) func smallIsSmallest(noise: UInt8) throws {
    var random = SplitMix64(seed: 5)
    var bytes: [UInt8] = []
    for y in 0..<256 {
      for x in 0..<256 {
        let soft = noise == 255 ? 0 : UInt8((x + 2 * y) / 4)
        for _ in 0..<3 { bytes.append(soft + .random(in: 0...noise, using: &random)) }
        bytes.append(255)
      }
    }
    let image = Image(size: PixelSize(256, 256), alpha: .opaque, bytes: bytes)
    let small = try PNG.encode(image, compression: .small).bytes
    #expect(try PNG.read(from: .memory(small, name: "back")).bytes == image.bytes)
    for other in [PNG.Compression.fast, .balanced, .init(level: 9, filter: .adaptive)] {
      #expect(try small.count <= PNG.encode(image, compression: other).bytes.count)
    }
  }

  /// Level 1 selects zlib's strategy by content: noise, which has only runs, and a repeated pattern.
  @Test(arguments: [true, false]) func largePicturesComeBackWhateverTheirContent(_ isNoise: Bool) throws {
    var random = SplitMix64(seed: 3)
    let pattern = (0..<64).map { _ in UInt8.random(in: 0...255, using: &random) }
    var bytes = [UInt8](repeating: 255, count: 4 * 40 * 300)
    for i in bytes.indices { bytes[i] = isNoise ? .random(in: 0...3, using: &random) : pattern[i % 64] }
    for alpha in [Image.Alpha.straight, .premultiplied] {
      let image = Image(size: PixelSize(40, 300), alpha: alpha, bytes: bytes)
      let back = try PNG.read(from: .memory(PNG.encode(image).bytes, name: "back"))
      #expect(back.bytes == image.straightened().bytes)
    }
  }

  @Test func compressionsHaveNames() {
    for name in ["none", "fast", "balanced", "small"] { #expect(PNG.Compression(name)?.description == name) }
    #expect(PNG.Compression("1") == .fast && PNG.Compression("0") == PNG.Compression.none)
    #expect((0...9).allSatisfy { PNG.Compression(String($0))?.level == $0 })
    for wrong in ["", "10", "-1", "+1", " 1", "best", "Fast", "٣"] { #expect(PNG.Compression(wrong) == nil) }
  }

  @Test func aFileIsWrittenAndAFailureIsReported() throws {
    let folder = try TemporaryFolder()
    let image = picture(PixelSize(20, 20), .straight)
    try PNG.write(image, to: .path(folder.file("a.png")))
    #expect(try PNG.read(from: .path(folder.file("a.png"))) == image)
    #expect(folder.entries == ["a.png"])

    let full = #expect(throws: ImageFileError.self) { try PNG.write(image, to: .path("/dev/full")) }
    #expect(full == .output(.cannotWrite(name: "/dev/full", SystemError(code: 28))))
    let nowhere = folder.file("a.png/b.png")
    let missing = #expect(throws: ImageFileError.self) { try PNG.write(image, to: .path(nowhere)) }
    #expect(missing == .output(.cannotCreate(name: nowhere, SystemError(code: 20))))
  }
}
