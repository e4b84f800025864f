import MeshTransform

/// The place of a color sample along an axis, and the weights of the pixels around it: those of linear interpolation,
/// whose sum is a power of two.
enum ChromaSite: Sendable {
  /// One sample for each pixel.
  case each
  /// One for two pixels: at the first, at the second, or halfway between them.
  case first, second, between

  /// The binary logarithm of the sum of the weights.
  var shift: Int {
    switch self {
    case .each: 0
    case .between: 1
    case .first, .second: 2
    }
  }

  /// The number of samples for this many pixels.
  func count(_ pixels: Int) -> Int { self == .each ? pixels : (pixels + 1) / 2 }

  /// The pixels of a sample with their weights.
  @inline(__always) func pixels(_ sample: Int) -> (first: Int, weights: SIMD4<Int>) {
    switch self {
    case .each: (sample, [1, 0, 0, 0])
    case .between: (2 * sample, [1, 1, 0, 0])
    case .first: (2 * sample - 1, [1, 2, 1, 0])
    case .second: (2 * sample, [1, 2, 1, 0])
    }
  }
}

/// The places of the color samples along both axes.
struct ChromaSites: Sendable {
  let columns: ChromaSite, blueRows: ChromaSite, redRows: ChromaSite

  func planeSize(_ size: PixelSize) -> (columns: Int, rows: Int) {
    (columns.count(size.width), blueRows.count(size.height))
  }
}

extension ClipOptions.Chroma {
  /// Nil without color samples.
  var sites: ChromaSites? {
    switch self {
    case .full: ChromaSites(columns: .each, blueRows: .each, redRows: .each)
    case .half: ChromaSites(columns: .first, blueRows: .each, redRows: .each)
    case .quarter: ChromaSites(columns: .between, blueRows: .between, redRows: .between)
    case .quarterLeft: ChromaSites(columns: .first, blueRows: .between, redRows: .between)
    case .quarterDV: ChromaSites(columns: .first, blueRows: .second, redRows: .first)
    case .none: nil
    }
  }
}

/// The colors of an image's pixels for color samples. Beyond an edge its last pixel continues.
struct ChromaPixels {
  /// RGBA, rows from the top.
  let bytes: UnsafeBufferPointer<UInt8>
  let size: PixelSize

  @inline(__always) func color(_ pixel: Int) -> SIMD4<Int> {
    let i = 4 &* pixel
    return SIMD4(Int(bytes[i]), Int(bytes[i &+ 1]), Int(bytes[i &+ 2]), 0)
  }

  /// The weighted sum of the colors around a sample.
  @inline(__always) func sum(
    _ columns: ChromaSite, _ rows: ChromaSite, _ column: Int, _ row: Int
  ) -> SIMD4<Int> {
    if columns == .each, rows == .each { return color(row &* size.width &+ column) }
    let (x, horizontal) = columns.pixels(column)
    let (y, vertical) = rows.pixels(row)
    var sum = SIMD4<Int>.zero
    for j in 0..<3 where vertical[j] != 0 {
      let line = min(max(y &+ j, 0), size.height &- 1) &* size.width
      for i in 0..<3 where horizontal[i] != 0 {
        let pixel = line &+ min(max(x &+ i, 0), size.width &- 1)
        sum &+= color(pixel) &* (horizontal[i] &* vertical[j])
      }
    }
    return sum
  }
}
