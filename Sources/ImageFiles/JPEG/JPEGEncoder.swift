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
    let (opaque, isFlattened) = band.converted(to: .eight).flattened(over: background)
    if isFlattened, !warnings.contains(.flattened) { warnings.insert(.flattened, at: 0) }
    let isDone = opaque.bytes.withUnsafeBufferPointer {
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
