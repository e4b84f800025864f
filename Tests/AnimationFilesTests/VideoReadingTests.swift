import AnimationFiles
import ImageFiles
import MeshTransform
import Testing

@Suite("Videos and animated pictures as frames", .enabled(if: !output("command -v ffmpeg ffprobe").isEmpty))
struct VideoReadingTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func open(_ name: String, end: FrameSource.End = .hold, isLenient: Bool = false) throws
    -> FrameSource
  {
    try .file(.path(folder.file(name)), end: end, isLenient: isLenient)
  }

  /// Runs ffmpeg; the last argument is the name of its output.
  private func make(_ arguments: String, _ name: String) {
    _ = output("ffmpeg -y \(arguments) \(folder.file(name))")
  }

  /// Gray frames of 8x8 that begin at 0, 100, 350 and 390 ms.
  private func makeUneven(_ name: String, _ options: String) {
    let times = "if(eq(N,0),0,if(eq(N,1),100,if(eq(N,2),350,390)))"
    make(
      "-f lavfi -i \"color=s=8x8:r=10:d=0.4,format=rgba,geq=r=40*N:g=40*N:b=40*N,settb=1/1000,setpts='\(times)'\" "
        + "-enc_time_base 1/1000 \(options)",
      name)
  }

  @Test(arguments: [
    (ClipKind.mkv, Image.Alpha.opaque), (.mkv, .straight), (.apng, .straight), (.webp, .straight),
  ])
  func losslessFramesComeBackExactly(_ kind: ClipKind, _ alpha: Image.Alpha) throws {
    let clip = TestClip(21, 9, frames: 5, alpha: alpha)
    try clip.write(kind, to: folder.file("clip"), rate: "29.97")
    let source = try open("clip")
    #expect(source.size == clip.size && source.warnings.isEmpty && source.sound == nil)
    for index in 0..<5 {
      let frame = try #require(try source.frame(at: index))
      #expect(frame.premultiplied().bytes == clip.frame(index).premultiplied().bytes, "frame \(index)")
      #expect(frame.alpha == alpha)
      // In the middle of the frame and at its start; the times of WebP are whole milliseconds.
      for place in [0, 0.5] {
        let time: Double = (Double(index) + place) * 1001 / 30_000
        #expect(try source.frame(showing: time) == frame, "\(time)")
      }
    }
    #expect(try source.frame(at: 5) == nil && source.frameCount == 5)
    let duration = try #require(source.duration)
    #expect(abs(duration - 5 * 1001 / 30_000) < 0.0015)
    #expect(abs(source.rate.framesPerSecond - 29.97) < 0.05)
  }

  @Test(arguments: [
    ("uneven.mkv", "-c:v ffv1 -pix_fmt bgr0"), ("uneven.gif", ""), ("uneven.apng", "-pix_fmt rgb24"),
  ])
  func aFrameLastsUntilTheNextOne(_ name: String, _ options: String) throws {
    makeUneven(name, options)
    let source = try open(name)
    let shown = try [0, 0.09, 0.1, 0.34, 0.36, 0.385, 0.391].map { time in
      // A GIF has near colors.
      try (Int(#require(try source.frame(showing: time)).bytes[0]) + 20) / 40
    }
    #expect(shown == [0, 0, 1, 1, 2, 2, 3])
    #expect(source.rate == FrameSource.Rate(30), "the frames have no rate")
  }

  @Test(arguments: [ClipKind.gif, .apng, .webp], [0, 1, 2, 65_535])
  func turnsAreRead(_ kind: ClipKind, _ plays: Int) throws {
    try TestClip(4, 4, frames: 3).write(kind, to: folder.file("clip"), loops: plays)
    #expect(try open("clip").plays == plays)
  }

  @Test func videosHaveNoTurns() throws {
    try TestClip(4, 4, frames: 3).write(.mkv, to: folder.file("clip"))
    #expect(try open("clip").plays == nil)
  }

  /// The delays of an animated PNG that browsers show for 100 ms.
  @Test(arguments: ["91", "100", "1000"])
  func framesOfTenMillisecondsLastAHundred(_ rate: String) throws {
    try TestClip(4, 4, frames: 3).write(.apng, to: folder.file("clip"), rate: rate)
    let source = try open("clip")
    #expect(abs(try #require(source.duration) - 0.3) < 1e-9)
    #expect(try source.frame(showing: 0.15)?.bytes == TestClip(4, 4, frames: 3).frame(1).bytes)
    try TestClip(4, 4, frames: 3).write(.apng, to: folder.file("clip"), rate: "90")
    #expect(abs(try #require(open("clip").duration) - 3 / 90.0) < 1e-9)
  }

  @Test func anEarlierFrameIsDecodedAgain() throws {
    makeUneven("clip.mkv", "-c:v ffv1 -pix_fmt bgr0")
    let source = try open("clip.mkv", end: .loop)
    #expect(try [3, 0, 2, 1].map { try source.frame(at: $0)?.bytes[0] } == [120, 0, 80, 40])
    // A container only states its duration, until the end has been seen.
    #expect(source.duration == nil && source.statedDuration != nil)
    #expect(try source.frame(at: 4) == nil)
    let length = try #require(source.duration)
    #expect(try [0, 0.2, 0.36].map { try source.image(at: length + $0)?.bytes[0] } == [0, 40, 80])
    let stopping = try open("clip.mkv", end: .stop)
    #expect(try stopping.image(at: length + 0.1) == nil)
    #expect(try open("clip.mkv").image(at: length + 9)?.bytes[0] == 120)
  }

  /// Y'CbCr of 8 bits to R'G'B' as ITU-R BT.601-7, BT.709-6 and BT.2020-2 define it.
  @Test(arguments: [
    ("bt709", "tv", 0.2126, 0.0722), ("smpte170m", "tv", 0.299, 0.114), ("bt709", "pc", 0.2126, 0.0722),
    ("bt2020nc", "tv", 0.2627, 0.0593),
  ])
  func matrixAndRangeOfTheFileAreUsed(_ matrix: String, _ range: String, _ kr: Double, _ kb: Double) throws {
    let colors: [(y: Double, cb: Double, cr: Double)] = [
      (81, 90, 240), (145, 54, 34), (41, 240, 110), (126, 128, 128), (180, 100, 150), (60, 140, 120),
    ]
    // A column for each color.
    func values(_ channel: KeyPath<(y: Double, cb: Double, cr: Double), Double>) -> String {
      colors.indices.reversed().reduce("0") { "if(eq(X,\($1)),\(colors[$1][keyPath: channel]),\($0))" }
    }
    make(
      "-f lavfi -i \"color=s=6x4:d=0.04,format=yuv444p,"
        + "geq=lum='\(values(\.y))':cb='\(values(\.cb))':cr='\(values(\.cr))'\" "
        + "-c:v ffv1 -colorspace \(matrix) -color_range \(range)", "chart.mkv")
    let frame = try #require(try open("chart.mkv").frame(at: 0))
    for (index, color) in colors.enumerated() {
      let pixel = frame.bytes[4 * index..<4 * index + 3].map(Double.init)
      let (y, scale) = range == "tv" ? ((color.y - 16) * 255 / 219, 255 / 224.0) : (color.y, 1)
      let (cb, cr) = ((color.cb - 128) * scale, (color.cr - 128) * scale)
      let (red, blue) = (y + 2 * (1 - kr) * cr, y + 2 * (1 - kb) * cb)
      let green = (y - kr * red - kb * blue) / (1 - kr - kb)
      for (found, expected) in zip(pixel, [red, green, blue]) {
        #expect(abs(found - min(max(expected, 0), 255)) <= 1.5, "\(color): \(pixel), \([red, green, blue])")
      }
    }
  }

  @Test func rotationIsApplied() throws {
    make("-f lavfi -i \"color=red:s=32x16:d=0.1,drawbox=w=16:c=blue:t=fill\" -c:v libx264 -qp 0", "flat.mp4")
    make("-i \(folder.file("flat.mp4")) -c copy -metadata:s:v rotate=90", "turned.mp4")
    let frame = try #require(try open("turned.mp4").frame(at: 0))
    #expect(frame.size == PixelSize(16, 32))
    let (top, bottom) = (Array(frame.bytes[..<3]), Array(frame.bytes.suffix(4).prefix(3)))
    #expect(top[0] > 200 && bottom[2] > 200 || top[2] > 200 && bottom[0] > 200, "\(top) over \(bottom)")
  }

  @Test func alphaOfVP9IsKept() throws {
    try TestClip(32, 16, frames: 2, alpha: .straight).write(.webm, to: folder.file("clip.webm"))
    let frame = try #require(try open("clip.webm").frame(at: 0))
    #expect(frame.alpha == .straight && frame.bytes[3] < 20)
  }

  @Test func filesThatAreBroken() throws {
    try TestClip(64, 48, frames: 30).write(.mp4, to: folder.file("whole.mp4"))
    make("-f lavfi -i sine=d=0.1 -c:a aac", "sound.m4a")
    let whole = try bytes(of: folder.file("whole.mp4"))
    try write(Array(whole.prefix(whole.count * 2 / 3)), "half.mp4")
    try write(Array(whole.prefix(32)), "head.mp4")
    try write(Array("#EXTM3U\n#EXTINF:1,\nwhole.mp4\n#EXT-X-ENDLIST\n".utf8), "list.mp4")
    try write(Array("ffconcat version 1.0\nfile whole.mp4\n".utf8), "list.gif")

    // Some cuts leave whole packets, others a damaged one.
    let half = #expect(throws: FrameSourceError.self) { try all(open("half.mp4")) }
    switch half {
    case .endsEarly(_, let seconds, let expected, let words):
      #expect(seconds < expected && expected == 1 && words.contains("partial file"))
    case .programFailed(_, _, let words): #expect(!words.isEmpty)
    default: Issue.record("\(String(describing: half))")
    }
    #expect(half?.description.contains(" @ ") == false && half?.description.contains("/proc/") == false)
    #expect(try all(open("half.mp4", isLenient: true)) > 5)
    let head = #expect(throws: FrameSourceError.self) { try open("head.mp4") }
    #expect(head?.description.contains("moov atom not found") == true)
    #expect(head?.description.contains("/proc/") == false)
    #expect(throws: FrameSourceError.noVideo(name: folder.file("sound.m4a"), hasSound: true)) {
      try open("sound.m4a")
    }
    for name in ["list.mp4", "list.gif"] {
      #expect(throws: FrameSourceError.notMoving(name: folder.file(name), looksLike: "text")) {
        try open(name)
      }
    }
    #expect(throws: FrameSourceError.input(.missing(name: folder.file("none.mp4")))) { try open("none.mp4") }
  }

  @Test func theLimitHoldsBeforeFramesAreDecoded() throws {
    try TestClip(64, 48, frames: 2).write(.mkv, to: folder.file("clip.mkv"))
    let file = InputFile.path(folder.file("clip.mkv"))
    #expect(throws: FrameSourceError.sideTooLong(name: file.description, size: PixelSize(64, 48), limit: 63))
    {
      try FrameSource.file(file, limits: ImageLimits(side: 63))
    }
    #expect(throws: FrameSourceError.self) { try FrameSource.file(file, limits: ImageLimits(pixels: 3000)) }
    // A screen of 65535x65535 in a GIF.
    let gif = Array("GIF89a".utf8) + [255, 255, 255, 255, 0, 0, 0, 0x3B]
    #expect(
      throws: FrameSourceError.sideTooLong(name: "huge", size: PixelSize(65_535, 65_535), limit: 32_768)
    ) {
      try FrameSource.file(.memory(gif, name: "huge"))
    }
  }

  @Test func bytesInMemoryAreDecoded() throws {
    let clip = TestClip(8, 4, frames: 3)
    try clip.write(.mkv, to: folder.file("clip.mkv"))
    let source = try FrameSource.file(.memory(bytes(of: folder.file("clip.mkv")), name: "standard input"))
    #expect(try source.frame(at: 2)?.bytes == clip.frame(2).bytes)
  }

  /// The sound of another file beside frames: its packets, copied.
  @Test(arguments: [(ClipKind.mp4, "aac"), (.mov, "aac"), (.mkv, "aac"), (.webm, "libopus")])
  func soundIsCopied(_ kind: ClipKind, _ codec: String) throws {
    make("-f lavfi -i testsrc=s=16x16:r=10:d=0.5 -f lavfi -i sine=d=0.5 -c:v ffv1 -c:a \(codec)", "in.mkv")
    try write(kind, sound: try #require(try open("in.mkv").sound).part(from: 0, duration: 0.5))
    let whole = packets("in.mkv")
    #expect(whole.count > 10 && packets("out") == whole)
    try write(kind, sound: try #require(try open("in.mkv").sound).part(from: 0.2, duration: 0.2))
    let part = packets("out")
    #expect(part.count >= whole.count / 3 && part.count <= whole.count / 2, "\(part.count) of \(whole.count)")
    #expect(Set(part).isSubset(of: whole))
  }

  @Test func soundIsEncodedWhereItsCodecDoesNotFit() throws {
    make("-f lavfi -i testsrc=s=16x16:r=10:d=0.5 -f lavfi -i sine=d=0.5 -c:v ffv1 -c:a pcm_s16le", "in.mkv")
    let sound = try #require(try open("in.mkv").sound)
    for (kind, codec) in [(ClipKind.mp4, "aac"), (.webm, "opus"), (.mov, "pcm_s16le"), (.mkv, "pcm_s16le")] {
      try write(kind, sound: sound.part(from: 0, duration: 0.5))
      let found = text(
        "ffprobe -v error -select_streams a -show_entries stream=codec_name -of csv=p=0 \(folder.file("out"))"
      )
      #expect(found == codec)
    }
  }

  private func write(_ kind: ClipKind, sound: SoundTrack) throws {
    let clip = TestClip(16, 16, frames: 5)
    let encoder = try kind.encoder(for: clip.format(rate: "10"), output: folder.file("out"), sound: sound)
    for index in 0..<5 { try encoder.append(encoder.prepare(clip.frame(index), index: index)) }
    try encoder.finish()
  }

  /// The checksums of the packets of sound.
  private func packets(_ name: String) -> [String] {
    let lines = output("ffmpeg -i \(folder.file(name)) -map 0:a -c copy -f framemd5 -")
    return String(decoding: lines, as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { String($0.split(separator: ",")[5]) }
  }

  /// The number of frames.
  private func all(_ source: FrameSource) throws -> Int {
    var count = 0
    while try source.frame(at: count) != nil { count += 1 }
    return count
  }

  private func write(_ bytes: [UInt8], _ name: String) throws {
    let writer = try FileWriter(.path(folder.file(name)))
    try bytes.withUnsafeBytes { try writer.write($0) }
    try writer.commit()
  }
}
