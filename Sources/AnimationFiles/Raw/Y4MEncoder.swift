import ImageFiles
import MeshTransform

/// YUV4MPEG2: a line of text, then each frame's planes of 8 bits after the word FRAME.
///
/// The format has no field for the color matrix and the range. Comments state them: `XCOLORRANGE=`, which FFmpeg reads,
/// too, and `XMATRIX=`.
final class Y4MEncoder: ClipEncoder {
  private let clip: ClipFormat
  private let converter: LumaChroma
  private let file: ClipFile
  private let header: String

  init(_ clip: ClipFormat, file: OutputFile, options: ClipOptions) throws(ClipError) {
    self.clip = clip
    let (matrix, range) = options.y4mEncoding(of: clip.size)
    converter = LumaChroma(matrix, range, chroma: options.chroma)
    let rate = clip.frameRate
    header =
      "YUV4MPEG2 W\(clip.size.width) H\(clip.size.height) F\(rate.numerator):\(rate.denominator) Ip A1:1 "
      + "C\(options.chroma.rawValue) XCOLORRANGE=\(range.rawValue.uppercased())"
      + (options.chroma == .none ? "\n" : " XMATRIX=\(matrix.rawValue.uppercased())\n")
    self.file = try ClipFile(file, clip)
  }

  func prepare(_ frame: Image, index: Int) throws(ClipError) -> PreparedFrame {
    let frame = try clip.checked(frame, index: index)
    let head = Array("FRAME\n".utf8)
    // If a frame violates the opaque format, its premultiplied colors show it over black.
    let image = frame.premultiplied()
    return PreparedFrame(index: index, content: .bytes(converter.planes(of: image, after: head)))
  }

  func append(_ frame: PreparedFrame) throws(ClipError) {
    if file.nextFrame == 0 { try file.write(Array(header.utf8)) }
    try file.append(frame)
  }

  func finish() throws(ClipError) { try file.commit() }
  func cancel() { file.abandon() }
}
