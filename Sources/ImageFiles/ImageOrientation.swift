import MeshTransform

/// How the rows of a stored picture lie, by the values 1...8 of Exif's tag Orientation (CIPA DC-008, 4.6.5.1): each names
/// the visual sides of the stored row 0 and column 0.
public enum ImageOrientation: Int, CaseIterable, Hashable, Sendable {
  /// Row 0 is the top, column 0 the left side.
  case up = 1
  /// Row 0 is the top, column 0 the right side.
  case upMirrored = 2
  /// Row 0 is the bottom, column 0 the right side.
  case down = 3
  /// Row 0 is the bottom, column 0 the left side.
  case downMirrored = 4
  /// Row 0 is the left side, column 0 the top.
  case leftMirrored = 5
  /// Row 0 is the right side, column 0 the top.
  case right = 6
  /// Row 0 is the right side, column 0 the bottom.
  case rightMirrored = 7
  /// Row 0 is the left side, column 0 the bottom.
  case left = 8

  private var swapsSides: Bool { rawValue >= 5 }

  func upright(_ stored: PixelSize) -> PixelSize {
    swapsSides ? PixelSize(stored.height, stored.width) : stored
  }

  /// The density of the picture as it is seen.
  func upright(_ stored: PixelDensity?) -> PixelDensity? { swapsSides ? stored?.transposed : stored }

  /// The pixels, of four channels, as they are seen.
  /// - `stored`: the size of the rows of `pixels`.
  func upright(_ pixels: [UInt8], _ stored: PixelSize, _ depth: Image.Depth = .eight) -> [UInt8] {
    if self == .up { return pixels }
    return switch depth {
    case .eight: upright(pixels, stored, pixel: UInt32.self)
    case .sixteen: upright(pixels, stored, pixel: UInt64.self)
    }
  }

  /// - `pixel`: a number of as many bytes as a pixel has, which are copied at once.
  private func upright<Pixel: BitwiseCopyable>(
    _ pixels: [UInt8], _ stored: PixelSize, pixel: Pixel.Type
  ) -> [UInt8] {
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
    let (size, length) = (upright(stored), MemoryLayout<Pixel>.size)
    return [UInt8](unsafeUninitializedCapacity: pixels.count) { target, count in
      pixels.withUnsafeBytes { source in
        let target = UnsafeMutableRawPointer(target.baseAddress!)
        for y in 0..<size.height {
          for x in 0..<size.width {
            let offset = length * (first + x * right + y * below)
            let value = source.loadUnaligned(fromByteOffset: offset, as: Pixel.self)
            target.storeBytes(of: value, toByteOffset: length * (y * size.width + x), as: Pixel.self)
          }
        }
      }
      count = pixels.count
    }
  }
}
