import ImageFiles
import MeshTransform

/// Plain pixels, perhaps after a header: RGBA, 8 bits per channel, rows from the top without padding, frame after frame.
final class RawEncoder: ClipEncoder {
  private let clip: ClipFormat
  private let alpha: ClipOptions.RawAlpha
  private let file: ClipFile
  private let header: @Sendable (_ frameCount: Int) -> [UInt8]

  /// - Parameter header: for a number of frames, -1 as long as it is not known; as many bytes for any.
  init(
    _ clip: ClipFormat, file: OutputFile, alpha: ClipOptions.RawAlpha = .straight,
    header: @escaping @Sendable (_ frameCount: Int) -> [UInt8] = { _ in [] }
  ) throws(ClipError) {
    (self.clip, self.alpha, self.header) = (clip, alpha, header)
    self.file = try ClipFile(file, clip)
    try self.file.write(header(clip.mayEndEarly ? -1 : clip.frameCount))
  }

  func prepare(_ frame: consuming Image, index: Int) throws(ClipError) -> PreparedFrame {
    frame = try clip.checked(frame, index: index)
    frame = alpha == .straight ? frame.straightened() : frame.premultiplied()
    return PreparedFrame(index: index, content: .pixels(frame.bytes))
  }

  func append(_ frame: PreparedFrame) throws(ClipError) { try file.append(frame) }
  func finish() throws(ClipError) {
    if clip.mayEndEarly { try file.replaceStart(by: header(file.nextFrame)) }
    try file.commit()
  }
  func cancel() { file.abandon() }
}

extension ClipFile {
  /// Writes a frame of plain bytes.
  func append(_ frame: PreparedFrame) throws(ClipError) {
    count(frame)
    switch frame.content {
    case .bytes(let bytes), .pixels(let bytes): try write(bytes)
    case .image, .written: preconditionFailure("a frame of another encoder")
    }
  }
}
