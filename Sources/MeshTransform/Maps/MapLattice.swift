/// The lines of a lattice along one axis of a map, from border to border.
///
/// Every row or column of pixel centers is a line. The two borders of the picture, half a pixel outside, are lines as
/// well. Further lines halfway between pixels make their number one more than a multiple of the side of a cell.
struct LatticeAxis {
  /// A line, with the values on it: those of `pixel`, plus their difference to those of `neighbor` times `weight`.
  struct Line {
    var pixel: Int, neighbor: Int
    var weight: Float
  }

  let lines: [Line]
  /// The positions of the lines in pixels, ascending; whole numbers at pixel centers.
  let positions: [Float]
  /// For each line, whether it lies halfway between two pixels.
  let isHalf: [Bool]
  /// For each line that divides a square of the hierarchy: where it lies between the sides of this square, 0...1.
  let fractions: [Float]

  /// - `count`: pixels along the axis, above 0.
  /// - `cell`: lines per cell, a power of two.
  init(count: Int, cell: Int) {
    let intervals = count + 1
    let halved = (intervals + cell - 1) / cell * cell - intervals
    var lines = [Line(pixel: 0, neighbor: min(1, count - 1), weight: -0.5)]
    lines.reserveCapacity(intervals + halved + 1)
    for pixel in 0..<count {
      lines.append(Line(pixel: pixel, neighbor: pixel, weight: 0))
      // The halved intervals are distributed evenly.
      if pixel + 1 < count, (pixel + 1) * halved / (count - 1) > pixel * halved / (count - 1) {
        lines.append(Line(pixel: pixel, neighbor: pixel + 1, weight: 0.5))
      }
    }
    lines.append(Line(pixel: count - 1, neighbor: max(count - 2, 0), weight: -0.5))
    var positions = lines.map { Float($0.pixel) + abs($0.weight) }
    positions[0] = -0.5
    self.lines = lines
    isHalf = lines.map { $0.weight > 0 }
    self.positions = positions
    fractions = positions.indices.map { line in
      let reach = line & -line
      guard line > 0, reach < cell else { return 0.5 }
      let (low, high) = (positions[line - reach], positions[line + reach])
      return (positions[line] - low) / (high - low)
    }
  }

  /// The number of intervals for cells of this side.
  static func intervals(count: Int, cell: Int) -> Int { (count + cell) / cell * cell }
}

/// A map on a lattice of squares that halve down to single pixels.
final class MapLattice {
  /// The side of the largest squares in lines, a power of two.
  let cell: Int
  let columns: LatticeAxis, rows: LatticeAxis
  /// Row by row; both coordinates are NaN in holes. In pixels of the measure.
  let values: [SIMD2<Float>]
  /// Whether there is a hole.
  let hasHoles: Bool

  /// The largest square: a flat 4K picture has 144 of them.
  private static let largestCell = 256

  /// - `scale`: from pixels of the picture to those in which errors are measured.
  init(_ map: CoordinateMap, scale: SIMD2<Float>) {
    let size = map.size
    cell = Self.cell(for: size)
    let (columns, rows) = (
      LatticeAxis(count: size.width, cell: cell), LatticeAxis(count: size.height, cell: cell)
    )
    (self.columns, self.rows) = (columns, rows)
    let width = columns.lines.count
    let count = width * rows.lines.count
    var hasHoles = false
    values = map.values.withUnsafeBufferPointer { source in
      [SIMD2<Float>](unsafeUninitializedCapacity: count) { target, filled in
        // Rows are written by several threads, each row by one; the sharing of both buffers is safe.
        nonisolated(unsafe) let (source, target) = (source, target)
        hasHoles = mapBlocks(rows.lines.count, of: 16) { range in
          range.reduce(false) { hasHoles, row in
            let row = Self.fill(
              UnsafeMutableBufferPointer(rebasing: target[row * width..<(row + 1) * width]),
              rows.lines[row], columns, source, width: size.width, scale: scale)
            return hasHoles || row
          }
        }.contains(true)
        filled = count
      }
    }
    self.hasHoles = hasHoles
  }

  /// The largest side for which the lattice has hardly more points than the map has pixels.
  private static func cell(for size: PixelSize) -> Int {
    let limit = (size.width + 1) * (size.height + 1) * 5 / 4 + 1 << 16
    var side = 2
    while side < largestCell, side <= min(size.width, size.height) {
      let (width, height) = (
        LatticeAxis.intervals(count: size.width, cell: 2 * side),
        LatticeAxis.intervals(count: size.height, cell: 2 * side)
      )
      if width * height > limit { break }
      side *= 2
    }
    return side
  }

  /// Computes a row. Where the neighbor is a hole, a line has the values of its pixels, and where the pixel is a hole,
  /// those of the neighbor: a hole ends halfway to the next pixel.
  /// - Returns: whether the row has a hole.
  private static func fill(
    _ target: UnsafeMutableBufferPointer<SIMD2<Float>>, _ row: LatticeAxis.Line, _ columns: LatticeAxis,
    _ source: UnsafeBufferPointer<Float>, width: Int, scale: SIMD2<Float>
  ) -> Bool {
    func mixed(_ own: SIMD2<Float>, _ other: SIMD2<Float>, _ weight: Float) -> SIMD2<Float> {
      let value = own + (other - own) * weight
      if isPosition(value) { return value }
      return isPosition(own) || weight < 0 ? own : other
    }
    let source = UnsafeRawBufferPointer(source)
    func value(_ column: Int, _ row: Int) -> SIMD2<Float> {
      source.loadUnaligned(fromByteOffset: 8 * (row * width + column), as: SIMD2<Float>.self)
    }
    func pixel(_ column: Int) -> SIMD2<Float> {
      let own = value(column, row.pixel)
      return row.weight == 0 ? own : mixed(own, value(column, row.neighbor), row.weight)
    }
    var hasHole = false
    columns.lines.withUnsafeBufferPointer { lines in
      for column in 0..<lines.count {
        let line = lines[column]
        var value = pixel(line.pixel)
        if line.weight != 0 { value = mixed(value, pixel(line.neighbor), line.weight) }
        value *= scale
        if !isPosition(value) { (value, hasHole) = (SIMD2(repeating: .nan), true) }
        target.initializeElement(at: column, to: value)
      }
    }
    return hasHole
  }

  /// Whether both coordinates are numbers whose differences and products are finite.
  @inline(__always) private static func isPosition(_ value: SIMD2<Float>) -> Bool {
    abs(value.x) < 1e15 && abs(value.y) < 1e15
  }
}
