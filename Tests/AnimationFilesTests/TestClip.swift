import AnimationFiles
import ImageFiles
import MeshTransform

/// A short clip whose pixels encode their frame and position.
struct TestClip {
  let size: PixelSize, count: Int
  let alpha: Image.Alpha

  init(_ width: Int, _ height: Int, frames count: Int, alpha: Image.Alpha = .opaque) {
    (size, self.count, self.alpha) = (PixelSize(width, height), count, alpha)
  }

  /// A moving bright square on a ramp; with transparency, a hole and a half-covered column.
  func frame(_ index: Int) -> Image {
    var bytes: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        let isInside = (x + size.width - 2 * index % size.width) % size.width < 4 && y > 1
        let color: [UInt8] =
          isInside ? [250, 200, 30] : [UInt8(9 * x & 255), UInt8(11 * y & 255), UInt8(20 * index & 255)]
        let coverage: UInt8 = alpha == .opaque ? 255 : (x + index) % 5 == 0 ? 0 : x % 5 == 1 ? 128 : 255
        bytes += coverage == 0 ? [0, 0, 0, 0] : color + [coverage]
      }
    }
    let image = Image(size: size, alpha: alpha == .opaque ? .opaque : .straight, bytes: bytes)
    return alpha == .premultiplied ? image.premultiplied() : image
  }

  func format(rate: String = "30", loops: Int = 0) throws -> ClipFormat {
    try ClipFormat(
      size: size, frameRate: FrameRate(parsing: rate), frameCount: count, loopCount: loops, alpha: alpha)
  }

  /// Encodes the whole clip; frames are prepared from last to first, as threads may do.
  func write(
    _ kind: ClipKind, to path: String, rate: String = "30", loops: Int = 0,
    options: ClipOptions = ClipOptions()
  ) throws {
    let encoder = try kind.encoder(for: format(rate: rate, loops: loops), output: path, options: options)
    let prepared = try (0..<count).reversed().map { index throws(ClipError) in
      try encoder.prepare(frame(index), index: index)
    }
    for frame in prepared.reversed() { try encoder.append(frame) }
    try encoder.finish()
  }
}

func bytes(of path: String) throws -> [UInt8] { try InputFile.path(path).readAll() }
