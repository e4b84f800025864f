import CPNG
import Dispatch
import MeshTransform

/// Encodes a picture's pixels and the end of the file on all processors, without libpng.
///
/// The heights of the strips, and therefore the bytes, depend only on the picture's size. Only some strips of a large
/// picture are in memory at the same time.
struct PNGStrips {
  private let image: Image
  private let rows: Int

  /// The number of strips encoded before they are written: 16 MiB of pixels.
  private static let batchSize = 64

  /// Nil for rows wider than a strip may be; libpng writes those equally well.
  init?(_ image: Image) {
    guard image.size.width <= cpng_strip_width else { return nil }
    (self.image, rows) = (image, cpng_strip_rows(image.size.width))
  }

  func write(into sink: ByteSink, name: String) throws(ImageFileError) {
    let height = image.size.height
    var checksum: UInt32 = 1
    for start in stride(from: 0, to: height, by: rows * Self.batchSize) {
      let strips = Strips(of: image, rows, from: start, to: min(start + rows * Self.batchSize, height))
      sink.prepare(for: strips.encoded.reduce(cpng_end_count) { $0 + ($1?.pointee.count ?? 0) })
      for strip in strips.encoded {
        guard let strip else { throw .outOfMemory(name: name) }
        // The strip owns `count` bytes until `strips` is destroyed, after this loop.
        try put(UnsafeRawBufferPointer(start: strip.pointee.bytes, count: strip.pointee.count), sink, name)
        checksum = cpng_strip_join(checksum, strip)
      }
    }
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

  /// - Precondition: `start` is a multiple of `rows`, and `end` at most the image's height.
  init(of image: Image, _ rows: Int, from start: Int, to end: Int) {
    let count = (end - start + rows - 1) / rows
    encoded = image.bytes.withUnsafeBufferPointer { pixels in
      // The image holds four bytes for each pixel, checked at its creation.
      let picture = cpng_picture(
        pixels: pixels.baseAddress!, width: image.size.width, height: image.size.height,
        is_premultiplied: image.alpha == .premultiplied)
      return [UnsafeMutablePointer<cpng_strip>?](unsafeUninitializedCapacity: count) { buffer, made in
        // The picture is only read, and every iteration writes its own element.
        nonisolated(unsafe) let (picture, buffer) = (picture, buffer)
        DispatchQueue.concurrentPerform(iterations: count) { index in
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
