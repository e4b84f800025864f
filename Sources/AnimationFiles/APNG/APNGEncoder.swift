import ImageFiles
import MeshTransform

/// Animated PNG (PNG, third edition): the chunks of each frame's PNG; the pixels of all frames after the first are
/// renamed from IDAT to fdAT and numbered.
///
/// Every frame replaces the whole canvas. A frame lasts exactly one frame time if numerator and denominator of the rate
/// fit into 16 bits. At other rates each duration is rounded, and the durations add up to that of the clip.
final class APNGEncoder: ClipEncoder {
  private let clip: ClipFormat
  private let options: ClipOptions
  private let file: ClipFile

  init(_ clip: ClipFormat, file: OutputFile, options: ClipOptions) throws(ClipError) {
    (self.clip, self.options) = (clip, options)
    self.file = try ClipFile(file, clip)
  }

  func prepare(_ frame: Image, index: Int) throws(ClipError) -> PreparedFrame {
    let frame = try clip.checked(frame, index: index)
    let png: [UInt8]
    do {
      let (compression, hasAlpha) = (options.pngCompression, clip.hasAlpha(options))
      png = try PNG.encode(frame, compression: compression, hasAlpha: hasAlpha).bytes
    } catch { throw .image(error) }
    var output = APNGChunks()
    // Frame 0 has one sequence number, for its control chunk; every other frame has two, for control and pixels.
    let sequenceNumber = UInt32(max(0, 2 * index - 1))
    if index == 0 { output.reserve(png.count + 100) }
    var pixels: [Range<Int>] = []
    for chunk in APNGChunks.chunks(of: png) {
      if chunk.name == "IDAT" { pixels.append(chunk.data) }
      guard index == 0 else { continue }
      switch chunk.name {
      case "IDAT" where pixels.count == 1:
        output.add("acTL", UInt32(clip.frameCount).bigEndianBytes + UInt32(clip.loopCount).bigEndianBytes)
        output.add("fcTL", control(sequenceNumber, of: index))
        output.copy(chunk.whole, of: png)
      case "IEND": break
      default: output.copy(chunk.whole, of: png)
      }
    }
    if index == 0 { return PreparedFrame(index: index, content: .bytes(APNGChunks.signature + output.bytes)) }
    output.reserve(pixels.reduce(100) { $0 + $1.count })
    output.add("fcTL", control(sequenceNumber, of: index))
    output.add("fdAT", (sequenceNumber + 1).bigEndianBytes, pixels, of: png)
    return PreparedFrame(index: index, content: .bytes(output.bytes))
  }

  func append(_ frame: PreparedFrame) throws(ClipError) { try file.append(frame) }

  func finish() throws(ClipError) {
    var end = APNGChunks()
    end.add("IEND", [])
    try file.checkAllFramesCame()
    try file.write(end.bytes)
    try file.commit()
  }

  func cancel() { file.abandon() }

  private func control(_ sequenceNumber: UInt32, of index: Int) -> [UInt8] {
    let (seconds, parts) = duration(of: index)
    var bytes = sequenceNumber.bigEndianBytes
    bytes += UInt32(clip.size.width).bigEndianBytes + UInt32(clip.size.height).bigEndianBytes
    bytes += [0, 0, 0, 0, 0, 0, 0, 0]  // from the canvas's top left corner
    bytes += seconds.bigEndianBytes + parts.bigEndianBytes
    // No disposal, and the source replaces the canvas, alpha included.
    return bytes + [0, 0]
  }

  /// Numerator and denominator, in seconds.
  private func duration(of index: Int) -> (UInt16, UInt16) {
    let rate = clip.frameRate
    if let seconds = UInt16(exactly: rate.denominator), let parts = UInt16(exactly: rate.numerator) {
      return (seconds, parts)
    }
    // Ten-thousandths of a second, or for a slow clip the finest unit in which a frame's duration fits into 16 bits.
    let units = min(10_000, Int(clamping: 60_000 * rate.framesPerSecond))
    let parts =
      rate.start(ofFrame: index + 1, unitsPerSecond: units)
      - rate.start(ofFrame: index, unitsPerSecond: units)
    return (UInt16(parts), UInt16(units))
  }
}
