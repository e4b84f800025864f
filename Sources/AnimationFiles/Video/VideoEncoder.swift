import ImageFiles
import MeshTransform

/// Video by an installed ffmpeg: H.264 in MP4, VP9 in WebM, ProRes 4444 in QuickTime, lossless FFV1 in Matroska.
///
/// Frames pass through a pipe as straight RGBA. The program starts before the first frame, so a missing program is
/// reported immediately. H.264 in the common pixel format requires even sides: if a side is odd, the last column or row
/// is repeated. Sound comes from the file of a video, copied where the container takes its codec.
///
/// Unchecked: calls of `append`, `finish` and `cancel` are serialized, and `prepare` uses neither the program nor the
/// file.
final class VideoEncoder: ClipEncoder, @unchecked Sendable {
  private let clip: ClipFormat
  private let isPadded: Bool
  private let file: ClipFile
  private let program: FFmpeg

  init(
    _ kind: ClipKind, _ clip: ClipFormat, file: OutputFile, quality: Int?, sound: SoundTrack?
  ) throws(ClipError) {
    self.clip = clip
    let codec = Codec(kind, hasAlpha: clip.alpha != .opaque, quality: quality)
    let size = kind.writtenSize(of: clip.size)
    isPadded = size != clip.size
    self.file = try ClipFile(file, clip)
    guard let descriptor = self.file.temporaryDescriptor else {
      throw .notOnStandardOutput(kind)
    }
    let arguments =
      // Without -xerror, ffmpeg before release 6 reports success when the end of a file cannot be written.
      ["-nostdin", "-hide_banner", "-loglevel", "error", "-xerror"]
      + ["-protocol_whitelist", "file,pipe", "-f", "rawvideo"]
      + ["-pix_fmt", clip.alpha == .opaque ? "rgb0" : "rgba", "-s", "\(size.width)x\(size.height)"]
      + ["-framerate", clip.frameRate.description, "-i", "pipe:0"]
      + (sound.map { $0.inputArguments + Codec.sound(kind, source: $0.codec) + $0.outputArguments } ?? [])
      // Ends with the frames, whose number is not known before.
      + (sound != nil && clip.mayEndEarly ? ["-shortest"] : [])
      + codec.arguments
      // Makes the output deterministic: no random values, dates or host data.
      + ["-map_metadata", "-1", "-fflags", "+bitexact", "-flags:v", "+bitexact"]
      + (sound == nil ? [] : ["-flags:a", "+bitexact"])
    program = try FFmpeg(
      arguments, into: descriptor, named: file.description, kind: kind, sound: sound?.input)
  }

  func prepare(_ frame: Image, index: Int) throws(ClipError) -> PreparedFrame {
    let frame = try clip.checked(frame, index: index)
    let image = frame.straightened()
    return PreparedFrame(index: index, content: .bytes(isPadded ? Self.padded(image) : image.bytes))
  }

  func append(_ frame: PreparedFrame) throws(ClipError) {
    guard case .bytes(let bytes) = frame.content else { preconditionFailure("a frame of another encoder") }
    file.count(frame)
    try program.write(bytes)
  }

  func finish() throws(ClipError) {
    try file.checkAllFramesCame()
    try program.finish()
    try file.commit()
  }

  func cancel() {
    program.kill()
    file.abandon()
  }

  private static func padded(_ image: Image) -> [UInt8] {
    let stride = 4 * image.size.width
    var bytes: [UInt8] = []
    bytes.reserveCapacity((stride + 4) * (image.size.height + 1))
    for y in 0..<image.size.height + image.size.height % 2 {
      let start = min(y, image.size.height - 1) * stride
      bytes += image.bytes[start..<start + stride]
      if image.size.width % 2 != 0 { bytes += image.bytes[start + stride - 4..<start + stride] }
    }
    return bytes
  }
}
