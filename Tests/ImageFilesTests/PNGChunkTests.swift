import ImageFiles
import MeshTransform
import Testing

/// What stands beside the pixels of a PNG: an orientation, and chunks that are damaged.
@Suite("Chunks beside the pixels of a PNG")
struct PNGChunkTests {
  private let picture = Image(
    size: PixelSize(3, 2), alpha: .opaque, bytes: (1...6).flatMap { [10 * $0, 20, 30, 255] },
    pixelDensity: PixelDensity(pixelsPerMeter: 100, 200))

  /// The file with chunks before its pixels and after them.
  private func file(_ image: Image, before: [UInt8] = [], after: [UInt8] = []) throws -> InputFile {
    let png = try PNG.encode(image).bytes
    let place = try #require(png.firstRange(of: Array("IDAT".utf8))).lowerBound - 4
    return .memory(
      Array(png[..<place]) + before + png[place..<png.count - 12] + after + png[(png.count - 12)...],
      name: "a.png")
  }

  private func exif(_ orientation: UInt8, signature: String = "") -> [UInt8] {
    Array(signature.utf8) + [
      0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0,
    ]
  }

  /// The reds of the picture, in tens, as each orientation shows them.
  private static let orientations: [(UInt8, [UInt8])] = [
    (1, [1, 2, 3, 4, 5, 6]), (2, [3, 2, 1, 6, 5, 4]), (3, [6, 5, 4, 3, 2, 1]), (4, [4, 5, 6, 1, 2, 3]),
    (5, [1, 4, 2, 5, 3, 6]), (6, [4, 1, 5, 2, 6, 3]), (7, [6, 3, 5, 2, 4, 1]), (8, [3, 6, 2, 5, 1, 4]),
    (9, [1, 2, 3, 4, 5, 6]),
  ]

  @Test(arguments: orientations)
  func exifTurnsPixels(_ orientation: UInt8, _ shown: [UInt8]) throws {
    for signature in ["", "Exif\0\0"] {
      let chunk = Chunk.encoded("eXIf", exif(orientation, signature: signature))
      let file = try file(picture, before: chunk)
      let isUpright = orientation < 5 || orientation > 8
      let size = isUpright ? PixelSize(3, 2) : PixelSize(2, 3)
      let read = try ImageFile.read(from: file)
      #expect(read.warnings.isEmpty && read.image.size == size)
      #expect(stride(from: 0, to: 24, by: 4).map { read.image.bytes[$0] / 10 } == shown)
      #expect(try ImageFile.readSize(from: file) == size)
      #expect(try PNG.readHeader(from: file).orientation.rawValue == (orientation > 8 ? 1 : Int(orientation)))
      #expect(read.image.pixelDensity?.horizontal == (isUpright ? 100 : 200))
    }
  }

  @Test func exifTurnsSixteenBits() throws {
    let deep = picture.converted(to: .sixteen)
    let read = try PNG.read(from: file(deep, before: Chunk.encoded("eXIf", exif(6))), depth: .sixteen)
    #expect(read.depth == .sixteen && read.size == PixelSize(2, 3))
    let reds = read.bytes.withUnsafeBytes { bytes in
      stride(from: 0, to: 48, by: 8).map { bytes.load(fromByteOffset: $0, as: UInt16.self) }
    }
    #expect(reds == [40, 10, 50, 20, 60, 30].map { 257 * $0 })
  }

  /// Comments, times, densities and the like; iCCP is libpng's own, the others are read as raw bytes.
  @Test(arguments: ["tEXt", "tIME", "eXIf", "pHYs", "gAMA", "cHRM", "sRGB", "iCCP", "acTL", "bKGD", "vpAg"])
  func aDamagedChunkIsLeftOut(_ name: String) throws {
    let data: [String: [UInt8]] = [
      "eXIf": exif(6), "gAMA": [0, 1, 0, 0], "sRGB": [0], "acTL": [0, 0, 0, 2, 0, 0, 0, 0],
      "pHYs": [0, 0, 0, 9, 0, 0, 0, 9, 1], "cHRM": [UInt8](repeating: 1, count: 32),
      "iCCP": try iccp,
    ]
    var plain = picture
    plain.pixelDensity = nil
    let chunk = Chunk.encoded(name, data[name] ?? [1, 2, 3, 4, 5, 6, 7], crc: 7)
    let read = try ImageFile.read(from: file(plain, before: chunk))
    #expect(read.image == plain)
    #expect(read.warnings == [.damagedChunks(name: "a.png", first: name, count: 1)])
    #expect(
      read.warnings[0].description.hasPrefix(
        "a.png has a wrong checksum in the chunk \(name), which is ignored"))
    #expect(try PNG.readHeader(from: file(plain, before: chunk)).frameCount == 1)
  }

  /// The profile of a file that has one, compressed.
  private var iccp: [UInt8] {
    get throws {
      try #require(Chunk.all(in: Fixtures.bytes("color@iccp")).first { $0.name == "iCCP" }).data
    }
  }

  @Test func damagedChunksAreCounted() throws {
    let bad = Chunk.encoded("tEXt", [1], crc: 0)
    let read = try ImageFile.read(from: file(picture, before: bad, after: bad + bad))
    #expect(read.warnings == [.damagedChunks(name: "a.png", first: "tEXt", count: 3)])
    #expect(read.warnings[0].description.contains("and in 2 others, which are ignored"))
  }

  /// A whole chunk after a damaged one of the same name counts.
  @Test func theNextWholeChunkIsUsed() throws {
    let chunks =
      Chunk.encoded("eXIf", exif(3), crc: 1) + Chunk.encoded("tEXt", [1], crc: 1)
      + Chunk.encoded("gAMA", [0, 1, 0, 0])
      + Chunk.encoded("eXIf", exif(6))
    let read = try ImageFile.read(from: file(picture, before: chunks))
    #expect(read.image.size == PixelSize(2, 3) && read.image.colorProfile?.gamma == 65_536)
    #expect(read.warnings.count == 1)
  }

  @Test func thousandsOfDamagedChunksAreRead() throws {
    let bad = Chunk.encoded("tIME", [1], crc: 0)
    let read = try ImageFile.read(
      from: file(picture, before: Array(repeatElement(bad, count: 5000).joined())))
    #expect(read.image.bytes == picture.bytes)
  }
}
