import AnimationFiles
import ImageFiles
import MeshTransform
import Testing

@Suite("Animated PNG")
struct APNGTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// Parses the file strictly by the specification, then decodes each frame alone with the PNG reader.
  @Test(arguments: [Image.Alpha.opaque, .premultiplied], ["none", "fast", "small"])
  func everyFrameDecodesAlone(_ alpha: Image.Alpha, _ compression: String) throws {
    let clip = TestClip(23, 17, frames: 5, alpha: alpha)
    var options = ClipOptions()
    options.pngCompression = try #require(PNG.Compression(compression))
    try clip.write(.apng, to: folder.file("a.apng"), rate: "29.97", loops: 3, options: options)
    let file = try StrictAPNG(bytes(of: folder.file("a.apng")))
    #expect(file.frameCount == 5 && file.playCount == 3)
    #expect(file.frames.count == 5)
    for (index, frame) in file.frames.enumerated() {
      #expect(frame.delay == [1001, 30_000])
      let image = try PNG.read(from: .memory(frame.png, name: "frame \(index)"))
      #expect(image.bytes == clip.frame(index).straightened().bytes)
    }
  }

  /// An opaque clip, or one over a color, has three channels where alpha depends on need.
  @Test(arguments: [Image.Alpha.opaque, .straight], [ClipKind.apng, .pngSequence])
  func alphaIsLeftOutOnRequest(_ alpha: Image.Alpha, _ kind: ClipKind) throws {
    let clip = TestClip(12, 8, frames: 3, alpha: alpha)
    var options = ClipOptions()
    options.alphaChannel = .whereNeeded
    for backdrop in [nil, SIMD3<UInt8>(255, 255, 255)] {
      let format = try ClipFormat(
        size: clip.size, frameRate: FrameRate(10), frameCount: 3, alpha: alpha, backdrop: backdrop)
      let output = folder.file(kind == .apng ? "a.apng" : "a-%d.png")
      let encoder = try kind.encoder(for: format, output: output, options: options)
      for index in 0..<3 { try encoder.append(encoder.prepare(clip.frame(index), index: index)) }
      try encoder.finish()
      let first = folder.file(kind == .apng ? "a.apng" : "a-1.png")
      let isOpaque = alpha == .opaque || backdrop != nil
      #expect(try PNG.readHeader(from: .path(first)).colorType == (isOpaque ? .rgb : .rgba))
      let expected = backdrop.map { clip.frame(0).flattened(over: $0).image } ?? clip.frame(0)
      #expect(try PNG.read(from: .path(first)).bytes == expected.bytes)
      if kind == .apng {
        for frame in try StrictAPNG(bytes(of: first)).frames {
          #expect(
            try PNG.readHeader(from: .memory(frame.png, name: "x")).colorType == (isOpaque ? .rgb : .rgba))
        }
      }
    }
  }

  /// A fraction that does not fit into 16 bits is rounded once: the durations add up to the clip's.
  @Test(arguments: ["120000/1001", "10007/1000000"]) func longFractionsAddUp(_ text: String) throws {
    let clip = TestClip(2, 2, frames: 7)
    try clip.write(.apng, to: folder.file("a.apng"), rate: text)
    let delays = try StrictAPNG(bytes(of: folder.file("a.apng"))).frames.map(\.delay)
    let rate = try FrameRate(parsing: text)
    let length = delays.reduce(0) { $0 + Double($1[0]) / Double($1[1]) }
    #expect(delays.allSatisfy { $0[0] > 0 && $0[1] == delays[0][1] })
    #expect(abs(length - 7 / rate.framesPerSecond) <= 0.5 / Double(delays[0][1]) + 1e-9)
  }

  /// Programs without APNG support show the first frame.
  @Test func isAPNGOfItsFirstFrame() throws {
    let clip = TestClip(40, 300, frames: 3, alpha: .straight)
    try clip.write(.apng, to: folder.file("a.apng"))
    let image = try PNG.read(from: .path(folder.file("a.apng")))
    #expect(image.bytes == clip.frame(0).bytes)
  }

  @Test func theColorProfileIsKept() throws {
    let size = PixelSize(2, 2)
    var frame = Image(size: size, alpha: .opaque, bytes: [UInt8](repeating: 255, count: 16))
    frame.colorProfile = ColorProfile(sRGBIntent: 1)
    let format = try ClipFormat(size: size, frameRate: FrameRate(25), frameCount: 1, alpha: .opaque)
    let encoder = try ClipKind.apng.encoder(for: format, output: folder.file("a.apng"))
    try encoder.append(encoder.prepare(frame, index: 0))
    try encoder.finish()
    #expect(try PNG.read(from: .path(folder.file("a.apng"))).colorProfile == frame.colorProfile)
  }
}

