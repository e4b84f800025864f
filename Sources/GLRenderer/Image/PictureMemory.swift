import MeshTransform
import RenderGraph

/// Memory that receives a picture, or some of its rows: from the top, four bytes a pixel.
struct PictureMemory {
  private let start: UnsafeMutableRawPointer
  /// The number of the first row in memory.
  private var firstRow = 0
  private let size: PixelSize
  /// Distance between the starts of two rows, a multiple of 4 that is at least the length of a row.
  private let bytesPerRow: Int

  /// Distance between the starts of two rows in pixels.
  var pixelsPerRow: Int { bytesPerRow / 4 }

  /// - Throws: ``RenderError/bytesPerRow(_:width:)`` or ``RenderError/pictureMemory(bytes:needed:)``.
  init(_ bytes: UnsafeMutableRawBufferPointer, bytesPerRow: Int, for size: PixelSize) throws(RenderError) {
    let rowLength = 4 * size.width
    guard bytesPerRow % 4 == 0, bytesPerRow >= rowLength else {
      throw .bytesPerRow(bytesPerRow, width: size.width)
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
  /// - `bytes`: four bytes for each pixel.
  /// - `size`: of the rows in memory.
  fileprivate init(_ bytes: UnsafeMutableRawBufferPointer, _ size: PixelSize, firstRow: Int) {
    (start, self.size, bytesPerRow) = (bytes.baseAddress!, size, 4 * size.width)
    self.firstRow = firstRow
  }

  /// The first byte of a pixel of the picture.
  func pixel(_ x: Int, _ y: Int) -> UnsafeMutableRawPointer { start + bytesPerRow * (y - firstRow) + 4 * x }

  /// Copies a picture of the same size.
  func copy(_ image: Image) {
    let rowLength = 4 * size.width
    image.bytes.withUnsafeBytes { bytes in
      for row in 0..<size.height {
        pixel(0, row).copyMemory(from: bytes.baseAddress! + rowLength * row, byteCount: rowLength)
      }
    }
  }

  /// Whether all bytes of the pixels are 0. The search ends at the first other byte.
  var allZero: Bool {
    (0..<size.height).allSatisfy {
      UnsafeRawBufferPointer(start: pixel(0, $0), count: 4 * size.width).allZero
    }
  }
}

extension [UInt8] {
  /// Four bytes a pixel, all written by `body` without prior initialization, so that the memory is touched once.
  /// - `firstRow`: the number of the first of these rows in the picture.
  init(pixels size: PixelSize, firstRow: Int = 0, _ body: (PictureMemory) throws(GLError) -> Void)
    throws(GLError)
  {
    var failure: GLError?
    self.init(unsafeUninitializedCapacity: 4 * size.area) { buffer, count in
      do throws(GLError) {
        try body(PictureMemory(UnsafeMutableRawBufferPointer(buffer), size, firstRow: firstRow))
        count = 4 * size.area
      } catch {
        failure = error
        count = 0
      }
    }
    if let failure { throw failure }
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
