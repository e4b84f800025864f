import ImageFiles
import MeshTransform
import TestSupport
import Testing

@Suite("PNG files that cannot be read")
struct PNGErrorTests {
  @Test(arguments: [
    "broken-crc-idat", "broken-crc-ihdr", "broken-too-few-rows", "broken-half-stream",
    "broken-not-zlib", "broken-filter-type", "broken-no-idat", "broken-no-palette", "broken-width-zero",
    "broken-color-type-5", "broken-depth-3", "broken-no-ihdr", "broken-critical-chunk",
  ])
  func areCalledDamaged(_ name: String) throws {
    let error = #expect(throws: ImageFileError.self) { try PNG.read(from: .path(Fixtures.path(name))) }
    guard case .broken(let file, let reason) = try #require(error) else {
      Issue.record("\(name): \(String(describing: error))")
      return
    }
    #expect(file.hasSuffix("\(name).png"))
    #expect(!reason.isEmpty)
  }

  @Test func aZeroSideIsNamed() throws {
    let error = #expect(throws: ImageFileError.self) {
      try PNG.read(from: .path(Fixtures.path("broken-width-zero")))
    }
    #expect(try #require(error).description.contains("width is zero"))
  }

  @Test func limitsAreCheckedBeforeMemoryIsTaken() throws {
    func error(_ name: String, _ limits: ImageLimits = .standard) -> ImageFileError? {
      #expect(throws: ImageFileError.self) { try PNG.read(from: .path(Fixtures.path(name)), limits: limits) }
    }
    let side = Fixtures.path("giant-side")
    let area = Fixtures.path("giant-area")
    let both = Fixtures.path("giant-both")
    #expect(error("giant-side") == .sideTooLong(name: side, size: PixelSize(40_000, 2), limit: 32_768))
    #expect(
      error("giant-area") == .tooManyPixels(name: area, size: PixelSize(32_768, 32_768), limit: 268_435_456))
    let most = Int(Int32.max)
    #expect(error("giant-both") == .sideTooLong(name: both, size: PixelSize(most, most), limit: 32_768))
    #expect(
      error("rgb8", ImageLimits(pixels: 34))
        == .tooManyPixels(name: Fixtures.path("rgb8"), size: PixelSize(7, 5), limit: 34))
    #expect(throws: Never.self) {
      try PNG.read(from: .path(Fixtures.path("rgb8")), limits: ImageLimits(side: 7, pixels: 35))
    }
  }

  static let foreign: [([UInt8], String?)] = [
    ([0xFF, 0xD8, 0xFF, 0xE0], "a JPEG picture"), (Array("GIF89a".utf8), "a GIF picture"),
    (Array("RIFF\u{1}\u{1}\u{1}\u{1}WEBPVP8 ".utf8), "a WebP picture"),
    (Array("<svg xmlns=".utf8), "an SVG drawing"),
    (Array("<?xml version=\"1.0\"?>\n<svg>".utf8), "an SVG drawing"),
    (Array("  {\"a\": 1}".utf8), "a JSON document"),
    (Array("hello, wörld\n".utf8), "text"), (Array("\0\0\0\u{18}ftypavif".utf8), "an AVIF picture"),
    (Array("P6\n3 2\n255\n".utf8), "a PPM, PGM or PBM picture"),
    (Array("P5 #x".utf8), "a PPM, PGM or PBM picture"),
    (Array("P6, a plan".utf8), "text"), ([0x8A, 0x4D, 0x4E, 0x47], "an MNG animation"),
    (Array("<!DOCTYPE html>".utf8), "an HTML page"),
    ([1, 2, 3], nil), ([0x89], nil),
  ]
  @Test(arguments: foreign) func otherKindsAreRecognized(_ bytes: [UInt8], _ kind: String?) {
    let error = #expect(throws: ImageFileError.self) { try PNG.read(from: .memory(bytes, name: "x")) }
    #expect(error == .notPNG(name: "x", looksLike: kind))
  }

  static let converted: [([UInt8], String)] = [
    (Array("BM".utf8), "ffmpeg -i in.bmp out.png"), ([0x49, 0x49, 0x2A, 0], "ffmpeg -i in.tiff out.png"),
    ([0x4D, 0x4D, 0, 0x2B], "ffmpeg -i in.tiff out.png"), (Array("P3\n1 1".utf8), "ffmpeg -i in.ppm out.png"),
    (Array("\0\0\0\u{18}ftypheic".utf8), "heif-convert in.heic out.png"),
    (Array("<svg>".utf8), "rsvg-convert in.svg -o out.png"),
    (Array("hello".utf8), "convert it to one of them first"),
  ]

  /// Pictures that are not read name the command that converts them.
  @Test(arguments: converted)
  func otherPicturesNameTheCommandThatConverts(_ bytes: [UInt8], _ command: String) {
    let error = #expect(throws: ImageFileError.self) { try ImageFile.read(from: .memory(bytes, name: "x")) }
    #expect(error?.description.hasSuffix(command) == true, "\(error.map(\.description) ?? "")")
  }

  @Test func emptyAndTextTransferredFilesHaveTheirOwnErrors() throws {
    let empty = #expect(throws: ImageFileError.self) { try PNG.read(from: .memory([], name: "x")) }
    #expect(empty == .empty(name: "x"))
    let unix = Array("\u{89}PNG\n\u{1A}\n".unicodeScalars.map { UInt8($0.value) })
    let text = #expect(throws: ImageFileError.self) { try PNG.read(from: .memory(unix, name: "x")) }
    #expect(text == .changedByTextTransfer(name: "x"))
  }

  @Test func unreadablePathsReportTheReason() throws {
    let folder = try TemporaryFolder()
    func error(_ path: String) -> ImageFileError? {
      #expect(throws: ImageFileError.self) { try PNG.read(from: .path(path)) }
    }
    #expect(error(folder.path + "/no.png") == .input(.missing(name: folder.path + "/no.png")))
    #expect(error(folder.path) == .input(.isDirectory(name: folder.path)))
    #expect(error("/dev/null") == .empty(name: "/dev/null"))
    #expect(error("a\0b") == .input(.missing(name: "a\0b")))
  }

  @Test(arguments: ["gray1-trns", "rgba16@interlaced", "palette4", "color@all", "idat-in-single-bytes"])
  func everyTruncationIsAnError(_ name: String) throws {
    let file = try Fixtures.bytes(name)
    for count in 0..<file.count {
      let error = #expect(throws: ImageFileError.self) {
        try PNG.read(from: .memory(Array(file[..<count]), name: "cut"))
      }
      if count > 8 { #expect(error == .truncated(name: "cut"), "after \(count) bytes") }
    }
  }

  /// Thousands of damaged files give an image or an error.
  @Test(
    arguments: Fixtures.plain + [
      "rgb16-trns@interlaced", "palette8-trns@interlaced", "color@all", "pillow-rgba",
    ])
  func damageNeverCrashes(_ name: String) throws {
    let file = try Fixtures.bytes(name)
    var random = SplitMix64(seed: 1)
    var (errors, rounds) = (0, 400)
    for round in 0..<rounds {
      var bytes = file
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[Int.random(in: 8..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      // Half of them with valid checksums, so that the damage passes the CRC check.
      if round % 2 == 0 {
        bytes = Array(bytes[..<8]) + Chunk.all(in: bytes).flatMap { Chunk.encoded($0.name, $0.data) }
      }
      do {
        let image = try PNG.read(
          from: .memory(bytes, name: name), limits: ImageLimits(side: 4096, pixels: 1 << 20))
        #expect(image.bytes.count == 4 * image.size.area)
      } catch { errors += 1 }
    }
    rounds /= 4
    #expect(errors > rounds, "the damage reaches the decoder")
  }
}
