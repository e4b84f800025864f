import AnimationFiles
import ImageFiles
import MeshTransform
import Testing

@Suite("PNG sequences")
struct PNGSequenceTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [
    ("frame-%04d.png", 12, "frame-0001.png", "frame-0012.png"),
    ("frame-%d.png", 12, "frame-1.png", "frame-12.png"),
    ("frame-%02d.png", 120, "frame-01.png", "frame-120.png"),
    ("a/%d/b.png", 9, "a/%d/b-0001.png", "a/%d/b-0009.png"),
    ("50%%d/%%/f-%d.png", 9, "50%%d/%%/f-1.png", "50%%d/%%/f-9.png"),
    ("100%done/f.png", 9, "100%done/f-0001.png", "100%done/f-0009.png"),
    ("100%%-%d.png", 9, "100%-1.png", "100%-9.png"),
    ("frames/", 12, "frames/frame-0001.png", "frames/frame-0012.png"),
    ("100%d/", 12, "100%d/frame-0001.png", "100%d/frame-0012.png"),
    ("frame.png", 12, "frame-0001.png", "frame-0012.png"),
  ])
  func names(_ output: String, _ count: Int, _ first: String, _ last: String) throws {
    let pattern = try FramePattern(output)
    #expect(pattern.path(of: 0) == first)
    #expect(pattern.path(of: count - 1) == last)
  }

  @Test func numbersStartAtTheGivenNumber() throws {
    let pattern = try FramePattern("%03d.png", firstNumber: 95)
    #expect(pattern.path(of: 0) == "095.png")
    #expect(pattern.path(of: 9) == "104.png")
  }

  @Test(arguments: [
    "a%s.png", "100%done.png", "a%d-%d.png", "a%%.png", "a%021d.png", "a%99999999999999999999d.png", "a%",
  ])
  func refusesPatterns(_ output: String) {
    #expect(throws: ClipError.self) { try FramePattern(output) }
  }

  @Test(arguments: [Image.Alpha.opaque, .straight, .premultiplied])
  func holdsTheFramesExactly(_ alpha: Image.Alpha) throws {
    let clip = TestClip(19, 7, frames: 11, alpha: alpha)
    try clip.write(.pngSequence, to: folder.file("new/f%d.png"))
    for index in 0..<clip.count {
      let image = try PNG.read(from: .path(folder.file("new/f\(index + 1).png")))
      #expect(image.bytes == clip.frame(index).straightened().bytes)
    }
    let source = try FrameSource.sequence(folder.file("new/f%d.png"))
    #expect(source.frameCount == clip.count, "what was written is read back by the same name")
  }

  @Test func cancellingKeepsFinishedFiles() throws {
    let clip = TestClip(8, 8, frames: 3)
    let encoder = try ClipKind.pngSequence.encoder(for: clip.format(), output: folder.file("%d.png"))
    try encoder.append(encoder.prepare(clip.frame(0), index: 0))
    encoder.cancel()
    #expect(folder.entries == ["1.png"])
  }

  @Test func foldersAreMadeAndThoseWithoutAFileRemoved() throws {
    let clip = TestClip(8, 8, frames: 3)
    try clip.write(.pngSequence, to: folder.file("a/b/%d.png"))
    #expect(try bytes(of: folder.file("a/b/3.png")).count > 50)
    for count in [0, 1] {
      let encoder = try ClipKind.pngSequence.encoder(for: clip.format(), output: folder.file("c/d\(count)/"))
      if count > 0 { try encoder.append(encoder.prepare(clip.frame(0), index: 0)) }
      encoder.cancel()
      #expect(folder.entries == (count > 0 ? ["a", "c"] : ["a"]))
    }
  }

  /// The files that exist from a frame on, whatever their number.
  @Test func existingFramesAreListed() throws {
    for name in ["7.png", "12.png", "09.png", "9.png", "x.png", "9.png.bak", "0.png"] {
      try OutputFile.path(folder.file(name)).write([1])
    }
    let pattern = try FramePattern(folder.file("%d.png"))
    #expect(pattern.existingFrames(from: 0) == [6, 8, 11])
    #expect(pattern.existingFrames(from: 8) == [8, 11])
    #expect(try FramePattern(folder.file("none/%d.png")).existingFrames(from: 0).isEmpty)
  }

  @Test func aFileInPlaceOfAFolderIsNamed() throws {
    try OutputFile.path(folder.file("file")).write([1])
    let path = folder.file("file/such/")
    #expect {
      try ClipKind.pngSequence.encoder(for: TestClip(2, 2, frames: 1).format(), output: path)
    } throws: {
      "\($0)".contains("file/such/ cannot be created")
    }
  }
}
