import AnimationFiles
import ImageFiles
import MeshTransform
import Testing

@Suite("GIF")
struct GIFTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// A few colors are exact, and so are transparent pixels.
  @Test(arguments: [Image.Alpha.opaque, .straight])
  func fewColorsAreExact(_ alpha: Image.Alpha) throws {
    let size = PixelSize(64, 32)
    let format = try ClipFormat(
      size: size, frameRate: FrameRate(30), frameCount: 7, loopCount: 3, alpha: alpha)
    let last: UInt8 = alpha == .opaque ? 255 : 0
    let colors: [[UInt8]] = [[255, 0, 0, 255], [0, 128, 9, 255], [7, 8, 250, 255], [255, 255, 255, last]]
    var frames: [Image] = []
    for index in 0..<7 {
      var bytes: [UInt8] = []
      for place in 0..<size.area {
        // Stripes, eight columns wide, in steps of four rows.
        let (column, row) = (place % 64 / 8, place / 256)
        bytes += colors[(column + row + index) % 4]
      }
      frames.append(Image(size: size, alpha: alpha, bytes: bytes))
    }
    let encoder = try ClipKind.gif.encoder(for: format, output: folder.file("a.gif"))
    for (index, frame) in frames.enumerated() { try encoder.append(encoder.prepare(frame, index: index)) }
    try encoder.finish()
    let file = try StrictGIF(bytes(of: folder.file("a.gif")))
    #expect(file.size == size && file.repeats == 2)
    #expect(file.frames.map(\.delay) == [3, 4, 3, 3, 4, 3, 3])
    for (index, frame) in file.frames.enumerated() {
      #expect(frame.disposal == (alpha == .opaque ? 1 : 2))
      for i in 0..<size.area {
        let expected = Array(frames[index].bytes[4 * i..<4 * i + 4])
        #expect(frame.pixels[i] == (expected[3] == 0 ? nil : Array(expected.dropLast())))
      }
    }
  }

  /// Noise fills the table of strings repeatedly; a picture of at most 256 colors must be exact.
  @Test(arguments: [(1, 1), (3, 1), (200, 150), (640, 480)])
  func compressionLosesNothing(_ width: Int, _ height: Int) throws {
    var state: UInt64 = 88_172_645_463_325_252
    let bytes = (0..<width * height).flatMap { _ -> [UInt8] in
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      // 128 distinct colors.
      return [UInt8(state & 7) * 36, UInt8(state >> 3 & 3) * 85, UInt8(state >> 5 & 3) * 85, 255]
    }
    let image = Image(size: PixelSize(width, height), alpha: .opaque, bytes: bytes)
    let format = try ClipFormat(
      size: image.size, frameRate: FrameRate(10), frameCount: 1, loopCount: 1, alpha: .opaque)
    var options = ClipOptions()
    options.dither = 0
    let encoder = try ClipKind.gif.encoder(for: format, output: folder.file("a.gif"), options: options)
    try encoder.append(encoder.prepare(image, index: 0))
    try encoder.finish()
    let file = try StrictGIF(AnimationFilesTests.bytes(of: folder.file("a.gif")))
    #expect(file.repeats == nil)
    let decoded = try #require(file.frames.first).pixels.flatMap { ($0 ?? [0, 0, 0]) + [255] }
    #expect(decoded == image.bytes)
  }

  @Test func manyColorsAreClose() throws {
    let size = PixelSize(128, 128)
    var bytes: [UInt8] = []
    for place in 0..<size.area { bytes += [UInt8(place % 128 * 2), UInt8(place / 128 * 2), 128, 255] }
    let image = Image(size: size, alpha: .opaque, bytes: bytes)
    let format = try ClipFormat(size: size, frameRate: FrameRate(10), frameCount: 1, alpha: .opaque)
    let encoder = try ClipKind.gif.encoder(for: format, output: folder.file("a.gif"))
    try encoder.append(encoder.prepare(image, index: 0))
    try encoder.finish()
    let pixels = try StrictGIF(AnimationFilesTests.bytes(of: folder.file("a.gif"))).frames[0].pixels
    // Dithering preserves the mean of each 8 by 8 block although each pixel has an error: with 256 colors for 256 x 256
    // levels, adjacent colors are 16 levels apart in any version of the library.
    for block in 0..<256 {
      let corner = block / 16 * 8 * 128 + block % 16 * 8
      let places = (0..<64).map { corner + $0 / 8 * 128 + $0 % 8 }
      for channel in 0..<3 {
        let expected = places.reduce(0) { $0 + Int(image.bytes[4 * $1 + channel]) }
        let found = places.reduce(0) { $0 + Int(pixels[$1]?[channel] ?? 0) }
        #expect(abs(expected - found) < 64 * 16)
      }
    }
  }

  @Test func framesTooShortForPlayersAreRefused() throws {
    let format = try TestClip(4, 4, frames: 2).format(rate: "60")
    #expect(throws: ClipError.frameRateTooHigh(.gif, format.frameRate, limit: 50)) {
      try ClipKind.gif.encoder(for: format, output: folder.file("a.gif"))
    }
  }

  @Test func sidesBeyondTheFormatAreRefused() throws {
    for (kind, limit) in [(ClipKind.gif, 65_535), (.webp, 16_383)] {
      let size = PixelSize(limit + 1, 1)
      let format = try ClipFormat(size: size, frameRate: FrameRate(10), frameCount: 1, alpha: .opaque)
      #expect(throws: ClipError.sideTooLong(kind, size: size, limit: limit)) {
        try kind.encoder(for: format, output: folder.file("a"))
      }
    }
    #expect(folder.entries.isEmpty)
  }
}

