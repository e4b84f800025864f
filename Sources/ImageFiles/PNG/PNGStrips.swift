import CPNG
import MeshTransform

/// Encodes a picture's pixels and the end of the file on all processors, without libpng.
///
/// The heights of the strips, and therefore the bytes, depend only on the picture's size. Only some strips of a large
/// picture are in memory at the same time.
struct PNGStrips {
  private let size: PixelSize
  private let isPremultiplied: Bool
  /// Rows of a strip.
  private let rows: Int
  /// Rows that were appended, and rows that are encoded.
  private var (received, encoded) = (0, 0)
  /// The rows of the last bands that are not encoded, after the row above them.
  private var kept: [UInt8] = []
  private var checksum: UInt32 = 1

  /// The number of strips encoded before they are written: 16 MiB of pixels.
  private static let batchSize = 64

  /// Nil for rows wider than a strip may be, which libpng writes equally well, and for channels of 16 bits.
  init?(_ size: PixelSize, _ alpha: Image.Alpha, _ depth: Image.Depth) {
    guard size.width <= cpng_strip_width, depth == .eight else { return nil }
    (self.size, isPremultiplied, rows) = (size, alpha == .premultiplied, cpng_strip_rows(size.width))
  }

  /// Encodes the next rows; those of an incomplete strip wait for the next band.
  mutating func append(_ band: Image, into sink: ByteSink, name: String) throws(ImageFileError) {
    precondition(
      band.size.width == size.width && received + band.size.height <= size.height,
      "bands have the width of the picture, and its height in all")
    precondition((band.alpha == .premultiplied) == isPremultiplied, "all bands have the same kind of alpha")
    let first = kept.isEmpty ? received : max(encoded - 1, 0)
    let pixels = kept.isEmpty ? band.bytes : kept + band.bytes
    received += band.size.height
    try encode(pixels, firstRow: first, into: sink, name: name)
    let above = max(encoded - 1, 0) - first
    kept = received < size.height ? Array(pixels[(4 * size.width * above)...]) : []
  }

  /// - `pixels`: the rows from `firstRow` to the last one that was received.
  private mutating func encode(
    _ pixels: [UInt8], firstRow: Int, into sink: ByteSink, name: String
  ) throws(ImageFileError) {
    let end = received == size.height ? received : received / rows * rows
    while encoded < end {
      let next = min(encoded + rows * Self.batchSize, end)
      let strips = Strips(
        of: pixels, firstRow: firstRow, width: size.width, isPremultiplied: isPremultiplied, rows,
        from: encoded, to: next)
      sink.prepare(for: strips.encoded.reduce(cpng_end_count) { $0 + ($1?.pointee.count ?? 0) })
      for strip in strips.encoded {
        guard let strip else { throw .outOfMemory(name: name) }
        // The strip owns `count` bytes until `strips` is destroyed, after this loop.
        try put(UnsafeRawBufferPointer(start: strip.pointee.bytes, count: strip.pointee.count), sink, name)
        checksum = cpng_strip_join(checksum, strip)
      }
      encoded = next
    }
  }

  /// Writes the end of the file, once all rows are encoded.
  func finish(into sink: ByteSink, name: String) throws(ImageFileError) {
    precondition(encoded == size.height, "a picture is finished with its last row")
    let end = [UInt8](unsafeUninitializedCapacity: cpng_end_count) { bytes, count in
      cpng_strip_end(checksum, bytes.baseAddress!)  // writes as many bytes as there is room for
      count = bytes.count
    }
    try end.withUnsafeBufferPointer { bytes throws(ImageFileError) in
      try put(UnsafeRawBufferPointer(bytes), sink, name)
    }
  }

  private func put(_ bytes: UnsafeRawBufferPointer, _ sink: ByteSink, _ name: String) throws(ImageFileError) {
    guard !sink.take(bytes) else { return }
    guard let failure = sink.failure else {
      throw .notEncodable(name: name, reason: "the bytes were refused")
    }
    throw .output(failure)
  }
}

/// Owns encoded strips; the allocation of some may have failed.
private struct Strips: ~Copyable {
  let encoded: [UnsafeMutablePointer<cpng_strip>?]

  /// - `pixels`: the rows of the picture from `firstRow` on.
  /// - Precondition: `start` is a multiple of `rows`; `pixels` has the rows from the one above it to `end`.
  init(
    of pixels: [UInt8], firstRow: Int, width: Int, isPremultiplied: Bool, _ rows: Int, from start: Int,
    to end: Int
  ) {
    let count = (end - start + rows - 1) / rows
    encoded = pixels.withUnsafeBufferPointer { pixels in
      let picture = cpng_picture(
        pixels: pixels.baseAddress!, first_row: firstRow, width: width, is_premultiplied: isPremultiplied)
      return [UnsafeMutablePointer<cpng_strip>?](unsafeUninitializedCapacity: count) { buffer, made in
        // The picture is only read, and every iteration writes its own element.
        nonisolated(unsafe) let (picture, buffer) = (picture, buffer)
        Threads.perform(count) { index in
          let first = start + index * rows
          let strip = withUnsafePointer(to: picture) { cpng_strip_encode($0, first, min(rows, end - first)) }
          buffer.initializeElement(at: index, to: strip)
        }
        made = count
      }
    }
  }

  deinit { for strip in encoded { if let strip { cpng_strip_release(strip) } } }
}
