/// An image as a field of movements: -1 for black, 0 for the neutral gray, 1 for white.
struct DisplacementMap {
  let size: PixelSize
  private let samples: Samples

  /// The movements along x, y and z, row by row.
  private enum Samples {
    case values([SIMD3<Float>])
    /// RGBA of opaque pixels, a quarter of the memory, and the movement for each value of a channel.
    case bytes([UInt8], movements: [Float])

    @inline(__always)
    func withMovements<Result>(_ body: (Movements) -> Result) -> Result {
      switch self {
      case .values(let values): values.withUnsafeBufferPointer { body(Movements(values: $0.baseAddress)) }
      case .bytes(let bytes, let movements):
        bytes.withUnsafeBufferPointer { bytes in
          movements.withUnsafeBufferPointer { movements in
            body(Movements(bytes: bytes.baseAddress, movements: movements.baseAddress))
          }
        }
      }
    }
  }

  /// Borrowed ``Samples``, without checks of bounds: a grid is compared at up to 262,144 places, several times.
  private struct Movements: @unchecked Sendable {
    var values: UnsafePointer<SIMD3<Float>>?
    var bytes: UnsafePointer<UInt8>?
    var movements: UnsafePointer<Float>?

    @inline(__always)
    subscript(number: Int) -> SIMD3<Float> {
      if let values { return values[number] }
      guard let bytes, let movements else { return .zero }
      let pixel = bytes + 4 * number
      return SIMD3(movements[Int(pixel[0])], movements[Int(pixel[1])], movements[Int(pixel[2])])
    }
  }

  /// The largest side; the map of a larger image has means of its pixels. No grid within the limit of vertices shows
  /// more detail.
  private static let largestSide = 2048

  /// - `blur`: standard deviations along x and y in pixels of the image.
  init(_ image: Image, blur: SIMD2<Double>) {
    let factor = (max(image.size.width, image.size.height) - 1) / Self.largestSide + 1
    size = PixelSize((image.size.width - 1) / factor + 1, (image.size.height - 1) / factor + 1)
    let (width, size, isPremultiplied) = (image.size.width, size, image.alpha == .premultiplied)
    let isDeep = image.depth == .sixteen
    func value(_ moved: SIMD3<Float>) -> SIMD3<Float> {
      (moved / 127).clamped(lowerBound: SIMD3(repeating: -1), upperBound: SIMD3(repeating: 1))
    }
    // The values of opaque pixels, by channel.
    let opaque = (0...255).map { value(SIMD3(repeating: Float($0) - 128)).x }
    let blur = blur / Double(factor)
    if !isDeep, factor == 1, blur == .zero, image.hasOpaquePixels {
      samples = .bytes(image.bytes, movements: opaque)
      return
    }
    var values = [SIMD3<Float>](unsafeUninitializedCapacity: size.area) { values, count in
      nonisolated(unsafe) let first = values.baseAddress!
      image.bytes.withUnsafeBytes { bytes in
        func deepMovement(_ x: Int, _ y: Int) -> SIMD3<Float> {
          let pixel = SIMD4<Float>(bytes.load(fromByteOffset: 8 * (y * width + x), as: SIMD4<UInt16>.self))
          let (color, alpha) = (SIMD3(pixel.x, pixel.y, pixel.z), pixel.w / 65_535)
          let moved = isPremultiplied ? color - 32_768 * alpha : (color - 32_768) * alpha
          return (moved / 32_767).clamped(lowerBound: SIMD3(repeating: -1), upperBound: SIMD3(repeating: 1))
        }
        func movement(_ x: Int, _ y: Int) -> SIMD3<Float> {
          if isDeep { return deepMovement(x, y) }
          let first = 4 * (y * width + x)
          let (red, green, blue) = (bytes[first], bytes[first + 1], bytes[first + 2])
          if bytes[first + 3] == 255 { return SIMD3(opaque[Int(red)], opaque[Int(green)], opaque[Int(blue)]) }
          let alpha = Float(bytes[first + 3]) / 255
          let color = SIMD3(Float(red), Float(green), Float(blue))
          // Premultiplied colors carry the factor of alpha already.
          return value(isPremultiplied ? color - 128 * alpha : (color - 128) * alpha)
        }
        func mean(_ column: Int, _ row: Int) -> SIMD3<Float> {
          let (left, top) = (column * factor, row * factor)
          var (sum, count) = (SIMD3<Float>.zero, Float(0))
          for y in top..<min(top + factor, image.size.height) {
            for x in left..<min(left + factor, width) { (sum, count) = (sum + movement(x, y), count + 1) }
          }
          return sum / count
        }
        inParallel(size.height, grainSize: 32) { rows in
          for row in rows {
            for column in 0..<size.width {
              (first + row * size.width + column).initialize(
                to: factor == 1 ? movement(column, row) : mean(column, row))
            }
          }
        }
      }
      count = size.area
    }
    Self.smooth(&values, blur.x, count: size.width, step: 1, lines: size.height, lineStep: size.width)
    Self.smooth(&values, blur.y, count: size.height, step: size.width, lines: size.width, lineStep: 1)
    samples = .values(values)
  }

