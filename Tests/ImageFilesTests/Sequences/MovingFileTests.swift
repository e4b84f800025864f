import ImageFiles
import MeshTransform
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The first bytes determine the kind of a file.
struct MovingFileTests {
  private static let zeros = [UInt8](repeating: 0, count: 300)

  private static func text(_ text: String, _ start: [UInt8] = []) -> [UInt8] {
    start + Array(text.utf8) + zeros
  }

  @Test(arguments: [
    (text("YUV4MPEG2 W8"), MovingFile.y4m),
    (text("GIF89a", []).replacing(at: 6, [3, 1, 2, 0]), .gif(GIFHeader(size: PixelSize(259, 2), plays: 1))),
    (text("ftypisom", [0, 0, 0, 24]), .video), (text("moov", [0, 0, 0, 24]), .video),
    (text("", [0x1A, 0x45, 0xDF, 0xA3]), .video), (text("OggS"), .video), (text("FLV"), .video),
    (text("AVI ", Array("RIFF1234".utf8)), .video), (text("", [0, 0, 1, 0xBA]), .video),
    (text("").replacing(at: 0, [0x47]).replacing(at: 188, [0x47]), .video),
    (text("WEBPVP8X", Array("RIFF1234".utf8)).replacing(at: 20, [2]), .animatedWebP),
  ])
  func movingFiles(_ bytes: [UInt8], _ kind: MovingFile) {
    #expect(MovingFile(.memory(bytes, name: "file")) == kind)
  }

  @Test(arguments: [
    [], [0x47], Array("GIF89a".utf8), text("Go on", []), text("{}"), text("#EXTM3U\n"),
    text("WEBPVP8X", Array("RIFF1234".utf8)), text("ftypavif", [0, 0, 0, 24]), text("", [0xFF, 0xD8, 0xFF]),
  ])
  func otherFiles(_ bytes: [UInt8]) {
    #expect(MovingFile(.memory(bytes, name: "file")) == nil)
  }

  /// A file may end anywhere in the chunks and blocks that are read.
  @Test func cutFiles() {
    var png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
    png += [0, 0, 0, 4, 0, 0, 0, 3, 8, 6, 0, 0, 0, 1, 2, 3, 4, 0, 0, 0, 8] + Array("acTL".utf8)
    png +=
      [0, 0, 0, 2, 0, 0, 0, 3, 1, 2, 3, 4, 0, 0, 0, 26] + Array("fcTL".utf8)
      + [UInt8](repeating: 1, count: 30)
    let gif =
      Array("GIF89a".utf8) + [4, 0, 3, 0, 0x80, 0, 0] + [UInt8](repeating: 0x21, count: 6) + Self.loop(3)
    for file in [png, gif] {
      for count in 0...file.count { _ = MovingFile(.memory(Array(file[..<count]), name: "file")) }
    }
    guard case .animatedPNG(let header) = MovingFile(.memory(png, name: "file")) else {
      Issue.record("the whole file is none")
      return
    }
    #expect(header.frameCount == 2 && header.plays == 3)
  }

  /// A count of n repetitions is n + 1 turns; without one a GIF is shown once.
  @Test(arguments: gifs)
  func turnsOfAGIF(_ blocks: [UInt8], _ plays: Int) {
    for colors in [0, 0x80, 0x87] {
      let palette = [UInt8](repeating: 0x21, count: colors == 0 ? 0 : colors == 0x80 ? 6 : 768)
      let bytes = Array("GIF89a".utf8) + [4, 0, 3, 0, UInt8(colors), 0, 0] + palette + blocks
      #expect(MovingFile(.memory(bytes, name: "a")) == .gif(GIFHeader(size: PixelSize(4, 3), plays: plays)))
    }
  }

  private static let comment: [UInt8] = [0x21, 0xFE, 2, 0x21, 0xFF, 0]
  private static let control: [UInt8] = [0x21, 0xF9, 4, 0, 0, 0, 0, 0]
  /// Blocks after the palette, and the number of turns.
  private static let gifs: [([UInt8], Int)] = [
    (loop(0), 0), (loop(1), 2), (loop(299), 300), (loop(65_535), 65_536), (loop(3, "ANIMEXTS1.0"), 4),
    (loop(3, "NETSCAPE3.0"), 1), ([], 1), (comment + loop(4), 5), (control + loop(0), 0),
    ([UInt8(0x2C)] + loop(0), 1), (Array(loop(0).prefix(17)), 1),
  ]

