import AnimationFiles
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

@Suite("Animated WebP")
struct WebPTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [Image.Alpha.opaque, .straight, .premultiplied], ["30", "29.97", "7", "1000"])
  func losslessIsExact(_ alpha: Image.Alpha, _ rate: String) throws {
    let clip = TestClip(33, 21, frames: 9, alpha: alpha)
    try clip.write(.webp, to: folder.file("a.webp"), rate: rate, loops: 5)
    let file = try StrictWebP(bytes(of: folder.file("a.webp")))
    #expect(file.size == clip.size && file.loopCount == 5)
    let frameRate = try FrameRate(parsing: rate)
    var (time, index) = (0, 0)
    for frame in file.frames {
      // The new canvas is a frame of the clip, at its own time.
      #expect(time == frameRate.start(ofFrame: index, unitsPerSecond: 1000))
      #expect(frame.canvas.premultiplied().bytes == clip.frame(index).premultiplied().bytes, "frame \(index)")
      time += frame.duration
      index += 1
    }
    #expect(index == 9)
    #expect(time == frameRate.start(ofFrame: 9, unitsPerSecond: 1000))
  }

  @Test func equalFramesBecomeALongerOne() throws {
    let clip = TestClip(16, 16, frames: 2)
    let format = try ClipFormat(size: clip.size, frameRate: FrameRate(10), frameCount: 4, alpha: .opaque)
    let encoder = try ClipKind.webp.encoder(for: format, output: folder.file("a.webp"))
    for index in 0..<4 { try encoder.append(encoder.prepare(clip.frame(index / 2), index: index)) }
    try encoder.finish()
    let file = try StrictWebP(bytes(of: folder.file("a.webp")))
    #expect(file.frames.map(\.duration) == [200, 200])
  }

  @Test func qualityTradesSizeForCloseness() throws {
    let clip = TestClip(200, 120, frames: 3)
    var sizes: [Int] = []
    for quality in [5, 95] {
      var options = ClipOptions()
      options.quality = quality
      try clip.write(.webp, to: folder.file("a.webp"), options: options)
      let file = try bytes(of: folder.file("a.webp"))
      sizes.append(file.count)
      let canvas = try #require(StrictWebP(file).frames.last).canvas
      let differences = zip(canvas.bytes, clip.frame(2).bytes).map { abs(Int($0) - Int($1)) }
      #expect(differences.reduce(0, +) / differences.count < (quality == 5 ? 40 : 12))
    }
    #expect(sizes[0] < sizes[1])
  }

  @Test func nothingStaysOfACancelledClip() throws {
    let clip = TestClip(9, 5, frames: 4)
    let encoder = try ClipKind.webp.encoder(for: clip.format(), output: folder.file("a"))
    try encoder.append(encoder.prepare(clip.frame(0), index: 0))
    #expect(throws: ClipError.framesMissing(count: 1, expected: 4)) { try encoder.finish() }
    encoder.cancel()
    encoder.cancel()
    #expect(folder.entries.isEmpty)
  }
}

/// An animated WebP: the container is parsed strictly by its specification, the pictures by libwebp's decoder.
private struct StrictWebP {
  struct Problem: Error { let reason: String }
  /// `canvas` has straight alpha: the visible picture during the frame; `duration` is in ms.
  struct Frame { let duration: Int, canvas: Image }

  private(set) var size = PixelSize(0, 0), loopCount = -1
  private(set) var frames: [Frame] = []

  init(_ bytes: [UInt8]) throws {
    func number(_ at: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }
    }
    guard bytes.starts(with: "RIFF".utf8), number(4, 4) == bytes.count - 8,
      bytes[8..<12].elementsEqual("WEBP".utf8)
    else { throw Problem(reason: "header") }
    var offset = 12
    var canvas: [UInt8] = []
    while offset < bytes.count {
      let (name, count) = (String(decoding: bytes[offset..<offset + 4], as: UTF8.self), number(offset + 4, 4))
      let data = offset + 8
      switch name {
      case "VP8X":
        size = PixelSize(number(data + 4, 3) + 1, number(data + 7, 3) + 1)
        canvas = [UInt8](repeating: 0, count: 4 * size.area)
      case "ANIM": loopCount = number(data + 4, 2)
      case "ANMF":
        let (x, y) = (2 * number(data, 3), 2 * number(data + 3, 3))
        let part = PixelSize(number(data + 6, 3) + 1, number(data + 9, 3) + 1)
        let pixels = try Self.decode(Array(bytes[data + 16..<data + count]), part)
        let (isBlended, isCleared) = (bytes[data + 15] & 2 == 0, bytes[data + 15] & 1 == 1)
        Self.forEachPixel(of: part, x, y, size) { from, to in
          // Blending a pixel of partial coverage is not exact; the encoder must not use it.
          if isBlended, pixels[from + 3] == 0 { return }
          for channel in 0..<4 { canvas[to + channel] = pixels[from + channel] }
        }
        frames.append(
          Frame(duration: number(data + 12, 3), canvas: Image(size: size, alpha: .straight, bytes: canvas)))
        if isCleared {
          Self.forEachPixel(of: part, x, y, size) { _, to in
            for channel in 0..<4 { canvas[to + channel] = 0 }
          }
        }
      default: throw Problem(reason: name)
      }
      offset = data + count + count % 2
    }
  }

  private static func forEachPixel(
    of part: PixelSize, _ x: Int, _ y: Int, _ size: PixelSize, _ body: (_ from: Int, _ to: Int) -> Void
  ) {
    for row in 0..<part.height {
      for column in 0..<part.width {
        body(4 * (row * part.width + column), 4 * ((y + row) * size.width + x + column))
      }
    }
  }

  /// Decodes a picture's chunks as a separate file.
  private static func decode(_ chunks: [UInt8], _ size: PixelSize) throws -> [UInt8] {
    func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 255) } }
    var body = Array("WEBP".utf8)
    if chunks.starts(with: "ALPH".utf8) {
      body += Array("VP8X".utf8) + little(10, 4) + [0x10, 0, 0, 0]
      body += little(size.width - 1, 3) + little(size.height - 1, 3)
    }
    let file = Array("RIFF".utf8) + little(body.count + chunks.count, 4) + body + chunks
    typealias Decoder =
      @convention(c) (UnsafePointer<UInt8>, Int, UnsafeMutablePointer<UInt8>, Int, Int32) -> OpaquePointer?
    guard let library = dlopen("libwebp.so.7", RTLD_NOW), let symbol = dlsym(library, "WebPDecodeRGBAInto")
    else {
      throw Problem(reason: "no libwebp")
    }
    let decoder = unsafeBitCast(symbol, to: Decoder.self)
    var pixels = [UInt8](repeating: 0, count: 4 * size.area)
    guard decoder(file, file.count, &pixels, pixels.count, Int32(4 * size.width)) != nil else {
      throw Problem(reason: "libwebp refuses the picture")
    }
    return pixels
  }
}
