import AnimationFiles
import ImageFiles
import MeshTransform
import Testing

@Suite("The form of a clip")
struct ClipKindTests {
  @Test(arguments: [
    ("a/frame-%04d.png", ClipKind.pngSequence), ("frames/", .pngSequence), ("/tmp", .pngSequence),
    ("x.y4m", .y4m), ("x.Y4M", .y4m), ("x.rgba", .rgba), ("x.raw", .rgba),
  ])
  func isReadFromTheName(_ output: String, _ kind: ClipKind) throws {
    #expect(try ClipKind.named(output: output, format: nil) == kind)
  }

  @Test func aFormatGoesBeforeTheName() throws {
    #expect(try ClipKind.named(output: "-", format: "y4m") == .y4m)
    #expect(try ClipKind.named(output: "a.png", format: "png") == .pngSequence)
  }

  @Test func unclearNamesAreRefused() {
    #expect(throws: ClipError.unclearOutput("clip.avi")) {
      try ClipKind.named(output: "clip.avi", format: nil)
    }
    #expect(throws: ClipError.unclearOutput("standard output")) {
      try ClipKind.named(output: "-", format: nil)
    }
    #expect(throws: ClipError.oneNameForAllFrames("a.png")) {
      try ClipKind.named(output: "a.png", format: nil)
    }
    #expect(throws: ClipError.unknownFormat("avi")) { try ClipKind.named(output: "a.png", format: "avi") }
  }

  @Test func aFrameOfAnotherSizeIsNamed() throws {
    let folder = try TemporaryFolder()
    let encoder = try ClipKind.rgba.encoder(
      for: TestClip(4, 4, frames: 3).format(), output: folder.file("a.rgba"))
    #expect(throws: ClipError.frameSize(frame: 1, PixelSize(5, 4), expected: PixelSize(4, 4))) {
      try encoder.prepare(TestClip(5, 4, frames: 1).frame(0), index: 1)
    }
  }

  @Test func countsOutOfRangeAreRefused() throws {
    for count in [0, -1, Int.min, Int.max, ClipFormat.largestFrameCount + 1] {
      #expect(throws: ClipError.frameCount(count)) {
        try ClipFormat(size: PixelSize(1, 1), frameRate: FrameRate(30), frameCount: count, alpha: .opaque)
      }
    }
    #expect(throws: ClipError.loopCount(65_536)) {
      try ClipFormat(
        size: PixelSize(1, 1), frameRate: FrameRate(30), frameCount: 1, loopCount: 65_536, alpha: .opaque)
    }
  }
}
