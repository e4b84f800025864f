import ImageFiles
import MeshTransform
import Testing

/// Streams and sequences: order, ends, times, memory.
@Suite("Content that moves")
struct FrameSourceTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// Frames of 2x1 whose first byte is their number.
  private func raw(_ count: Int, end: FrameSource.End = .hold) throws -> FrameSource {
    let bytes = (0..<count).flatMap { number -> [UInt8] in [UInt8(number), 2, 3, 4, 5, 6] }
    return try .raw(
      .rgb24, from: .memory(bytes, name: "frames"), size: PixelSize(2, 1),
      rate: #require(FrameSource.Rate(10)),
      end: end)
  }

  private func write(_ numbers: [Int], size: PixelSize = PixelSize(2, 2), as name: (Int) -> String) throws {
    for number in numbers {
      let bytes = [UInt8](repeating: UInt8(number), count: 4 * size.area)
      try PNG.write(Image(size: size, alpha: .straight, bytes: bytes), to: .path(folder.file(name(number))))
    }
  }

  @Test func rawPixelsAreTakenAsTheyAre() throws {
    let source = try raw(2)
    #expect(source.size == PixelSize(2, 1) && source.frameCount == nil)
    let image = try #require(try source.frame(at: 1))
    #expect(image.bytes == [1, 2, 3, 255, 4, 5, 6, 255] && image.alpha == .opaque)
    #expect(try source.frame(at: 2) == nil && source.frameCount == 2)
    let rate = try #require(FrameSource.Rate(1))
    for (format, alpha) in [
      (FrameSource.RawFormat.rgba, Image.Alpha.straight), (.premultiplied, .premultiplied),
    ] {
      let file = InputFile.memory([9, 8, 7, 100], name: "x")
      let image = try FrameSource.raw(format, from: file, size: PixelSize(1, 1), rate: rate).frame(at: 0)
      #expect(image == Image(size: PixelSize(1, 1), alpha: alpha, bytes: [9, 8, 7, 100]))
    }
  }

  @Test func aStreamSkipsButDoesNotGoBack() throws {
    let source = try raw(9)
    #expect(try source.frame(at: 4)?.bytes[0] == 4)
    #expect(try source.frame(at: 4)?.bytes[0] == 4)
    let error = #expect(throws: FrameSourceError.self) { try source.frame(at: 3) }
    #expect(error == .behind(name: "frames", frame: 3, position: 4))
    #expect(try source.frame(at: 8)?.bytes[0] == 8, "the question was wrong, not the stream")
    #expect(try source.frame(at: 9) == nil && source.frame(at: 1000) == nil)
  }

  @Test func framesAfterTheEnd() throws {
    let held = try raw(3)
    #expect(
      try [0, 0.1, 0.19, 0.25, 0.31, 99, .infinity].map { try held.image(at: $0)?.bytes[0] } == [
        0, 1, 1, 2, 2, 2, 2,
      ])
    let stopped = try raw(3, end: .stop)
    #expect(
      try [-1, .nan, 0.2, 0.3, 1e300].map { try stopped.image(at: $0)?.bytes[0] } == [0, 0, 2, nil, nil])
    let error = #expect(throws: FrameSourceError.self) { try raw(3, end: .loop) }
    #expect(error == .cannotLoop(name: "frames"))
    try write([5, 6, 7]) { "a\($0).png" }
    let looped = try FrameSource.sequence(
      folder.file("a%d.png"), rate: #require(FrameSource.Rate(4)), end: .loop)
    #expect(
      try [0, 0.5, 0.75, 1.25, 0, 750].map { try looped.image(at: $0)?.bytes[0] } == [5, 7, 5, 7, 5, 5])
  }

  /// For any two rates, frame k of a clip at the source's own rate is frame k of the source.
  @Test func timesOfFramesAreThoseFrames() throws {
    for (top, bottom) in [(25, 1), (30, 1), (30000, 1001), (24000, 1001), (60, 1), (1, 7)] {
      let rate = try #require(FrameSource.Rate(top, bottom))
      for k in 0..<20_000 { #expect(rate.index(at: Double(k) / rate.framesPerSecond) == k) }
    }
    let rate = try #require(FrameSource.Rate(29.97))
    #expect(rate.description == "30000/1001" && FrameSource.Rate(12.5)?.description == "25/2")
    #expect(FrameSource.Rate(0) == nil && FrameSource.Rate(.nan) == nil && FrameSource.Rate(5, 0) == nil)
    #expect(FrameSource.Rate(1e300) == nil && FrameSource.Rate(.max, 1) == nil)
  }

  @Test func aSequenceFindsItsFirstNumberAndItsCount() throws {
    try write(Array(8...12)) { "in-0\($0 < 10 ? "0" : "")\($0).png" }
    try write([7]) { "in-\($0).png" }  // too few digits
    try write([1]) { "in-00000\($0).png" }  // too many
    try write([2]) { "in-000\($0).png.bak" }
    let source = try FrameSource.sequence(folder.file("in-%03d.png"))
    #expect(source.frameCount == 5 && source.rate == FrameSource.defaultRate)
    #expect(try source.frame(at: 4)?.bytes[0] == 12)
    #expect(try source.frame(at: 1)?.bytes[0] == 9, "a sequence goes back, too")
    #expect(try source.frame(at: 5) == nil)
  }

  @Test func percentSignsAndPlainNumbers() throws {
    try write([99, 100]) { "50%-\($0).png" }
    let source = try FrameSource.sequence(folder.file("50%%-%d.png"))
    #expect(source.frameCount == 2)
    for pattern in ["a.png", "%d-%d.png", "%s.png", "a%", "%d/a.png", "%99d.png", "%-4d.png", "a\0%d", ""] {
      let error = #expect(throws: FrameSourceError.self) { try FrameSource.sequence(folder.file(pattern)) }
      guard case .pattern(_, let problem)? = error else {
        Issue.record("\(pattern): \(String(describing: error))")
        continue
      }
      #expect(!problem.isEmpty)
    }
  }

  @Test func gapsOtherSizesAndBrokenFilesAreLocated() throws {
    let pattern = folder.file("f%02d.png")
    let none = #expect(throws: FrameSourceError.self) { try FrameSource.sequence(pattern) }
    #expect(none == .noFiles(pattern: pattern, directory: folder.path + "/"))
    #expect(throws: FrameSourceError.input(.missing(name: folder.file("no/")))) {
      try FrameSource.sequence(folder.file("no/%d.png"))
    }
    try write([3, 4, 8]) { "f0\($0).png" }
    let gap = #expect(throws: FrameSourceError.self) { try FrameSource.sequence(pattern) }
    #expect(gap == .gap(pattern: pattern, missing: 5, count: 3))
    try write([5], size: PixelSize(3, 2)) { "f0\($0).png" }
    try OutputFile.path(folder.file("f06.png")).write([1, 2, 3])
    try write([7]) { "f0\($0).png" }
    let source = try FrameSource.sequence(pattern)
    #expect(source.size == PixelSize(2, 2) && source.frameCount == 6)
    let size = #expect(throws: FrameSourceError.self) { try source.frame(at: 2) }
    #expect(
      size
        == .sizeChanged(
          name: folder.file("f05.png"), frame: 2, size: PixelSize(3, 2), expected: PixelSize(2, 2)))
    let broken = #expect(throws: FrameSourceError.self) { try source.frame(at: 3) }
    #expect(broken == .picture(frame: 3, .unknownFormat(name: folder.file("f06.png"), looksLike: nil)))
    #expect(try source.frame(at: 4)?.bytes[0] == 7, "one broken file does not spoil the others")
  }

  @Test func aFileFarApartFromTheOthersIsAGapAndNoEffort() throws {
    try write([1]) { "\($0).png" }
    try OutputFile.path(folder.file("999999999999999999.png")).write([1])
    let error = #expect(throws: FrameSourceError.self) { try FrameSource.sequence(folder.file("%d.png")) }
    #expect(error == .gap(pattern: folder.file("%d.png"), missing: 2, count: 999_999_999_999_999_997))
  }
}
