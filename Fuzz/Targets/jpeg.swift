import ImageFiles
import MeshTransform

/// JPEG files: what can be read strictly can be read leniently with the same pixels, and be written.
func fuzzJpeg(_ input: FuzzInput) {
  let file = InputFile.memory(input.file, name: "in.jpg")
  let limits = ImageLimits(side: 4096, pixels: 1 << 18)
  _ = try? ImageFile.readSize(from: file)
  let lenient = try? JPEG.read(from: file, limits: limits, isLenient: true)
  do throws(ImageFileError) {
    let (image, _) = try ImageFile.read(from: file, limits: limits)
    require(lenient == nil || lenient?.image.bytes == image.bytes, "a lenient reading has other pixels")
    _ = try JPEG.encode(image, quality: JPEG.Quality(level: 50))
  } catch { check(error) }
}
