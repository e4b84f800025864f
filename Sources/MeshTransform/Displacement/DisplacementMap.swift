/// An image as a field of movements: -1 for black, 0 for the neutral gray, 1 for white.
struct DisplacementMap {
  let size: PixelSize
  /// The movements along x, y and z, row by row.
  private var values: [SIMD3<Float>]

  /// The largest side; the map of a larger image has means of its pixels. No grid within the limit of vertices shows
  /// more detail.
  private static let largestSide = 2048

  /// - `blur`: standard deviations along x and y in pixels of the image.
  init(_ image: Image, blur: SIMD2<Double>) {
    let image = image.converted(to: .eight)
    let factor = (max(image.size.width, image.size.height) - 1) / Self.largestSide + 1
    size = PixelSize((image.size.width - 1) / factor + 1, (image.size.height - 1) / factor + 1)
    let (width, size, isPremultiplied) = (image.size.width, size, image.alpha == .premultiplied)
    values = image.bytes.withUnsafeBytes { bytes in
      func movement(_ x: Int, _ y: Int) -> SIMD3<Float> {
        let first = 4 * (y * width + x)
        let alpha = Float(bytes[first + 3]) / 255
        let color = SIMD3(Float(bytes[first]), Float(bytes[first + 1]), Float(bytes[first + 2]))
        // Premultiplied colors carry the factor of alpha already.
        let moved = isPremultiplied ? color - 128 * alpha : (color - 128) * alpha
        return (moved / 127).clamped(lowerBound: SIMD3(repeating: -1), upperBound: SIMD3(repeating: 1))
      }
      return (0..<size.area).map { index in
        let (left, top) = (index % size.width * factor, index / size.width * factor)
        var (sum, count) = (SIMD3<Float>.zero, Float(0))
        for y in top..<min(top + factor, image.size.height) {
          for x in left..<min(left + factor, width) { (sum, count) = (sum + movement(x, y), count + 1) }
        }
        return sum / count
      }
    }
    let blur = blur / Double(factor)
    smooth(blur.x, count: size.width, step: 1, lines: size.height, lineStep: size.width)
    smooth(blur.y, count: size.height, step: size.width, lines: size.width, lineStep: 1)
  }

  /// Three box filters along one axis, which have the variance of a Gaussian together; edges continue.
  private mutating func smooth(_ sigma: Double, count: Int, step: Int, lines: Int, lineStep: Int) {
    // A box of 2 r + 1 pixels has the variance r (r + 1) / 3.
    let radius = Int((0.5 * ((1 + 4 * sigma * sigma).squareRoot() - 1)).rounded())
    guard radius > 0 else { return }
    let reach = min(radius, count)
    var line = [SIMD3<Float>](repeating: .zero, count: count)
    for number in 0..<lines {
      for _ in 0..<3 {
        for i in 0..<count { line[i] = values[number * lineStep + i * step] }
        var sum = line[0] * Float(reach)
        for i in 0...reach { sum += line[min(i, count - 1)] }
        for i in 0..<count {
          values[number * lineStep + i * step] = sum / Float(2 * reach + 1)
          sum += line[min(i + reach + 1, count - 1)] - line[max(i - reach, 0)]
        }
      }
    }
  }

  /// The movement at a point of unit space, between pixel centers bilinear; the edge continues beyond 0...1.
  func movement(at point: SIMD2<Double>) -> SIMD3<Double> {
    let x = min(max(point.x * Double(size.width) - 0.5, 0), Double(size.width - 1))
    let y = min(max(point.y * Double(size.height) - 0.5, 0), Double(size.height - 1))
    let (left, top) = (Int(x), Int(y))
    let (right, bottom) = (min(left + 1, size.width - 1), min(top + 1, size.height - 1))
    func value(_ x: Int, _ y: Int) -> SIMD3<Double> { SIMD3<Double>(values[y * size.width + x]) }
    let (s, t) = (x - Double(left), y - Double(top))
    let upper = value(left, top) * (1 - s) + value(right, top) * s
    let lower = value(left, bottom) * (1 - s) + value(right, bottom) * s
    return upper * (1 - t) + lower * t
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
    for y in 0..<down {
      let v = (Double(y) + 0.5) / Double(down)
      let row = min(Int(v * Double(rows)), rows - 1)
      let t = v * Double(rows) - Double(row)
      for x in 0..<across {
        let u = (Double(x) + 0.5) / Double(across)
        let column = min(Int(u * Double(columns)), columns - 1)
        let s = u * Double(columns) - Double(column)
        let first = row * (columns + 1) + column
        let upper = vertices[first] * (1 - s) + vertices[first + 1] * s
        let lower = vertices[first + columns + 1] * (1 - s) + vertices[first + columns + 2] * s
        let error = upper * (1 - t) + lower * t - movement(at: SIMD2(u, v))
        if pointwiseMax(error, -error).max() > limit { return true }
      }
    }
    return false
  }
}
