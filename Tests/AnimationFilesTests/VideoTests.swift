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

/// The output of a shell command.
func output(_ command: String) -> [UInt8] {
  guard let pipe = popen("\(command) 2>/dev/null </dev/null", "r") else { return [] }
  defer { pclose(pipe) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65_536)
  while case let count = fread(&buffer, 1, buffer.count, pipe), count > 0 { bytes += buffer[..<count] }
  return bytes
}

func text(_ command: String) -> String {
  String(decoding: output(command), as: UTF8.self).split(whereSeparator: \.isNewline).joined(separator: " ")
}

@Suite("Video by ffmpeg", .enabled(if: !output("command -v ffmpeg ffprobe").isEmpty))
struct VideoTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func properties(_ name: String, _ entries: String) -> String {
    text("ffprobe -v error -count_frames -show_entries stream=\(entries) -of csv=p=0 \(folder.file(name))")
  }

  @Test(arguments: [
    (ClipKind.mp4, "a.mp4", Image.Alpha.opaque, "h264,46,34,yuv420p,bt709,30000/1001,6"),
    (.webm, "a.webm", .opaque, "vp9,45,33,yuv420p,bt709,30000/1001,6"),
    (.mov, "a.mov", .premultiplied, "prores,45,33,yuva444p12le,bt709,30000/1001,6"),
    (.mkv, "a.mkv", .premultiplied, "ffv1,45,33,bgra,gbr,30000/1001,6"),
  ])
  func isWhatItSays(_ kind: ClipKind, _ name: String, _ alpha: Image.Alpha, _ expected: String) throws {
    try TestClip(45, 33, frames: 6, alpha: alpha).write(kind, to: folder.file(name), rate: "29.97")
    let found = properties(name, "codec_name,width,height,pix_fmt,color_space,r_frame_rate,nb_read_frames")
    #expect(found == expected)
    #expect(folder.entries == [name])
  }

  @Test(arguments: [Image.Alpha.opaque, .straight, .premultiplied])
  func matroskaIsLossless(_ alpha: Image.Alpha) throws {
    let clip = TestClip(45, 33, frames: 6, alpha: alpha)
    try clip.write(.mkv, to: folder.file("a.mkv"))
    let decoded = output("ffmpeg -v error -i \(folder.file("a.mkv")) -f rawvideo -pix_fmt rgba -")
    #expect(decoded == (0..<6).flatMap { clip.frame($0).straightened().bytes })
  }

  /// One opaque color passes every matrix and range; alpha has its own plane.
  @Test(arguments: [(ClipKind.mp4, "a.mp4", ""), (.webm, "a.webm", "-c:v libvpx-vp9"), (.mov, "a.mov", "")])
  func colorsAndAlphaSurvive(_ kind: ClipKind, _ name: String, _ decoder: String) throws {
    let size = PixelSize(64, 64)
    let pixel: [UInt8] = [200, 90, 30, kind == .mp4 ? 255 : 128]
    let frame = Image(size: size, alpha: .straight, bytes: (0..<size.area).flatMap { _ in pixel })
    let format = try ClipFormat(
      size: size, frameRate: FrameRate(25), frameCount: 3, alpha: kind == .mp4 ? .opaque : .straight)
    let encoder = try kind.encoder(for: format, output: folder.file(name))
    for index in 0..<3 { try encoder.append(encoder.prepare(frame, index: index)) }
    try encoder.finish()
    let decoded = output(
      "ffmpeg -v error \(decoder) -i \(folder.file(name)) -vf scale=in_color_matrix=bt709 -f rawvideo -pix_fmt rgba -"
    )
    #expect(decoded.count == 3 * 4 * size.area)
    for (index, value) in decoded.enumerated() { #expect(abs(Int(value) - Int(pixel[index % 4])) <= 4) }
  }

  @Test func oddSidesRepeatTheLastColumnAndRow() throws {
    let clip = TestClip(5, 3, frames: 1)
    var options = ClipOptions()
    options.quality = 100
    try clip.write(.mp4, to: folder.file("a.mp4"), options: options)
    let luma = output("ffmpeg -v error -i \(folder.file("a.mp4")) -f rawvideo -pix_fmt gray -")
    #expect(luma.count == 24)
    for y in 0..<4 { #expect(luma[6 * y + 5] == luma[6 * y + 4]) }
    #expect(luma[18..<24] == luma[12..<18])
  }

  @Test func twoRunsGiveTheSameBytes() throws {
    let clip = TestClip(45, 33, frames: 6)
    for kind in [ClipKind.mp4, .webm, .mov, .mkv] {
      try clip.write(kind, to: folder.file("a"))
      try clip.write(kind, to: folder.file("b"))
      #expect(try bytes(of: folder.file("a")) == bytes(of: folder.file("b")))
    }
  }

  @Test func nothingStaysOfACancelledOrUnfinishedClip() throws {
    let clip = TestClip(64, 64, frames: 4)
    for kind in [ClipKind.mp4, .webm, .mov, .mkv] {
      let encoder = try kind.encoder(for: clip.format(), output: folder.file("a"))
      try encoder.append(encoder.prepare(clip.frame(0), index: 0))
      #expect(!folder.entries.contains("a"))
      #expect(throws: ClipError.framesMissing(count: 1, expected: 4)) { try encoder.finish() }
      encoder.cancel()
      encoder.cancel()
      #expect(folder.entries.isEmpty)
    }
  }

  @Test func errorsIncludeFFmpegsMessages() throws {
    // Wider than the maximum number of H.264 macroblocks.
    let size = PixelSize(40_000, 2)
    let frame = Image(size: size, alpha: .opaque, bytes: [UInt8](repeating: 255, count: 4 * size.area))
    let format = try ClipFormat(size: size, frameRate: FrameRate(25), frameCount: 300, alpha: .opaque)
    let encoder = try ClipKind.mp4.encoder(for: format, output: folder.file("a.mp4"))
    #expect {
      for index in 0..<300 { try encoder.append(encoder.prepare(frame, index: index)) }
      try encoder.finish()
    } throws: { error in
      guard case .programFailed(.mp4, "exit status 1", let words) = error as? ClipError else { return false }
      return words.contains("x264") && !words.contains("/proc/") && !words.contains("@")
    }
    encoder.cancel()
    #expect(folder.entries.isEmpty)
  }

  @Test func aPipeIsRefused() throws {
    mkfifo(folder.file("pipe"), 0o600)
    let reader = open(folder.file("pipe"), O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    for output in ["-", folder.file("pipe")] {
      #expect(throws: ClipError.notOnStandardOutput(.mp4)) {
        try ClipKind.mp4.encoder(for: TestClip(2, 2, frames: 1).format(), output: output)
      }
    }
  }
}
