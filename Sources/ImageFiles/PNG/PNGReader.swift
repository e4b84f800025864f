import CPNG
import MeshTransform

/// Reads one PNG; the methods are called in their order below. The bytes must outlive it.
struct PNGReader: ~Copyable {
  private let reader: OpaquePointer
  private let name: String

  /// Takes ownership of `reader`.
  private init(_ reader: OpaquePointer, name: String) { (self.reader, self.name) = (reader, name) }

  /// Takes ownership of `reader`; nil when its allocation failed.
  static func of(_ reader: OpaquePointer?, name: String) throws(ImageFileError) -> PNGReader {
    guard let reader else { throw .outOfMemory(name: name) }
    return PNGReader(reader, name: name)
  }

  deinit { cpng_reader_destroy(reader) }

  /// The probable kind of the file by its first bytes.
  func kind() throws(ImageFileError) -> FileKind {
    var (bytes, count): (UnsafePointer<UInt8>?, Int) = (nil, 0)
    guard cpng_reader_peek(reader, &bytes, &count) else { throw failure }
    return FileKind(UnsafeBufferPointer(start: bytes, count: min(count, 64)))
  }

  /// Checks that the file begins like a PNG.
  func checkKind() throws(ImageFileError) {
    let kind = try kind()
    switch kind {
    case .png: break
    case .empty: throw .empty(name: name)
    case .damagedPNG: throw .changedByTextTransfer(name: name)
    case .jpeg, .webP, .npy, .exr, .gif, .video, .other, .unknown:
      throw .notPNG(name: name, looksLike: kind.words)
    }
  }

  /// All bytes of a file that is no PNG.
  func bytes(limit: Int) throws(ImageFileError) -> [UInt8] {
    var (bytes, block) = ([UInt8](), [UInt8](repeating: 0, count: 256 * 1024))
    while true {
      let count = cpng_reader_take(reader, &block, block.count)
      guard count >= 0 else { throw failure }
      guard count > 0 else { return bytes }
      guard count <= limit - bytes.count else { throw .input(.tooLarge(name: name, limit: limit)) }
      bytes.append(contentsOf: block[..<count])
    }
  }

  func readHeader() throws(ImageFileError) -> PNG.Header {
    var header = cpng_header()
    guard cpng_reader_read_header(reader, &header) else { throw failure }
    guard let colorType = PNG.Header.ColorType(rawValue: header.color_type) else {
      throw .broken(name: name, reason: "color type \(header.color_type)")
    }
    let orientation = ImageOrientation(exif) ?? .up
    let density = PixelDensity(pixelsPerMeter: Double(header.density.0), Double(header.density.1))
    return PNG.Header(
      size: orientation.upright(PixelSize(Int(header.width), Int(header.height))), orientation: orientation,
      colorType: colorType,
      bitDepth: Int(header.bit_depth), isInterlaced: header.is_interlaced,
      hasTransparency: header.has_transparency, frameCount: Int(header.frame_count),
      density: orientation.upright(density))
  }

  private var exif: ExifDirectory? {
    var count = 0
    guard let bytes = cpng_reader_exif(reader, &count) else { return nil }
    return ExifDirectory(chunk: Array(UnsafeBufferPointer(start: bytes, count: count)))
  }

  /// The ancillary chunks that were left out because of a wrong checksum; nil where there are none.
  func damage(name: String) -> ImageWarning? {
    var damage = cpng_reader_damage(reader)
    guard damage.count > 0 else { return nil }
    let chunk = withUnsafeBytes(of: &damage.name) { String(decoding: $0.prefix(4), as: UTF8.self) }
    return .damagedChunks(name: name, first: chunk, count: Int(damage.count))
  }

  func colorProfile() throws(ImageFileError) -> ColorProfile? {
    var color = cpng_color()
    guard cpng_reader_color(reader, &color) else { throw failure }
    return ColorProfile(color)
  }

  /// The pixels, decoded directly into their final array.
  func readPixels(_ size: PixelSize, _ depth: Image.Depth) throws(ImageFileError) -> (
    bytes: [UInt8], isOpaque: Bool
  ) {
    var (isDone, isOpaque) = (false, false)
    let bytes = [UInt8](unsafeUninitializedCapacity: depth.bytesPerPixel * size.area) { buffer, count in
      isDone = cpng_reader_read_pixels(reader, buffer.baseAddress!, depth == .sixteen, &isOpaque)
      count = isDone ? buffer.count : 0
    }
    guard isDone else { throw failure }
    return (bytes, isOpaque)
  }

  private var failure: ImageFileError {
    switch cpng_reader_failure(reader) {
    case cpng_failure_ended: .truncated(name: name)
    case cpng_failure_unreadable:
      .input(.unreadable(name: name, SystemError(code: cpng_reader_errno(reader))))
    default: .broken(name: name, reason: String(cString: cpng_reader_message(reader)))
    }
  }
}
