import ImageFiles
import MeshTransform

/// The PNG writer: any pixels, of any width, come back as they were.
func fuzzPixels(_ input: FuzzInput) {
  var input = input
  let width = 1 + input.number(below: 256)
  let alpha = [Image.Alpha.straight, .premultiplied][input.number(below: 2)]
  let compression = [PNG.Compression.fast, .none, .balanced, .small][input.number(below: 4)]
  // Each byte a run of as many as the next says: pictures repeat themselves, and the writer looks for that.
  let runs = input.file
  var bytes: [UInt8] = []
  for pair in stride(from: 0, to: runs.count - 1, by: 2) where bytes.count < 1 << 18 {
    bytes += repeatElement(runs[pair], count: 1 + Int(runs[pair + 1]) * Int(runs[pair + 1]) / 16)
  }
  let height = min(bytes.count / (4 * width), ImageLimits().side)
  guard height > 0 else { return }
  bytes.removeSubrange((4 * width * height)...)
  if alpha == .premultiplied {
    for i in bytes.indices { bytes[i] = min(bytes[i], bytes[i | 3]) }
  }
  let image = Image(size: PixelSize(width, height), alpha: alpha, bytes: bytes)
  do throws(ImageFileError) {
    let written = try PNG.encode(image, compression: compression).bytes
    let again = try PNG.read(from: .memory(written, name: "again"))
    require(again.bytes == image.straightened().bytes, "\(compression) changes pixels")
  } catch { fatalError("a picture cannot be written and read: \(error)") }
}
