/// A grid of square cells over an image, and filters of one color a cell.
struct CellGrid: Sendable {
  private let size: PixelSize
  /// Pixels.
  private let side: Int
  private let columns: Int, rows: Int

  var count: Int { columns * rows }
  /// Cells along the longer side of an image.
  private static let longest = 48
  /// The cells by which ink is bridged.
  private static let reach = 2

  init(_ size: PixelSize) {
    self.size = size
    let side = max((max(size.width, size.height) + Self.longest - 1) / Self.longest, 1)
    self.side = side
    (columns, rows) = ((size.width + side - 1) / side, (size.height + side - 1) / side)
  }

  func pixels(_ cell: Int) -> (columns: Range<Int>, rows: Range<Int>) {
    let (x, y) = (cell % columns * side, cell / columns * side)
    return (x..<min(x + side, size.width), y..<min(y + side, size.height))
  }

  /// The middle of a cell, 0...1 on both axes of the image.
  func center(_ cell: Int) -> Point {
    let (columns, rows) = pixels(cell)
    return Point(
      Double(columns.lowerBound + columns.upperBound) / Double(2 * size.width),
      Double(rows.lowerBound + rows.upperBound) / Double(2 * size.height))
  }

  /// Fills empty cells from the border of the others on.
  /// - Precondition: there is a color.
  func filled(_ colors: [SIMD4<Float>?]) -> [SIMD4<Float>] {
    var colors = colors
    while colors.contains(where: { $0 == nil }) {
      let known = colors
      for cell in known.indices where known[cell] == nil {
        let near = neighbors(of: cell, reach: 1).compactMap { known[$0] }
        if !near.isEmpty { colors[cell] = near.reduce(.zero, +) / Float(near.count) }
      }
    }
    return colors.compactMap { $0 }
  }

  /// The brightest colors around each cell: ink disappears.
  func dilated(_ colors: [SIMD4<Float>]) -> [SIMD4<Float>] { around(colors) { pointwiseMax($0, $1) } }

  /// The darkest colors around each cell.
  func eroded(_ colors: [SIMD4<Float>]) -> [SIMD4<Float>] { around(colors) { pointwiseMin($0, $1) } }

  private func around(
    _ colors: [SIMD4<Float>], _ combine: (SIMD4<Float>, SIMD4<Float>) -> SIMD4<Float>
  ) -> [SIMD4<Float>] {
    colors.indices.map { cell in
      neighbors(of: cell, reach: Self.reach).reduce(colors[cell]) { combine($0, colors[$1]) }
    }
  }

  func blurred(_ colors: [SIMD4<Float>]) -> [SIMD4<Float>] {
    var colors = colors
    for _ in 0..<2 {
      let before = colors
      for cell in colors.indices {
        let near = neighbors(of: cell, reach: 1)
        colors[cell] = near.reduce(SIMD4<Float>.zero) { $0 + before[$1] } / Float(near.count)
      }
    }
    return colors
  }

  /// The smooth luminance that most of the used cells have: a polynomial of degree 3 of its logarithm, from which cells far
  /// below, such as pictures on the page, hardly count. Nil for a few cells.
  func smoothLuminances(_ colors: [SIMD4<Float>], where isUsed: [Bool]) -> [Float]? {
    let used = colors.indices.filter { isUsed[$0] }
    guard used.count >= 30 else { return nil }
    let bases = used.map(monomials)
    let values = used.map { logarithm(max(Double(Illumination.luminance(colors[$0])), 1e-4)) }
    var (weights, factors) = ([Double](repeating: 1, count: used.count), [Double]())
    for _ in 0..<8 {
      let columns = (0..<10).map { column in bases.indices.map { weights[$0] * bases[$0][column] } }
      guard let squares = LeastSquares(columns) else { return nil }
      factors = squares.solution(values.indices.map { weights[$0] * values[$0] })
      for index in values.indices {
        let rest = values[index] - zip(factors, bases[index]).reduce(0) { $0 + $1.0 * $1.1 }
        weights[index] = rest < -0.1 ? 0.05 : 1
      }
    }
    return colors.indices.map { cell in
      let smooth = zip(factors, monomials(cell)).reduce(0) { $0 + $1.0 * $1.1 }
      return Float(exponential(min(max(smooth, -9), 0.1)))
    }
  }

  private func monomials(_ cell: Int) -> [Double] {
    let (x, y) = (2 * center(cell).x - 1, 2 * center(cell).y - 1)
    return [1, x, y, x * x, x * y, y * y, x * x * x, x * x * y, x * y * y, y * y * y]
  }

  /// The values between the middles of cells for all pixels of a row.
  func values(of colors: [SIMD4<Float>], inRow row: Int) -> [SIMD4<Float>] {
    let (above, below, v) = Self.place(row, side, rows)
    let line = (0..<columns).map { column -> SIMD4<Float> in
      let (a, b) = (colors[above * columns + column], colors[below * columns + column])
      return a + (b - a) * v
    }
    return (0..<size.width).map { pixel in
      let (left, right, u) = Self.place(pixel, side, columns)
      return line[left] + (line[right] - line[left]) * u
    }
  }

  /// The cells between whose middles a pixel lies, and its place between them, 0...1.
  private static func place(_ pixel: Int, _ side: Int, _ count: Int) -> (Int, Int, Float) {
    // In half pixels, so that all numbers are whole.
    let offset = max(2 * pixel + 1 - side, 0)
    let cell = min(offset / (2 * side), count - 1)
    let next = min(cell + 1, count - 1)
    return (cell, next, min(Float(offset - 2 * side * cell) / Float(2 * side), 1))
  }

  private func neighbors(of cell: Int, reach: Int) -> [Int] {
    let (x, y) = (cell % columns, cell / columns)
    return (max(y - reach, 0)...min(y + reach, rows - 1)).flatMap { row in
      (max(x - reach, 0)...min(x + reach, columns - 1)).map { row * columns + $0 }
    }
  }
}
