import ImageFiles
import MeshTransform

/// YUV4MPEG2: a line of text, then each frame's planes of 8 bits after the word FRAME.
///
/// Limited range, as players expect: luma 16...235, chroma 16...240. The format has no field for the color matrix; a
/// comment (`XMATRIX=`) states it next to `XCOLORRANGE=LIMITED`, which FFmpeg reads.
final class Y4MEncoder: ClipEncoder {
  private let clip: ClipFormat
  private let converter: LumaChroma
  private let file: ClipFile
  private let header: String

  init(_ clip: ClipFormat, file: OutputFile, options: ClipOptions) throws(ClipError) {
    self.clip = clip
    let matrix = options.colorMatrix ?? (clip.size.height >= 720 ? .bt709 : .bt601)
    converter = LumaChroma(matrix, chroma: options.chroma)
    let rate = clip.frameRate
    // The sample of 4:2:0 is centered between its four pixels, as in JPEG.
    let colors = [ClipOptions.Chroma.full: "444", .quarter: "420jpeg", .none: "mono"][options.chroma]!
    header =
      "YUV4MPEG2 W\(clip.size.width) H\(clip.size.height) F\(rate.numerator):\(rate.denominator) Ip A1:1 "
      + "C\(colors) XCOLORRANGE=LIMITED XMATRIX=\(matrix == .bt601 ? "BT601" : "BT709")\n"
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
