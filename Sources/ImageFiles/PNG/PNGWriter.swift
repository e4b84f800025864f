import CPNG
import MeshTransform

/// Writes one PNG; the methods are called in their order below.
struct PNGWriter: ~Copyable {
  private let writer: OpaquePointer
  private let sink: ByteSink
  private let name: String

  private init(_ writer: OpaquePointer, _ sink: ByteSink, name: String) {
    (self.writer, self.sink, self.name) = (writer, sink, name)
  }

  static func into(_ sink: ByteSink, name: String) throws(ImageFileError) -> PNGWriter {
    let context = Unmanaged.passUnretained(sink).toOpaque()
    let writer = cpng_writer_create(context) { context, bytes, count in
      let sink = Unmanaged<ByteSink>.fromOpaque(context!).takeUnretainedValue()
      return sink.take(UnsafeRawBufferPointer(start: bytes, count: count))
    }
    guard let writer else { throw .outOfMemory(name: name) }
    return PNGWriter(writer, sink, name: name)
  }

  deinit { cpng_writer_destroy(writer) }

  /// - `channels`: of the file; rows of colors have alpha in any case.
  /// - Returns: a warning when the profile had to be omitted.
  func begin(
    _ size: PixelSize, _ depth: Image.Depth, _ profile: ColorProfile?, _ density: PixelDensity?,
    _ compression: PNG.Compression, _ channels: Channels, onlyRuns: Bool = false
  ) throws(ImageFileError) -> PNG.Warning? {
    guard let width = Int32(exactly: size.width), let height = Int32(exactly: size.height) else {
      throw .notEncodable(
        name: name, reason: "a side of \(size) is longer than the limit of PNG, \(Int32.max)")
    }
    // A density beyond PNG's numbers is left out.
    let density = [density?.horizontal, density?.vertical].map { value in
      value.flatMap { $0 < 2_147_483_647.5 ? UInt32(clamping: $0.rounded()) : nil } ?? 0
    }
    let isBegun = (profile ?? ColorProfile()).withPNGColor { color in
      withUnsafePointer(to: color) {
        cpng_writer_begin(
          writer, UInt32(width), UInt32(height), depth == .sixteen, channels.cpng, Int32(compression.level),
          compression.filter.cpng, onlyRuns, $0, density)
      }
    }
    guard isBegun else { throw failure }
    guard let icc = profile?.icc, let problem = cpng_writer_icc_problem(writer) else { return nil }
    return .droppedICCProfile(name: icc.name, reason: String(cString: problem))
  }

  /// The channels of a file.
  enum Channels {
    case gray, rgb, rgba

    fileprivate var cpng: cpng_channels {
      switch self {
      case .gray: cpng_channels_gray
      case .rgb: cpng_channels_rgb
      case .rgba: cpng_channels_rgba
      }
    }
  }

  /// Appends rows of a gray picture of 16 bits.
  func addGrayRows(_ values: [UInt16], width: Int) throws(ImageFileError) {
    let isDone = values.withUnsafeBytes { add($0, stride: 2 * width, count: values.count / width) }
    guard isDone else { throw failure }
  }

  func addRows(of image: Image) throws(ImageFileError) {
    let (stride, height) = (image.depth.bytesPerPixel * image.size.width, image.size.height)
    let isDone = image.bytes.withUnsafeBytes { pixels in
      switch image.alpha {
      case .opaque, .straight: return add(pixels, stride: stride, count: height)
      case .premultiplied:
        return withUnsafeTemporaryAllocation(byteCount: stride, alignment: 16) { row in
          for y in 0..<height {
            Image.straighten(
              UnsafeRawBufferPointer(rebasing: pixels[y * stride..<(y + 1) * stride]), into: row, image.depth)
            guard add(UnsafeRawBufferPointer(row), stride: stride, count: 1) else { return false }
          }
          return true
        }
      }
    }
    guard isDone else { throw failure }
  }

  func end() throws(ImageFileError) { guard cpng_writer_end(writer) else { throw failure } }

  /// Appends some of a picture's rows, unchanged.
  func addRows(_ rows: Range<Int>, of image: Image) throws(ImageFileError) {
    let stride = image.depth.bytesPerPixel * image.size.width
    let isDone = image.bytes.withUnsafeBytes { pixels in
      let bytes = pixels[rows.lowerBound * stride..<rows.upperBound * stride]
      return add(UnsafeRawBufferPointer(rebasing: bytes), stride: stride, count: rows.count)
    }
    guard isDone else { throw failure }
  }

  private func add(_ rows: UnsafeRawBufferPointer, stride: Int, count: Int) -> Bool {
    rows.withMemoryRebound(to: UInt8.self) { cpng_writer_add_rows(writer, $0.baseAddress!, stride, count) }
  }

  private var failure: ImageFileError {
    if let failure = sink.failure { return .output(failure) }
    return .notEncodable(name: name, reason: String(cString: cpng_writer_message(writer)))
  }
}

extension PNG.Compression.Filter {
  fileprivate var cpng: cpng_filters {
    switch self {
    case .none: cpng_filters_none
    case .sub: cpng_filters_sub
    case .up: cpng_filters_up
    case .adaptive: cpng_filters_all
    }
  }
}
