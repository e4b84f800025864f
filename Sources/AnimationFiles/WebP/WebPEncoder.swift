import CAnimation
import ImageFiles
import MeshTransform

/// Animated WebP through libwebp, which is loaded when the first one is written.
///
/// A frame is encoded as its difference from the previous one, so frames are encoded in sequence. An unchanged frame
/// extends the previous one, and a clip of equal frames becomes a still picture. Frames begin at whole milliseconds,
/// each rounded individually, so the total duration is exact. The library keeps the encoded frames until the end:
/// memory grows with the file, not with the pixels.
///
/// Unchecked: calls of `append`, `finish` and `cancel` are serialized, and `prepare` uses neither the animation nor the
/// file.
final class WebPEncoder: ClipEncoder, @unchecked Sendable {
  static let largestSide = 16_383

  private let clip: ClipFormat
  private let file: ClipFile
  private var animation: OpaquePointer?

  init(_ clip: ClipFormat, file: OutputFile, options: ClipOptions) throws(ClipError) {
    self.clip = clip
    if let reason = canimation_webp_load() {
      throw .libraryMissing(.webp, packages: "libwebpmux3", reason: String(cString: reason))
    }
    let settings = canimation_webp_options(
      width: Int32(clip.size.width), height: Int32(clip.size.height), loop_count: Int32(clip.loopCount),
      is_lossless: options.quality == nil ? 1 : 0,
      // For a lossless file it is the effort within the method.
      quality: Float(options.quality ?? [0, 20, 20, 50, 75, 90, 100][options.effort]),
      method: Int32(options.effort))
    self.file = try ClipFile(file, clip)
    animation = withUnsafePointer(to: settings) { canimation_webp_create($0) }
    guard animation != nil else { throw .outOfMemory(.webp) }
  }

  deinit { cancel() }

  func prepare(_ frame: Image, index: Int) throws(ClipError) -> PreparedFrame {
    let frame = try clip.checked(frame, index: index)
    return PreparedFrame(index: index, content: .image(frame.straightened()))
  }

  func append(_ frame: PreparedFrame) throws(ClipError) {
    guard case .image(let image) = frame.content, let animation else {
      preconditionFailure("a frame of another encoder, or one too late")
    }
    file.count(frame)
    let start = clip.frameRate.start(ofFrame: frame.index, unitsPerSecond: 1000)
    let isDone = image.bytes.withUnsafeBufferPointer {
      canimation_webp_add(animation, $0.baseAddress!, Int32(clamping: start))
    }
    guard isDone != 0 else { throw failure(frame: frame.index) }
  }

  func finish() throws(ClipError) {
    guard let animation else { preconditionFailure("it was cancelled") }
    try file.checkAllFramesCame()
    let end = clip.frameRate.start(ofFrame: file.nextFrame, unitsPerSecond: 1000)
    var (bytes, count): (UnsafePointer<UInt8>?, Int) = (nil, 0)
    guard canimation_webp_finish(animation, Int32(clamping: end), &bytes, &count) != 0 else {
      throw failure(frame: nil)
    }
    try file.write(UnsafeRawBufferPointer(start: bytes, count: count))
    try file.commit()
  }

  func cancel() {
    file.abandon()
    if let animation { canimation_webp_destroy(animation) }
    animation = nil
  }

  private func failure(frame: Int?) -> ClipError {
    .notEncodable(.webp, frame: frame, reason: String(cString: canimation_webp_message(animation!)))
  }
}
