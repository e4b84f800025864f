import MeshTransform
import RenderGraph

/// Memory that receives the rows of a picture from the top, or some of them.
struct PictureMemory {
  private let start: UnsafeMutableRawPointer
  /// The number of the first row in memory.
  private var firstRow = 0
  private let size: PixelSize
  private let bytesPerPixel: Int
  /// Distance between the starts of two rows, a multiple of the length of a pixel that is at least that of a row.
  private let bytesPerRow: Int

  /// Distance between the starts of two rows in pixels.
  var pixelsPerRow: Int { bytesPerRow / bytesPerPixel }

  /// - Throws: ``RenderError/bytesPerRow(_:width:bytesPerPixel:)`` or ``RenderError/pictureMemory(bytes:needed:)``.
  init(
    _ bytes: UnsafeMutableRawBufferPointer, bytesPerRow: Int, for size: PixelSize, _ depth: Image.Depth
  ) throws(RenderError) {
    bytesPerPixel = depth.bytesPerPixel
    let rowLength = bytesPerPixel * size.width
    guard bytesPerRow % bytesPerPixel == 0, bytesPerRow >= rowLength else {
      throw .bytesPerRow(bytesPerRow, width: size.width, bytesPerPixel: bytesPerPixel)
    }
    // The last row ends with its last pixel.
    let (rows, overflows) = bytesPerRow.multipliedReportingOverflow(by: size.height - 1)
    let (needed, isTooLarge) = rows.addingReportingOverflow(rowLength)
    guard let start = bytes.baseAddress, !overflows, !isTooLarge, needed <= bytes.count else {
      throw .pictureMemory(bytes: bytes.count, needed: overflows || isTooLarge ? .max : needed)
    }
    (self.start, self.size, self.bytesPerRow) = (start, size, bytesPerRow)
  }

  /// Rows without gaps.
  /// - `size`: of the rows in memory.
  fileprivate init(
    _ bytes: UnsafeMutableRawBufferPointer, _ size: PixelSize, _ depth: Image.Depth, firstRow: Int
  ) {
    (start, self.size, bytesPerPixel) = (bytes.baseAddress!, size, depth.bytesPerPixel)
    bytesPerRow = bytesPerPixel * size.width
    self.firstRow = firstRow
  }

  /// The first byte of a pixel of the picture.
  func pixel(_ x: Int, _ y: Int) -> UnsafeMutableRawPointer {
    start + bytesPerRow * (y - firstRow) + bytesPerPixel * x
  }

  /// Copies a picture of the same size.
  func copy(_ image: Image) {
    let rowLength = bytesPerPixel * size.width
    image.bytes.withUnsafeBytes { bytes in
      for row in 0..<size.height {
        pixel(0, row).copyMemory(from: bytes.baseAddress! + rowLength * row, byteCount: rowLength)
      }
    }
  }

  /// Whether all bytes of the pixels are 0. The search ends at the first other byte.
  var allZero: Bool {
    (0..<size.height).allSatisfy {
      UnsafeRawBufferPointer(start: pixel(0, $0), count: bytesPerPixel * size.width).allZero
    }
  }
}

extension [UInt8] {
  /// The bytes of pixels, all written by `body` without prior initialization, so that the memory is touched once.
  /// - `firstRow`: the number of the first of these rows in the picture.
  init(
    pixels size: PixelSize, _ depth: Image.Depth, firstRow: Int = 0,
    _ body: (PictureMemory) throws(GLError) -> Void
  ) throws(GLError) {
    var failure: GLError?
    self.init(unsafeUninitializedCapacity: depth.bytesPerPixel * size.area) { buffer, count in
      do throws(GLError) {
        try body(PictureMemory(UnsafeMutableRawBufferPointer(buffer), size, depth, firstRow: firstRow))
        count = depth.bytesPerPixel * size.area
      } catch {
        failure = error
        count = 0
      }
    }
    if let failure { throw failure }
  }

  /// The bytes of the pixels of a whole picture.
  /// - `spare`: the memory of an earlier picture, which is used if it has as many bytes.
  init(
    pixels size: PixelSize, _ depth: Image.Depth, in spare: consuming [UInt8]?,
    _ body: (PictureMemory) throws(GLError) -> Void
  ) throws(GLError) {
    guard var bytes = spare.take(), bytes.count == depth.bytesPerPixel * size.area else {
      try self.init(pixels: size, depth, body)
      return
    }
    // Copies nothing, unless another value still shares the bytes.
    try bytes.withUnsafeMutableBufferPointer { buffer throws(GLError) in
      try body(PictureMemory(UnsafeMutableRawBufferPointer(buffer), size, depth, firstRow: 0))
    }
    self = bytes
  }
}

extension UnsafeRawBufferPointer {
  /// Whether all bytes are 0. Compares eight at a time, since the picture may be large.
  var allZero: Bool {
    let words = count / 8
    for i in 0..<words where loadUnaligned(fromByteOffset: 8 * i, as: UInt64.self) != 0 { return false }
    return self[(words * 8)...].allSatisfy { $0 == 0 }
  }
}
