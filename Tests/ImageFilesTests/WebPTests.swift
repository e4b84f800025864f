import MeshTransform
import Testing

@testable import ImageFiles

@Suite("WebP files")
struct WebPTests {
  private func gradient(_ width: Int, _ height: Int, alpha: UInt8) -> Image {
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width { bytes += [UInt8(40 + 3 * x), UInt8(60 + y), 128, alpha] }
    }
    return Image(size: PixelSize(width, height), alpha: alpha == 255 ? .opaque : .straight, bytes: bytes)
  }

  @Test(arguments: [255, 200, 1] as [UInt8])
  func comeBackWithoutALoss(_ alpha: UInt8) throws {
    let image = gradient(33, 17, alpha: alpha)
    let (bytes, warnings) = try WebP.encode(image)
    let (read, notes) = try ImageFile.read(from: .memory(bytes, name: "x"))
    #expect(read == image && warnings.isEmpty && notes.isEmpty)
    #expect(try ImageFile.readSize(from: .memory(bytes, name: "x")) == image.size)
  }

  @Test func qualityIsALossyFile() throws {
    let image = gradient(64, 64, alpha: 255)
    let bytes = try WebP.encode(image, quality: 40).bytes
    let read = try WebP.read(from: .memory(bytes, name: "x")).image
    let differences = zip(image.bytes, read.bytes).map { abs(Int($0) - Int($1)) }
    #expect(read.bytes != image.bytes && (differences.max() ?? 255) < 24)
  }

  @Test func profilesComeBack() throws {
    var image = gradient(8, 8, alpha: 255)
    var data = [UInt8](repeating: 7, count: 132)
    data.replaceSubrange(16..<20, with: Array("RGB ".utf8))
    image.colorProfile = ColorProfile(icc: data)
    let read = try WebP.read(from: .memory(WebP.encode(image).bytes, name: "x")).image
    #expect(read.colorProfile?.icc?.data == data)
  }

  @Test func incompleteFilesAreErrors() throws {
    let bytes = try WebP.encode(gradient(33, 17, alpha: 255)).bytes
    for count in 12..<bytes.count - 1 {
      let error = #expect(throws: ImageFileError.self) {
        try ImageFile.read(from: .memory(Array(bytes[..<count]), name: "half.webp"))
      }
      #expect(error?.description.hasPrefix("half.webp ") == true)
    }
  }

  @Test func limitsAreCheckedBeforePixelsAreDecoded() throws {
    let bytes = try WebP.encode(gradient(33, 17, alpha: 255)).bytes
    #expect(throws: ImageFileError.sideTooLong(name: "x", size: PixelSize(33, 17), limit: 32)) {
      try WebP.read(from: .memory(bytes, name: "x"), limits: ImageLimits(side: 32))
    }
    let wide = Image(
      size: PixelSize(16_384, 1), alpha: .opaque, bytes: [UInt8](repeating: 255, count: 4 * 16_384))
    #expect(throws: ImageFileError.tooLargeToWrite(name: "the picture", size: wide.size, limit: 16_383)) {
      try WebP.encode(wide)
    }
  }

  /// An animation of frames with their flags: 1 for a frame that is disposed, 2 for one that replaces pixels.
  private func animation(
    _ frames: [(x: Int, y: Int, flags: UInt8, picture: Image)], _ size: PixelSize
  ) throws -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
      name.utf8 + number(bytes.count, 4) + bytes + [UInt8](repeating: 0, count: bytes.count % 2)
    }
    func rectangle(_ size: PixelSize) -> [UInt8] { number(size.width - 1, 3) + number(size.height - 1, 3) }
    var body = Array("WEBP".utf8) + chunk("VP8X", [0x12, 0, 0, 0] + rectangle(size))
    body += chunk("ANIM", [UInt8](repeating: 0, count: 6))
    for frame in frames {
      // What follows "RIFF", the size and "WEBP" in a still picture.
      let picture = try WebP.encode(frame.picture).bytes.dropFirst(12)
      body += chunk(
        "ANMF",
        number(frame.x / 2, 3) + number(frame.y / 2, 3) + rectangle(frame.picture.size) + number(50, 3)
          + [frame.flags] + picture)
    }
    return Array("RIFF".utf8) + number(body.count, 4) + body
  }

  /// Frames that are requested in any order are those that are read in order.
  @Test func framesHaveTheSamePixelsInEveryOrder() throws {
    let (small, full) = (gradient(4, 2, alpha: 100), gradient(8, 6, alpha: 200))
    let bytes = try animation(
      [
        (0, 0, 0, full), (2, 2, 1, small), (4, 2, 0, small), (0, 0, 2, full), (4, 4, 2, small),
        (0, 0, 1, full),
        (2, 0, 0, small),
      ], PixelSize(8, 6))
    func open() throws -> FrameSource {
      try FrameSource.webP(.memory(bytes, name: "a.webp"), end: .hold, limits: .standard, colors: .keep)
    }
    let forward = try open()
    let frames = try (0..<7).map { try #require(try forward.frame(at: $0)) }
    #expect(Set(frames.map(\.bytes)).count > 4)
    let source = try open()
    for index in [6, 5, 0, 3, 2, 4, 1, 6, 0] { #expect(try source.frame(at: index) == frames[index]) }
    // Times of 50 ms each, counted from half a millisecond before.
    for (time, index) in [(0, 0), (0.0494, 0), (0.0496, 1), (0.34, 6)] {
      #expect(try source.frame(showing: time) == frames[index])
    }
    #expect(try source.frame(showing: 0.35) == nil)
  }

  /// The canvas, the decoder's copies and the pictures made of it count, not the bytes of the file.
  @Test func aLargeCanvasIsRefusedBeforeItIsAllocated() throws {
    let bytes = try animation([(0, 0, 0, gradient(1, 1, alpha: 9))], PixelSize(16_384, 16_384))
    let limits = ImageLimits(memory: 4 << 30)
    #expect(throws: FrameSourceError.self) {
      try FrameSource.webP(.memory(bytes, name: "a.webp"), end: .hold, limits: limits, colors: .keep)
    }
  }
}
