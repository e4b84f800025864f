import ImageFiles
import MeshTransform

/// Plain pixels, perhaps after a header: RGBA, 8 bits per channel, rows from the top without padding, frame after frame.
final class RawEncoder: ClipEncoder {
  private let clip: ClipFormat
  private let alpha: ClipOptions.RawAlpha
  private let file: ClipFile

  init(
    _ clip: ClipFormat, file: OutputFile, alpha: ClipOptions.RawAlpha = .straight, header: [UInt8] = []
  ) throws(ClipError) {
    (self.clip, self.alpha) = (clip, alpha)
    self.file = try ClipFile(file, clip)
    try self.file.write(header)
  }

  func prepare(_ frame: consuming Image, index: Int) throws(ClipError) -> PreparedFrame {
    frame = try clip.checked(frame, index: index)
    frame = alpha == .straight ? frame.straightened() : frame.premultiplied()
    return PreparedFrame(index: index, content: .pixels(frame.bytes))
  }

  func append(_ frame: PreparedFrame) throws(ClipError) { try file.append(frame) }
  func finish() throws(ClipError) { try file.commit() }
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
