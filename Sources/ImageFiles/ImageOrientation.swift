import MeshTransform

/// How the rows of a stored picture lie, by the values 1...8 of Exif's tag Orientation (CIPA DC-008, 4.6.5.1): each names
/// the visual sides of the stored row 0 and column 0.
public enum ImageOrientation: Int, CaseIterable, Hashable, Sendable {
  /// Row 0 is the top, column 0 the left side.
  case up = 1
  case upMirrored = 2
  case down = 3
  case downMirrored = 4
  /// Row 0 is the left side, column 0 the top.
  case leftMirrored = 5
  /// Row 0 is the right side, column 0 the top.
  case right = 6
  case rightMirrored = 7
  /// Row 0 is the left side, column 0 the bottom.
  case left = 8

  private var swapsSides: Bool { rawValue >= 5 }

  func upright(_ stored: PixelSize) -> PixelSize {
    swapsSides ? PixelSize(stored.height, stored.width) : stored
  }

  /// The pixels, four bytes each, as they are seen.
  /// - `stored`: the size of the rows of `pixels`.
  func upright(_ pixels: [UInt8], _ stored: PixelSize) -> [UInt8] {
    if self == .up { return pixels }
    let (width, height) = (stored.width, stored.height)
    // The stored index of the upright picture's first pixel, and the steps to the pixels at its right and below it.
    let (first, right, below) =
      switch self {
      case .up: (0, 1, width)
      case .upMirrored: (width - 1, -1, width)
      case .down: (width * height - 1, -1, -width)
      case .downMirrored: (width * (height - 1), 1, -width)
      case .leftMirrored: (0, width, 1)
      case .right: (width * (height - 1), -width, 1)
      case .rightMirrored: (width * height - 1, -width, -1)
      case .left: (width - 1, width, -1)
      }
    let size = upright(stored)
    return [UInt8](unsafeUninitializedCapacity: pixels.count) { target, count in
      // Pixels are copied as four bytes at a time.
      pixels.withUnsafeBytes { source in
        let target = UnsafeMutableRawPointer(target.baseAddress!)
        for y in 0..<size.height {
          for x in 0..<size.width {
            let offset = 4 * (first + x * right + y * below)
            let pixel = source.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
            target.storeBytes(of: pixel, toByteOffset: 4 * (y * size.width + x), as: UInt32.self)
          }
        }
      }
      count = pixels.count
    }
  }

  /// The orientation of Exif data from their TIFF header on; nil where they have none, or a value that is not one.
  init?(exif bytes: [UInt8]) {
    let isLittle: Bool
    if bytes.starts(with: [0x49, 0x49, 42, 0]) {
      isLittle = true
    } else if bytes.starts(with: [0x4D, 0x4D, 0, 42]) {
      isLittle = false
    } else {
      return nil
    }
    func number(at offset: Int, bytes length: Int) -> Int? {
      guard offset >= 0, offset <= bytes.count - length else { return nil }
      let part = bytes[offset..<offset + length]
      return (isLittle ? Array(part.reversed()) : Array(part)).reduce(0) { $0 << 8 | Int($1) }
    }
    guard let directory = number(at: 4, bytes: 4), let count = number(at: directory, bytes: 2) else {
      return nil
    }
    for entry in 0..<count {
      let offset = directory + 2 + 12 * entry
      guard let tag = number(at: offset, bytes: 2) else { return nil }
      guard tag == 0x0112 else { continue }
      // A SHORT, stored at the start of the value's four bytes.
      guard number(at: offset + 2, bytes: 2) == 3, let value = number(at: offset + 8, bytes: 2) else {
        return nil
      }
      self.init(rawValue: value)
      return
    }
    return nil
  }
}
