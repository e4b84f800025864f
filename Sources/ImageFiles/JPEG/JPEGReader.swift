import CJPEG
import MeshTransform

/// Reads one JPEG; the methods are called in their order below. The bytes must outlive it.
struct JPEGReader: ~Copyable {
  private let reader: OpaquePointer
  private let name: String

  private init(_ reader: OpaquePointer, name: String) { (self.reader, self.name) = (reader, name) }

  static func of(
    _ bytes: UnsafeBufferPointer<UInt8>, name: String, isLenient: Bool
  ) throws(ImageFileError) -> JPEGReader {
    if let reason = cjpeg_load() {
      throw .libraryMissing(name: name, packages: "libjpeg62-turbo", reason: String(cString: reason))
    }
    guard let reader = cjpeg_reader_create(bytes.baseAddress, bytes.count, isLenient) else {
      throw .outOfMemory(name: name)
    }
    return JPEGReader(reader, name: name)
  }

  deinit { cjpeg_reader_destroy(reader) }

  struct Header {
    let shown: JPEG.Header
    /// The size of the rows in the file.
    let stored: PixelSize
    let isInverted: Bool
    /// The density of the picture as it is shown: JFIF's, else that of the Exif data.
    let density: PixelDensity?

    /// The memory in bytes besides the picture: the coefficients of all scans, and a copy to turn it.
    var additionalMemory: Int {
      let samples = shown.color == .gray ? 1 : shown.color == .rgb ? 3 : 4
      return (shown.hasScans ? 2 * samples * stored.area : 0)
        + (shown.orientation == .up ? 0 : 4 * stored.area)
    }
  }

  func readHeader() throws(ImageFileError) -> Header {
    var header = cjpeg_header()
    guard cjpeg_reader_read_header(reader, &header) else { throw failure }
    let stored = PixelSize(Int(header.width), Int(header.height))
    let exif = exif
    let orientation = ImageOrientation(exif) ?? .up
    let color: JPEG.Header.Color =
      header.color == cjpeg_color_cmyk ? .cmyk : header.color == cjpeg_color_gray ? .gray : .rgb
    return Header(
      shown: JPEG.Header(
        size: orientation.upright(stored), color: color, orientation: orientation, hasScans: header.has_scans),
      stored: stored, isInverted: header.is_inverted,
      density: orientation.upright(Self.density(header) ?? PixelDensity(exif)))
  }

  /// The density of the JFIF header; nil where it states only a ratio, or none.
  private static func density(_ header: cjpeg_header) -> PixelDensity? {
    let (x, y) = (Double(header.density.0), Double(header.density.1))
    switch header.density_unit {
    case 1: return PixelDensity(dotsPerInch: x, y)
    case 2: return PixelDensity(pixelsPerMeter: 100 * x, 100 * y)
    default: return nil
    }
  }

  private var exif: ExifDirectory? {
    var count = 0
    guard let bytes = cjpeg_reader_exif(reader, &count) else { return nil }
    return ExifDirectory(Array(UnsafeBufferPointer(start: bytes, count: count)))
  }

  func profile() -> [UInt8]? {
    var count = 0
    guard let bytes = cjpeg_reader_profile(reader, &count) else { return nil }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  /// The pixels, RGBA or CMYK, decoded directly into their final array.
  func readPixels(_ size: PixelSize) throws(ImageFileError) -> [UInt8] {
    var isDone = false
    let bytes = [UInt8](unsafeUninitializedCapacity: 4 * size.area) { buffer, count in
      isDone = cjpeg_reader_read_pixels(reader, buffer.baseAddress!)
      count = isDone ? 4 * size.area : 0
    }
    guard isDone else { throw failure }
    return bytes
  }

  /// The first damage that a lenient reader has passed over.
  var damage: String? {
    cjpeg_reader_failure(reader) == cjpeg_failure_none ? nil : String(cString: cjpeg_reader_message(reader))
  }

  private var failure: ImageFileError {
    let reason = String(cString: cjpeg_reader_message(reader))
    return switch cjpeg_reader_failure(reader) {
    case cjpeg_failure_ended: .truncatedJPEG(name: name)
    case cjpeg_failure_unsupported: .unsupportedJPEG(name: name, reason: reason)
    case cjpeg_failure_scans: .tooManyScans(name: name, limit: Int(cjpeg_scan_limit))
    case cjpeg_failure_memory: .outOfMemory(name: name)
    default: .brokenJPEG(name: name, reason: reason)
    }
  }
}