  /// The application extension with a count of repetitions, and the begin of an image.
  private static func loop(_ count: Int, _ name: String = "NETSCAPE2.0") -> [UInt8] {
    [0x21, 0xFF, 11] + Array(name.utf8) + [3, 1, UInt8(count & 255), UInt8(count >> 8), 0, 0x2C] + zeros
  }

  /// A named pipe would lose its first bytes, and its writer's reader.
  @Test func pipesAreNotOpened() throws {
    let folder = try TemporaryFolder()
    try #require(mkfifo(folder.file("pipe"), 0o600) == 0)
    #expect(MovingFile(.path(folder.file("pipe"))) == nil)
    #expect(MovingFile(.path(folder.file("none"))) == nil)
  }

  @Test func animatedPNGsHaveFrameControls() throws {
    func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
      [0, 0, 0, UInt8(data.count)] + Array(type.utf8) + data + [0, 0, 0, 0]
    }
    func control(_ numerator: UInt8, _ denominator: UInt8) -> [UInt8] {
      let frame = [UInt8](repeating: 0, count: 20) + [0, numerator, 0, denominator, 0, 0]
      return chunk("fcTL", frame)
    }
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let header = chunk("IHDR", [0, 0, 1, 0, 0, 0, 0, 7, 8, 6, 0, 0, 0])
    let frames = control(1, 4) + chunk("IDAT", [1]) + control(30, 0) + chunk("fdAT", [1, 2])
    let bytes = signature + header + chunk("acTL", [0, 0, 0, 2, 0, 0, 0, 0]) + frames + chunk("IEND", [])
    guard case .animatedPNG(let found) = MovingFile(.memory(bytes, name: "a")) else {
      Issue.record("\(String(describing: MovingFile(.memory(bytes, name: "a"))))")
      return
    }
    #expect(found.size == PixelSize(256, 7) && found.frameCount == 2)
    #expect(abs(found.duration - 0.55) < 1e-12, "a quarter and 30 hundredths")
    #expect(found.plays == 0)
    // Browsers show frames of 10 ms and less for 100 ms.
    let delays: [(UInt8, UInt8, Double)] = [
      (0, 100, 0.1), (0, 0, 0.1), (1, 100, 0.1), (1, 91, 0.1), (1, 90, 1 / 90.0), (2, 100, 0.02),
    ]
    for (numerator, denominator, seconds) in delays {
      let bytes =
        signature + header + chunk("acTL", [0, 0, 0, 2, 0, 0, 1, 2]) + control(1, 4) + chunk("IDAT", [1])
        + control(numerator, denominator) + chunk("IEND", [])
      guard case .animatedPNG(let found)? = MovingFile(.memory(bytes, name: "a")) else { continue }
      #expect(
        abs(found.duration - 0.25 - seconds) < 1e-12 && found.plays == 258, "\(numerator)/\(denominator)")
    }
    // The control chunk counts one frame, comes too late, or is not there.
    let one = signature + header + chunk("acTL", [0, 0, 0, 1, 0, 0, 0, 0]) + frames
    let late = signature + header + frames + chunk("acTL", [0, 0, 0, 2, 0, 0, 0, 0])
    for still in [one, late, signature + header + frames, signature] {
      #expect(MovingFile(.memory(still, name: "a")) == nil)
    }
  }

  @Test func aStillReaderReportsAnimations() throws {
    let read = try ImageFile.read(from: .path(Fixtures.path("color@animation")))
    #expect(read.warnings.count == 1 && read.warnings.first?.description.contains("default picture") == true)
    #expect(try PNG.readHeader(from: .path(Fixtures.path("color@animation"))).frameCount > 1)
    #expect(try PNG.readHeader(from: .path(Fixtures.path("rgb8"))).frameCount == 1)
  }
}

extension [UInt8] {
  fileprivate func replacing(at offset: Int, _ bytes: [UInt8]) -> [UInt8] {
    Array(self[..<offset]) + bytes + self[(offset + bytes.count)...]
  }
}