/// An animated PNG, parsed strictly.
private struct StrictAPNG {
  struct Problem: Error { let reason: String }
  struct Frame { var delay: [Int], png: [UInt8] }

  private(set) var frameCount = 0, playCount = 0
  private(set) var frames: [Frame] = []

  init(_ bytes: [UInt8]) throws {
    func number(_ range: Range<Int>) -> Int { bytes[range].reduce(0) { $0 << 8 | Int($1) } }
    guard bytes.starts(with: [137, 80, 78, 71, 13, 10, 26, 10]) else { throw Problem(reason: "signature") }
    var (offset, sequence, names) = (8, 0, [String]())
    var header: [UInt8] = []
    var pixels: [UInt8] = []
    func nextNumber(at place: Int) throws {
      guard number(place..<place + 4) == sequence else { throw Problem(reason: "sequence at \(place)") }
      sequence += 1
    }
    func closeFrame() {
      guard !pixels.isEmpty else { return }
      let end = Self.chunk("IEND", [])
      frames[frames.count - 1].png = Array(bytes[..<8]) + header + Self.chunk("IDAT", pixels) + end
      pixels = []
    }
    while offset < bytes.count {
      let count = number(offset..<offset + 4)
      let name = String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self)
      let data = offset + 8..<offset + 8 + count
      guard Self.crc(bytes[offset + 4..<data.upperBound]) == number(data.upperBound..<data.upperBound + 4)
      else {
        throw Problem(reason: "checksum of \(name)")
      }
      switch name {
      case "IHDR": header = Array(bytes[offset..<data.upperBound + 4])
      case "acTL":
        guard !names.contains("IDAT"), count == 8 else { throw Problem(reason: "acTL") }
        frameCount = number(data.lowerBound..<data.lowerBound + 4)
        playCount = number(data.lowerBound + 4..<data.lowerBound + 8)
      case "fcTL":
        closeFrame()
        try nextNumber(at: data.lowerBound)
        // The size of the canvas, offsets of zero, no disposal, no blending.
        let canvas = header[8..<16] + [0, 0, 0, 0, 0, 0, 0, 0]
        guard count == 26, Array(bytes[data][(data.lowerBound + 4)...].prefix(16)) == Array(canvas),
          bytes[data].suffix(2) == [0, 0]
        else { throw Problem(reason: "fcTL") }
        let delay = data.lowerBound + 20
        frames.append(Frame(delay: [number(delay..<delay + 2), number(delay + 2..<delay + 4)], png: []))
      case "IDAT":
        guard frames.count == 1 else { throw Problem(reason: "IDAT outside the first frame") }
        pixels += bytes[data]
      case "fdAT":
        guard frames.count > 1 else { throw Problem(reason: "fdAT in the first frame") }
        try nextNumber(at: data.lowerBound)
        pixels += bytes[data].dropFirst(4)
      case "IEND": guard data.upperBound + 4 == bytes.count else { throw Problem(reason: "IEND") }
      default: throw Problem(reason: name)
      }
      names.append(name)
      offset = data.upperBound + 4
    }
    closeFrame()
    guard names.last == "IEND" else { throw Problem(reason: "no end") }
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    func big(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 255) } }
    let body = name.utf8 + data
    return big(data.count) + body + big(crc(body[...]))
  }

  /// Bit by bit.
  private static func crc(_ bytes: ArraySlice<UInt8>) -> Int {
    var crc: UInt32 = .max
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return Int(~crc)
  }
}