/// A GIF, decoded strictly by GIF89a.
private struct StrictGIF {
  struct Problem: Error { let reason: String }
  struct Frame { let delay: Int, disposal: Int, pixels: [[UInt8]?] }

  private(set) var size = PixelSize(0, 0)
  private(set) var repeats: Int?
  private(set) var frames: [Frame] = []

  init(_ bytes: [UInt8]) throws {
    func word(_ at: Int) -> Int { Int(bytes[at]) | Int(bytes[at + 1]) << 8 }
    guard bytes.starts(with: "GIF89a".utf8), bytes[10] & 0x80 == 0 else { throw Problem(reason: "header") }
    size = PixelSize(word(6), word(8))
    var offset = 13
    var (delay, disposal, transparent) = (0, 0, -1)
    func blocks() -> [UInt8] {
      var data: [UInt8] = []
      while bytes[offset] != 0 {
        data += bytes[offset + 1...offset + Int(bytes[offset])]
        offset += 1 + Int(bytes[offset])
      }
      offset += 1
      return data
    }
    while bytes[offset] != 0x3B {
      switch (bytes[offset], bytes[offset + 1]) {
      case (0x21, 0xF9):
        guard bytes[offset + 2] == 4, bytes[offset + 7] == 0 else { throw Problem(reason: "control") }
        disposal = Int(bytes[offset + 3] >> 2)
        delay = word(offset + 4)
        transparent = bytes[offset + 3] & 1 == 1 ? Int(bytes[offset + 6]) : -1
        offset += 8
      case (0x21, 0xFF):
        offset += 2
        let data = blocks()
        guard data.starts(with: "NETSCAPE2.0".utf8), data.count == 14 else {
          throw Problem(reason: "extension")
        }
        repeats = Int(data[12]) | Int(data[13]) << 8
      case (0x2C, _):
        guard
          [word(offset + 1), word(offset + 3), word(offset + 5), word(offset + 7)] == [
            0, 0, size.width, size.height,
          ],
          bytes[offset + 9] & 0xF8 == 0x80
        else { throw Problem(reason: "image") }
        let colors = offset + 10
        offset = colors + (3 << (Int(bytes[colors - 1] & 7) + 1))
        let bits = Int(bytes[offset])
        offset += 1
        let indices = try Self.decode(blocks(), bits: bits)
        guard indices.count == size.area else { throw Problem(reason: "\(indices.count) pixels") }
        let pixels = indices.map {
          $0 == transparent ? nil : Array(bytes[colors + 3 * $0..<colors + 3 * $0 + 3])
        }
        frames.append(Frame(delay: delay, disposal: disposal, pixels: pixels))
      default: throw Problem(reason: "block \(bytes[offset])")
      }
    }
    guard offset == bytes.count - 1 else { throw Problem(reason: "after the end") }
  }

  private static func decode(_ data: [UInt8], bits: Int) throws -> [Int] {
    let (clear, end) = (1 << bits, 1 << bits + 1)
    var table: [[Int]] = []
    var width = bits + 1
    var previous: [Int]?
    var (place, output) = (0, [Int]())
    func reset() {
      table = (0..<clear).map { [$0] } + [[], []]
      width = bits + 1
      previous = nil
    }
    reset()
    while true {
      guard place + width <= 8 * data.count else { throw Problem(reason: "codes end early") }
      let code = (0..<width).reduce(0) { $0 | Int(data[(place + $1) / 8] >> ((place + $1) % 8) & 1) << $1 }
      place += width
      if code == clear {
        reset()
      } else if code == end {
        guard 8 * data.count - place < 8 else { throw Problem(reason: "codes after the end") }
        return output
      } else if let before = previous {
        guard code <= table.count else { throw Problem(reason: "code \(code)") }
        let string = code < table.count ? table[code] : before + [before[0]]
        if table.count < 4096 { table.append(before + [string[0]]) }
        if table.count == 1 << width, width < 12 { width += 1 }
        output += string
        previous = string
      } else {
        guard code < clear else { throw Problem(reason: "first code \(code)") }
        output += table[code]
        previous = table[code]
      }
    }
  }
}
