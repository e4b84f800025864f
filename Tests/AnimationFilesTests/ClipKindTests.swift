import AnimationFiles
import ImageFiles
import MeshTransform
import Testing

@Suite("The form of a clip")
struct ClipKindTests {
  @Test(arguments: [
    ("a/frame-%04d.png", ClipKind.pngSequence), ("frames/", .pngSequence), ("/tmp", .pngSequence),
    ("x.apng", .apng), ("x.webp", .webp), ("a.b/x.GIF", .gif), ("x.mp4", .mp4), ("x.webm", .webm),
    ("x.mov", .mov),
    ("x.mkv", .mkv), ("x.y4m", .y4m), ("x.Y4M", .y4m), ("x.rgba", .rgba), ("x.raw", .rgba), ("x.npy", .npy),
  ])
  func isReadFromTheName(_ output: String, _ kind: ClipKind) throws {
    #expect(try ClipKind.named(output: output, format: nil) == kind)
  }

  @Test func aFormatGoesBeforeTheName() throws {
    #expect(try ClipKind.named(output: "-", format: "y4m") == .y4m)
    #expect(try ClipKind.named(output: "a.png", format: "png") == .pngSequence)
    #expect(try ClipKind.named(output: "a.png", format: "APNG") == .apng)
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

  /// Formats that a stream cannot hold, and those that require seeking.
  @Test(arguments: [ClipKind.pngSequence, .mp4, .webm, .mov, .mkv])
  func someNeedFiles(_ kind: ClipKind) {
    #expect(throws: ClipError.notOnStandardOutput(kind)) {
      try kind.encoder(for: TestClip(2, 2, frames: 1).format(), output: "-")
    }
  }

  @Test(arguments: [ClipKind.mp4, .y4m])
  func someHaveNoTransparency(_ kind: ClipKind) {
    #expect(throws: ClipError.noTransparency(kind)) {
      try kind.encoder(for: TestClip(2, 2, frames: 1, alpha: .premultiplied).format(), output: "/nowhere/x")
    }
  }

  @Test func optionsOutOfRangeAreRefused() throws {
    let wrong: [(inout ClipOptions) -> Void] = [
      { $0.quality = 101 }, { $0.quality = -1 }, { $0.effort = 7 }, { $0.dither = -0.1 },
      { $0.dither = .nan },
      { $0.firstNumber = -1 },
    ]
    for change in wrong {
      var options = ClipOptions()
      change(&options)
      #expect {
        try ClipKind.pngSequence.encoder(
          for: TestClip(2, 2, frames: 1).format(), output: "%d.png", options: options)
      } throws: { error in
        if case .option = error as? ClipError { true } else { false }
      }
    }
  }

  @Test func aFrameOfAnotherSizeIsNamed() throws {
    let folder = try TemporaryFolder()
    let encoder = try ClipKind.rgba.encoder(
      for: TestClip(4, 4, frames: 3).format(), output: folder.file("a.rgba"))
    #expect(throws: ClipError.frameSize(frame: 1, PixelSize(5, 4), expected: PixelSize(4, 4))) {
      try encoder.prepare(TestClip(5, 4, frames: 1).frame(0), index: 1)
    }
  }

  /// Frames of 11 ms are shown in time by browsers, frames of 10 ms are not.
  @Test(arguments: [ClipKind.apng, .webp])
  func ratesThatBrowsersSlowDownAreTold(_ kind: ClipKind) throws {
    for rate in ["1", "60", "90", "90.909"] { #expect(kind.warning(of: try FrameRate(parsing: rate)) == nil) }
    for rate in ["91", "100", "120", "1000"] {
      #expect(kind.warning(of: try FrameRate(parsing: rate))?.contains("90 frames per second") == true)
    }
    for kind in [ClipKind.mp4, .pngSequence, .rgba, .gif] {
      #expect(kind.warning(of: try FrameRate(parsing: "120")) == nil)
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
