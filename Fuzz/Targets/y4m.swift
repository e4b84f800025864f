import ImageFiles
import MeshTransform

/// Streams of frames, y4m or raw: all frames have the stream's size, or the stream ends with one sentence.
func fuzzY4m(_ input: FuzzInput) {
  var input = input
  let format = input.number(below: 4)
  let file = InputFile.memory(input.file, name: "in.y4m")
  let limits = ImageLimits(side: 4096, pixels: 1 << 18)
  do throws(FrameSourceError) {
    let source: FrameSource
    if format == 0 {
      source = try .y4m(file, limits: limits)
    } else {
      let raw = FrameSource.RawFormat.allCases[format - 1]
      source = try .raw(raw, from: file, size: PixelSize(5, 3), rate: FrameSource.defaultRate, limits: limits)
    }
    for index in 0..<20 {
      guard let frame = try source.frame(at: index) else { break }
      require(frame.size == source.size, "frame \(index) is \(frame.size)")
    }
  } catch { check(error) }
}