  /// Three box filters along one axis, which have the variance of a Gaussian together; edges continue.
  ///
  /// A box has whole pixels up to `radius` and a share `rim` of the pixel beyond on each side, so that its variance is a
  /// third of the Gaussian's (Gwosdek et al. 2011, Theoretical Foundations of Gaussian Convolution by Extended Box
  /// Filtering).
  private static func smooth(
    _ values: inout [SIMD3<Float>], _ sigma: Double, count: Int, step: Int, lines: Int, lineStep: Int
  ) {
    guard sigma > 0 else { return }
    let variance = sigma * sigma / 3
    let radius = Int(clamping: 0.5 * ((1 + 12 * variance).squareRoot() - 1))
    let (r, width) = (Double(radius), Double(2 * radius + 1))
    let rim = width * (r * (r + 1) - 3 * variance) / (6 * (variance - (r + 1) * (r + 1)))
    let (edge, factor) = (Float(rim), Float(1 / (width + 2 * rim)))
    // As far as three boxes reach, the edges continue as they are before the first one.
    let margin = 3 * (radius + 1)
    let last = count + 2 * margin - 1
    var line = [SIMD3<Float>](repeating: .zero, count: last + 1)
    var filtered = line
    for number in 0..<lines {
      for i in 0...last {
        line[i] = values[number * lineStep + min(max(i - margin, 0), count - 1) * step]
      }
      for _ in 0..<3 {
        // Of the whole pixels, of which half lie before the line.
        var sum = line[0] * Float(radius) + line[0...radius].reduce(.zero, +)
        for i in 0...last {
          let next = line[min(i + radius + 1, last)]
          filtered[i] = (sum + (line[max(i - radius - 1, 0)] + next) * edge) * factor
          sum += next - line[max(i - radius, 0)]
        }
        swap(&line, &filtered)
      }
      for i in 0..<count { values[number * lineStep + i * step] = line[margin + i] }
    }
  }

  /// The movement at a point of unit space, between pixel centers bilinear; the edge continues beyond 0...1.
  func movement(at point: SIMD2<Double>) -> SIMD3<Double> {
    samples.withMovements {
      movement(
        AxisPosition(point.x, amongPixels: size.width), AxisPosition(point.y, amongPixels: size.height), $0)
    }
  }

  @inline(__always)
  private func movement(_ x: AxisPosition, _ y: AxisPosition, _ movements: Movements)
    -> SIMD3<Double>
  {
    bilinear(x, y) { SIMD3<Double>(movements[$1 * size.width + $0]) }
  }

  /// The rows and columns of the coarsest grid that keeps the map: between its vertices, no point of the map moves by
  /// more than a quarter of a pixel otherwise than the map says.
  /// - `pixels`: the movements of white in pixels of the picture.
  /// - `limit`: the largest number of vertices; a finer map loses detail.
  func grid(_ pixels: SIMD3<Double>, limit: Int) -> (rows: Int, columns: Int) {
    let amplitude = pointwiseMax(pixels, -pixels).max()
    var (rows, columns) = (8, 8)
    while true {
      let (next, other) = (min(2 * rows, 4096), min(2 * columns, 4096))
      guard (rows, columns) != (next, other), (next + 1) * (other + 1) <= limit,
        rows < 2 * size.height || columns < 2 * size.width,
        isExceeded(0.25 / amplitude, rows, columns)
      else { return (rows, columns) }
      (rows, columns) = (next, other)
    }
  }

  /// Whether the map and the bilinear interpolation of its values at the vertices of a grid differ by more than a limit,
  /// at one of up to 512 x 512 places.
  private func isExceeded(_ limit: Double, _ rows: Int, _ columns: Int) -> Bool {
    let vertices = (0...rows).flatMap { row in
      (0...columns).map {
        movement(at: SIMD2(Double($0) / Double(columns), Double(row) / Double(rows)))
      }
    }
    let (across, down) = (min(size.width, 512), min(size.height, 512))
    func positions(_ count: Int, _ position: (Double) -> AxisPosition) -> [AxisPosition] {
      (0..<count).map { position((Double($0) + 0.5) / Double(count)) }
    }
    let gridColumns = positions(across) { AxisPosition($0, amongCells: columns) }
    let mapColumns = positions(across) { AxisPosition($0, amongPixels: size.width) }
    return samples.withMovements { movements in
      vertices.withUnsafeBufferPointer { vertices in
        anyBlock(down, of: 32) { range in
          range.contains { row in
            let v = (Double(row) + 0.5) / Double(down)
            let (gridRow, mapRow) = (
              AxisPosition(v, amongCells: rows), AxisPosition(v, amongPixels: size.height)
            )
            return (0..<across).contains { column in
              let shown = bilinear(gridColumns[column], gridRow) { vertices[$1 * (columns + 1) + $0] }
              let error = shown - movement(mapColumns[column], mapRow, movements)
              return pointwiseMax(error, -error).max() > limit
            }
          }
        }
      }
    }
  }
}

/// A position between two samples on an axis.
private struct AxisPosition {
  let first: Int, second: Int
  /// The share of the distance from the first sample to the second, 0...1.
  let share: Double

  /// - `position`: in unit space.
  /// - `count`: the number of pixels, whose centers have the samples. The first and the last continue beyond them.
  init(_ position: Double, amongPixels count: Int) {
    let place = min(max(position * Double(count) - 0.5, 0), Double(count - 1))
    first = Int(clamping: place)
    second = min(first + 1, count - 1)
    share = place - Double(first)
  }

  /// - `position`: in unit space.
  /// - `count`: the number of cells, whose borders have the samples.
  init(_ position: Double, amongCells count: Int) {
    let place = position * Double(count)
    first = min(Int(clamping: place), count - 1)
    second = first + 1
    share = place - Double(first)
  }
}

/// The bilinear interpolation of four samples.
/// - `value`: the sample of a column and a row.
@inline(__always)
private func bilinear(_ x: AxisPosition, _ y: AxisPosition, _ value: (Int, Int) -> SIMD3<Double>) -> SIMD3<
  Double
> {
  let upper = value(x.first, y.first) * (1 - x.share) + value(x.second, y.first) * x.share
  let lower = value(x.first, y.second) * (1 - x.share) + value(x.second, y.second) * x.share
  return upper * (1 - y.share) + lower * y.share
}
