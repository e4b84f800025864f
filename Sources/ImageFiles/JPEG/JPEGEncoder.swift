import CJPEG
import MeshTransform

/// Encodes a picture in bands of whole rows; the methods are called in their order below. The bytes depend on the
/// picture alone.
final class JPEGEncoder {
  private let writer: OpaquePointer
  private let sink: ByteSink
  private let name: String
  private let size: PixelSize
  private let background: SIMD3<UInt8>
  private var received = 0
  private(set) var warnings: [ImageWarning] = []

  /// Writes all that precedes the pixels.
  init(
    _ size: PixelSize, _ profile: ColorProfile?, _ density: PixelDensity?, into sink: ByteSink, name: String,
    _ quality: JPEG.Quality, _ background: SIMD3<UInt8>
  ) throws(ImageFileError) {
    if let reason = cjpeg_load() {
      throw .libraryMissing(name: name, packages: "libjpeg62-turbo", reason: String(cString: reason))
    }
    guard max(size.width, size.height) <= JPEG.largestSide else {
      throw .tooLargeToWrite(name: name, size: size, limit: JPEG.largestSide)
    }
    let writer = cjpeg_writer_create(Unmanaged.passUnretained(sink).toOpaque()) { context, bytes, count in
      let sink = Unmanaged<ByteSink>.fromOpaque(context!).takeUnretainedValue()
      return sink.take(UnsafeRawBufferPointer(start: bytes, count: count))
    }
    guard let writer else { throw .outOfMemory(name: name) }
    (self.writer, self.sink, self.name, self.size) = (writer, sink, name, size)
    self.background = background
    let icc = profile?.iccOfRGB(&warnings) ?? []
    let isBegun = icc.withUnsafeBufferPointer { icc in
      cjpeg_writer_begin(
        writer, UInt32(size.width), UInt32(size.height),
        cjpeg_settings(
          quality: Int32(quality.level), halves_chroma: quality.halvesChroma, profile: icc.baseAddress,
          profile_size: icc.count, density: density?.ofJFIF ?? (0, 0)))
    }
    guard isBegun else { throw failure }
  }

  deinit { cjpeg_writer_destroy(writer) }

  /// Encodes the next rows, composited over the background.
  func append(_ band: Image) throws(ImageFileError) {
    received += band.size.height
    precondition(
      band.size.width == size.width && received <= size.height,
      "bands have the width of the picture, and its height in all")
    let (opaque, isFlattened) = band.flattened(over: background)
    if isFlattened, !warnings.contains(.flattened) { warnings.insert(.flattened, at: 0) }
    let isDone = opaque.withUnsafeBufferPointer {
      cjpeg_writer_add_rows(writer, $0.baseAddress!, band.size.height)
    }
    guard isDone else { throw failure }
  }

  /// Writes the rest of the file, once all rows are encoded.
  func finish() throws(ImageFileError) {
    precondition(received == size.height, "a picture is finished with its last row")
    guard cjpeg_writer_end(writer) else { throw failure }
  }

  private var failure: ImageFileError {
    if let failure = sink.failure { return .output(failure) }
    return .notEncodable(name: name, reason: String(cString: cjpeg_writer_message(writer)))
  }
}

@available(*, unavailable) extension JPEGEncoder: Sendable {}

extension PixelDensity {
  /// Whole dots per inch, the nearest that JFIF can store.
  fileprivate var ofJFIF: (UInt16, UInt16) {
    func rounded(_ value: Double) -> UInt16 { UInt16(clamping: min(max(value.rounded(), 1), 65_535)) }
    return (rounded(dotsPerInch.horizontal), rounded(dotsPerInch.vertical))
  }
}

extension Image {
  /// The pixels composited over a color, in encoded values rounded to nearest, with alpha 255.
  /// - Returns: also whether any pixel was not opaque.
  fileprivate func flattened(over background: SIMD3<UInt8>) -> (bytes: [UInt8], isFlattened: Bool) {
    if depth != .eight { return converted(to: .eight).flattened(over: background) }
    if alpha == .opaque || isOpaqueThroughout { return (bytes, false) }
    let isPremultiplied = alpha == .premultiplied
    let below = SIMD3<UInt32>(truncatingIfNeeded: background)
    var result = bytes
    result.withUnsafeMutableBufferPointer { pixels in
      for i in stride(from: 0, to: pixels.count, by: 4) where pixels[i + 3] != 255 {
        let a = UInt32(pixels[i + 3])
        for channel in 0..<3 {
          let own = UInt32(pixels[i + channel]) * (isPremultiplied ? 255 : a)
          pixels[i + channel] = UInt8(min(255, (own + below[channel] * (255 - a) + 127) / 255))
        }
        pixels[i + 3] = 255
      }
    }
    return (result, true)
  }

  /// Whether every pixel of 8 bits a channel has alpha 255. Most pictures have, and need no copy.
  private var isOpaqueThroughout: Bool {
    // Four bytes at a time; alpha is the last of them in memory.
    let common = bytes.withUnsafeBytes { $0.bindMemory(to: UInt32.self).reduce(.max, &) }
    return UInt32(littleEndian: common) >> 24 == 255
  }
}
