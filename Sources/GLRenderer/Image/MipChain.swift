import MeshTransform

/// An image and its successive halvings, each pixel the average of the area that it covers.
///
/// Built on the CPU: a software rasterizer compiles code for its own mipmap generation, which takes longer than
/// halving a picture of any usual size.
struct MipChain {
  private let image: Image
  private let smaller: [(size: PixelSize, bytes: [UInt8])]

  /// The whole chain, down to 1x1.
  init(_ image: Image) {
    self.image = image
    var levels: [(size: PixelSize, bytes: [UInt8])] = []
    var (size, source) = (image.size, image.bytes)
    while size.width > 1 || size.height > 1 {
      let half = PixelSize(max(1, size.width / 2), max(1, size.height / 2))
      source = MipChain.halved(source, from: size, to: half)
      levels.append((half, source))
      size = half
    }
    smaller = levels
  }

  /// The image alone.
  init(level0Of image: Image) { (self.image, smaller) = (image, []) }

  var levelCount: Int { 1 + smaller.count }

  func forEachLevel(_ body: (Int, PixelSize, UnsafeRawBufferPointer) -> Void) {
    image.bytes.withUnsafeBytes { body(0, image.size, $0) }
    for (index, level) in smaller.enumerated() {
      level.bytes.withUnsafeBytes { body(index + 1, level.size, $0) }
    }
  }

  private static func halved(_ source: [UInt8], from size: PixelSize, to half: PixelSize) -> [UInt8] {
    // Fresh memory is written once: the arrays are made uninitialized and filled through pointers.
    source.withUnsafeBytes { source in
      [UInt8](unsafeUninitializedCapacity: 4 * half.area) { target, count in
        let target = UnsafeMutableRawBufferPointer(target)
        if size.width % 2 == 0, size.height % 2 == 0 {
          halveEven(source, width: size.width, target, half)
        } else {
          halveAny(source, size, target, half)
        }
        count = 4 * half.area
      }
    }
  }

  /// Both sides even: the mean of 2x2 pixels. The usual case, and the fast one.
  private static func halveEven(
    _ source: UnsafeRawBufferPointer, width: Int, _ target: UnsafeMutableRawBufferPointer, _ half: PixelSize
  ) {
    for y in 0..<half.height {
      let above = 2 * y * width * 4
      let below = above + width * 4
      for x in 0..<half.width {
        let left = 8 * x
        let a = source.loadUnaligned(fromByteOffset: above + left, as: SIMD8<UInt8>.self)
        let b = source.loadUnaligned(fromByteOffset: below + left, as: SIMD8<UInt8>.self)
        let sum = SIMD8<UInt16>(truncatingIfNeeded: a) &+ SIMD8<UInt16>(truncatingIfNeeded: b)
        let mean = (sum.lowHalf &+ sum.highHalf &+ 2) &>> 2
        target.storeBytes(
          of: SIMD4<UInt8>(truncatingIfNeeded: mean), toByteOffset: 4 * (y * half.width + x),
          as: SIMD4<UInt8>.self)
      }
    }
  }

  /// Odd sides: each pixel averages the exact area that it covers, up to 3x3 pixels with partial weights.
  private static func halveAny(
    _ source: UnsafeRawBufferPointer, _ size: PixelSize, _ target: UnsafeMutableRawBufferPointer,
    _ half: PixelSize
  ) {
    let columns = (0..<half.width).map { Taps($0, from: size.width, to: half.width) }
    for y in 0..<half.height {
      let rows = Taps(y, from: size.height, to: half.height)
      for x in 0..<half.width {
        var sum = SIMD4<Float>.zero
        for (row, rowWeight) in rows.weighted {
          for (column, weight) in columns[x].weighted {
            let pixel = source.loadUnaligned(
              fromByteOffset: 4 * (row * size.width + column), as: SIMD4<UInt8>.self)
            sum += SIMD4<Float>(pixel) * (rowWeight * weight)
          }
        }
        let rounded = SIMD4<UInt8>(clamping: SIMD4<Int32>(sum.rounded(.toNearestOrAwayFromZero)))
        target.storeBytes(of: rounded, toByteOffset: 4 * (y * half.width + x), as: SIMD4<UInt8>.self)
      }
    }
  }

  /// The source pixels under one target pixel of a row or column, with weights that sum to 1.
  struct Taps {
    let weighted: [(index: Int, weight: Float)]

    init(_ index: Int, from count: Int, to half: Int) {
      let span = Double(count) / Double(half)
      let (start, end) = (Double(index) * span, Double(index + 1) * span)
      let last = min(count - 1, Int(end.rounded(.up)) - 1)
      weighted = (Int(start)...max(Int(start), last)).compactMap { pixel in
        let covered = min(end, Double(pixel + 1)) - max(start, Double(pixel))
        return covered > 1e-9 ? (pixel, Float(covered / span)) : nil
      }
    }
  }
}
