import ImageFiles
import MeshTransform

/// PNG files: what can be read can be written by each compression, and read again pixel by pixel.
func fuzzPng(_ input: FuzzInput) {
  let file = InputFile.memory(input.file, name: "in.png")
  _ = try? PNG.readHeader(from: file)
  if case .animatedPNG(let header) = MovingFile(file) {
    require(header.frameCount > 1 && header.duration >= 0 && header.duration.isFinite, "\(header)")
  }
  let limits = ImageLimits(side: 4096, pixels: 1 << 18)
  for depth in Image.Depth.allCases {
    do throws(ImageFileError) {
      let image = try PNG.read(from: file, limits: limits, depth: depth)
      for compression in [PNG.Compression.fast, .balanced, .none] {
        let written = try PNG.encode(image, compression: compression)
        let again = try PNG.read(from: .memory(written.bytes, name: "again"), depth: depth)
        require(again.size == image.size && again.bytes == image.bytes, "\(compression) changes pixels")
      }
    } catch { check(error) }
  }
}
