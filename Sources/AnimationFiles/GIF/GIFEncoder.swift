import CAnimation
import ImageFiles
import MeshTransform

/// Animated GIF (89a): each frame with its own palette of up to 256 colors.
///
/// libimagequant, which is licensed under the GPL, makes the palette and dithers; it is loaded when the first GIF is
/// written. A pixel is opaque from half coverage on, else transparent. Frames begin at whole hundredths of a second,
/// each rounded individually, so the total duration is exact.
final class GIFEncoder: ClipEncoder {
  static let largestSide = 65_535
  /// Browsers ignore a delay below 0.02 s and show the frame for 0.1 s.
  static let fastestRate = 50

  private let clip: ClipFormat
  private let dither: Double, effort: Int
  private let file: ClipFile

  init(_ clip: ClipFormat, file: OutputFile, options: ClipOptions) throws(ClipError) {
    (self.clip, dither, effort) = (clip, options.dither, options.effort)
    if let reason = canimation_quantizer_load() {
      throw .libraryMissing(.gif, packages: "libimagequant0", reason: String(cString: reason))
    }
    self.file = try ClipFile(file, clip)
  }

  func prepare(_ frame: Image, index: Int) throws(ClipError) -> PreparedFrame {
    let frame = try clip.checked(frame, index: index)
    let reduced: IndexedImage
    do { reduced = try IndexedImage(frame.straightened(), dither: dither, effort: effort) } catch {
      throw .notEncodable(.gif, frame: index, reason: error.reason)
    }
    let rate = clip.frameRate
    let delay =
      rate.start(ofFrame: index + 1, unitsPerSecond: 100) - rate.start(ofFrame: index, unitsPerSecond: 100)
    var bytes = control(delay: delay, transparentIndex: reduced.transparentIndex)
    // An image that covers the canvas, with a palette of 2^bits colors.
    bytes += [0x2C, 0, 0, 0, 0] + sides + [0x80 | UInt8(reduced.bits - 1)]
    bytes += reduced.palette
    LZW.encode(reduced.indices, bits: max(2, reduced.bits), onto: &bytes)
    return PreparedFrame(index: index, content: .bytes(bytes))
  }

  func append(_ frame: PreparedFrame) throws(ClipError) {
    if file.nextFrame == 0 { try file.write(header) }
    try file.append(frame)
  }

  func finish() throws(ClipError) {
    try file.checkAllFramesCame()
    try file.write([0x3B])
    try file.commit()
  }

  func cancel() { file.abandon() }

  private var sides: [UInt8] {
    UInt16(clip.size.width).littleEndianBytes + UInt16(clip.size.height).littleEndianBytes
  }

  private var header: [UInt8] {
    // No global palette.
    let header = Array("GIF89a".utf8) + sides + [0x70, 0, 0]
    guard clip.loopCount != 1 else { return header }
    // The number of repetitions after the first pass, 0 without end.
    let repeats = UInt16(max(0, clip.loopCount - 1))
    return header + [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + repeats.littleEndianBytes + [0]
  }

  private func control(delay: Int, transparentIndex: UInt8?) -> [UInt8] {
    // Frames with transparent pixels are cleared before the next one; other frames are painted over.
    let disposal: UInt8 = clip.alpha == .opaque && transparentIndex == nil ? 1 : 2
    return [0x21, 0xF9, 4, disposal << 2 | (transparentIndex == nil ? 0 : 1)]
      + UInt16(clamping: delay).littleEndianBytes + [transparentIndex ?? 0, 0]
  }
}
