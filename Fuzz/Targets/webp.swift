import ImageFiles
import MeshTransform

/// WebP files: what can be read can be written without a loss where it is not fully transparent, and read again.
func fuzzWebp(_ input: FuzzInput) {
  let file = InputFile.memory(input.file, name: "in.webp")
  _ = try? ImageFile.readSize(from: file)
  let limits = ImageLimits(side: 4096, pixels: 1 << 16)
  if let frames = try? FrameSource.webP(file, end: .loop, limits: limits, colors: .keep) {
    for time in [0.3, 0, 1e9] { _ = try? frames.image(at: time) }
  }
  do throws(ImageFileError) {
    let (image, _) = try ImageFile.read(from: file, limits: limits)
    let again = try WebP.read(from: .memory(WebP.encode(image).bytes, name: "again")).image
    require(again.size == image.size, "another size")
    for i in stride(from: 0, to: image.bytes.count, by: 4) where image.bytes[i + 3] != 0 {
      require(again.bytes[i..<i + 4] == image.bytes[i..<i + 4], "another pixel")
    }
  } catch { check(error) }
}
