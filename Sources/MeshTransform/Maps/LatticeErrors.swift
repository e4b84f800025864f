/// The errors of a hierarchy of right triangles over a lattice: for each point that divides two triangles at their
/// common longest side, a bound of the error of these two triangles if the point does not divide them.
///
/// The hierarchy is that of right-triangulated irregular networks (Evans, Kirkpatrick and Townsend 2001) and of RTIN
/// terrain (Lindstrom and others 1996). A square of 2s lines has a center, which divides its diagonal; then each side
/// has a middle, which divides the two triangles beside it. An error is at least as large as those of the points that
/// depend on it, as far as they exceed the tolerance. So the points above the tolerance make a mesh without
/// T-junctions.
///
/// A distance is the larger of those along the two axes. Let E(T) be the largest distance of the map from the plane of T at
/// the points of the lattice inside T. If v divides T into T1 and T2, the planes differ from that of T by at most d(v), the
/// distance at v. Hence E(T) <= d(v) + max(E(T1), E(T2)). Only where d(v) is below the tolerance and this bound is above it, E(T) is
/// computed from all points in T.
final class LatticeErrors {
  /// The error at a point that divides triangles without any position.
  static let hole: Float = -1

  let lattice: MapLattice
  /// In pixels of the measure; infinite where holes require the division, ``hole`` where all is a hole. Undefined at the
  /// corners of the largest squares.
  private(set) var values: [Float]
  private let tolerance: Float

  init(_ lattice: MapLattice, tolerance: Float) {
    (self.lattice, self.tolerance) = (lattice, tolerance)
    let count = lattice.values.count
    values = [Float](unsafeUninitializedCapacity: count) { errors, filled in
      lattice.values.withUnsafeBufferPointer { points in
        let pass = Pass(lattice, points: points, errors: errors, tolerance: tolerance)
        var step = 1
        while step < lattice.cell {
          pass.divideSides(step)
          pass.divideSquares(step)
          step *= 2
        }
      }
      filled = count
    }
  }
}

/// The errors of one lattice, finest level first.
private struct Pass {
  private let columns: LatticeAxis, rows: LatticeAxis
  private let width: Int, height: Int
  private let tolerance: Float
  private let hasHoles: Bool
  /// The position of each column, twice.
  private let pairedPositions: [Float]
  // Several threads write rows of `errors` at a time, each row by one thread, and read only rows of the level before.
  private nonisolated(unsafe) let points: UnsafeBufferPointer<SIMD2<Float>>
  private nonisolated(unsafe) let errors: UnsafeMutableBufferPointer<Float>

  init(
    _ lattice: MapLattice, points: UnsafeBufferPointer<SIMD2<Float>>,
    errors: UnsafeMutableBufferPointer<Float>, tolerance: Float
  ) {
    (columns, rows, self.tolerance) = (lattice.columns, lattice.rows, tolerance)
    (width, height) = (columns.lines.count, rows.lines.count)
    (self.points, self.errors, hasHoles) = (points, errors, lattice.hasHoles)
    pairedPositions = lattice.columns.positions.flatMap { [$0, $0] }
  }

  /// The middles of the sides of squares of `2 * step` lines.
  func divideSides(_ step: Int) {
    let count = (height - 1) / step + 1
    inParallel(count, grainSize: max(1, 32768 / width)) { range in
      for row in range {
        let y = row * step
        row & 1 == 0 ? divideHorizontalSides(y, step) : divideVerticalSides(y, step)
      }
    }
  }

  /// The centers of squares of `2 * step` lines.
  func divideSquares(_ step: Int) {
    inParallel((height - 1) / (2 * step), grainSize: max(1, 32768 / width)) { range in
      for row in range { divideSquares((2 * row + 1) * step, step) }
    }
  }

  private func divideHorizontalSides(_ y: Int, _ step: Int) {
    let fractions = columns.fractions
    let (hasAbove, hasBelow) = (y > 0, y < height - 1)
    let half = step / 2
    let rows = half * width
    for x in stride(from: step, to: width, by: 2 * step) {
      let point = y * width + x
      let (a, b) = (points[point - step], points[point + step])
      let difference = points[point] - (a + (b - a) * fractions[x])
      var parts = Parts()
      if step == 1 {
        if hasAbove { add(corners: point - width, across: 1, to: &parts) }
        if hasBelow { add(corners: point + width, across: 1, to: &parts) }
      } else {
        if hasAbove { parts.add(errors[point - rows - half], errors[point - rows + half]) }
        if hasBelow { parts.add(errors[point + rows - half], errors[point + rows + half]) }
      }
      errors[point] = merged(difference, parts, (points[point], a, b)) {
        max(
          hasAbove ? error((x - step, y), (x + step, y), (x, y - step)) : 0,
          hasBelow ? error((x - step, y), (x + step, y), (x, y + step)) : 0)
      }
    }
  }

  private func divideVerticalSides(_ y: Int, _ step: Int) {
    let fraction = rows.fractions[y]
    let half = step / 2
    let (reach, rows) = (step * width, half * width)
    for x in stride(from: 0, to: width, by: 2 * step) {
      let point = y * width + x
      let (a, b) = (points[point - reach], points[point + reach])
      let difference = points[point] - (a + (b - a) * fraction)
      let (hasLeft, hasRight) = (x > 0, x < width - 1)
      var parts = Parts()
      if step == 1 {
        if hasLeft { add(corners: point - 1, across: width, to: &parts) }
        if hasRight { add(corners: point + 1, across: width, to: &parts) }
      } else {
        if hasLeft { parts.add(errors[point - rows - half], errors[point + rows - half]) }
        if hasRight { parts.add(errors[point - rows + half], errors[point + rows + half]) }
      }
      errors[point] = merged(difference, parts, (points[point], a, b)) {
        max(
          hasLeft ? error((x, y - step), (x, y + step), (x - step, y)) : 0,
          hasRight ? error((x, y - step), (x, y + step), (x + step, y)) : 0)
      }
    }
  }

  private func divideSquares(_ y: Int, _ step: Int) {
    let fractions = columns.fractions
    let t = rows.fractions[y]
    let reach = step * width
    // Diagonals run from the center of the next larger square to its corners.
    var isFalling = (y / (2 * step)) & 1 == 0
    for x in stride(from: step, to: width, by: 2 * step) {
      let point = y * width + x
      let side = isFalling ? step : -step
      let (a, b) = (points[point - reach - side], points[point + reach + side])
      let (c, d) = (points[point - reach + side], points[point + reach - side])
      // The planes of both triangles at the point, which is not quite on the diagonal where lines are halved.
      let s = isFalling ? fractions[x] : 1 - fractions[x]
      let first = points[point] - (a + (c - a) * s + (b - c) * t)
      let second = points[point] - (a + (d - a) * t + (b - d) * s)
      let difference = length(first) > length(second) ? first : second
      var parts = Parts()
      parts.add(errors[point - step], errors[point + step])
      parts.add(errors[point - reach], errors[point + reach])
      errors[point] = merged(difference, parts, (points[point], a, b)) {
        max(
          error((x - side, y - step), (x + side, y + step), (x + side, y - step)),
          error((x - side, y - step), (x + side, y + step), (x - side, y + step)))
      }
      isFalling.toggle()
    }
  }

  /// Adds the other corners of the two smallest squares on one side of a point. A square with a hole is divided into both
  /// of its triangles.
  /// - Parameter across: the distance of the corners from the one in the middle.
  @inline(__always) private func add(corners middle: Int, across: Int, to parts: inout Parts) {
    guard hasHoles else {
      parts.high = 0
      return
    }
    parts.add(corner: points[middle - across])
    parts.add(corner: points[middle])
    parts.add(corner: points[middle + across])
  }

  /// The error at a point.
  /// - Parameters:
  ///   - difference: from the planes of its triangles; NaN where one of the points is a hole.
  ///   - exact: the largest error of the points in both triangles.
  @inline(__always) private func merged(
    _ difference: SIMD2<Float>, _ parts: Parts, _ points: (SIMD2<Float>, SIMD2<Float>, SIMD2<Float>),
    exact: () -> Float
  ) -> Float {
    let own = length(difference)
    let bound = own + parts.high
    // False also where a point is a hole.
    if bound <= tolerance, parts.low >= 0 { return bound }
    if bound.isNaN || parts.low < 0 {
      let isHole = parts.high < 0 && points.0.x.isNaN && points.1.x.isNaN && points.2.x.isNaN
      return isHole ? LatticeErrors.hole : .infinity
    }
    return parts.high > tolerance || own > tolerance ? max(own, parts.high) : exact()
  }

  /// The largest distance of the map from the plane through three points of the lattice, at the points in their
  /// triangle. Stops above the tolerance.
  ///
  /// The triangle is widened by a line to each side where its sides are diagonal, because points that halve an interval
  /// move others from the diagonal by less than a line.
  @inline(never) private func error(_ a: (x: Int, y: Int), _ b: (x: Int, y: Int), _ c: (x: Int, y: Int))
    -> Float
  {
    let (x, y) = (columns.positions, rows.positions)
    let origin = points[a.y * width + a.x]
    let (u, v) = (points[b.y * width + b.x] - origin, points[c.y * width + c.x] - origin)
    let (bx, by) = (x[b.x] - x[a.x], y[b.y] - y[a.y])
    let (cx, cy) = (x[c.x] - x[a.x], y[c.y] - y[a.y])
    let determinant = bx * cy - cx * by
    let slopeX = (u * cy - v * by) / determinant
    let slopeY = (v * bx - u * cx) / determinant
    let (left, right) = (min(a.x, b.x, c.x), max(a.x, b.x, c.x))
    var largest: Float = 0
    for row in min(a.y, b.y, c.y)...max(a.y, b.y, c.y) {
      var (low, high) = (right, left)
      func cross(_ p: (x: Int, y: Int), _ q: (x: Int, y: Int)) {
        if p.y == q.y {
          if row == p.y { (low, high) = (left, right) }
        } else if row >= min(p.y, q.y), row <= max(p.y, q.y) {
          // The slope of a side is 0, 1 or -1, or the side is vertical.
          let distance = abs(row - p.y)
          let x = q.x > p.x ? p.x + distance : q.x < p.x ? p.x - distance : p.x
          (low, high) = (min(low, x), max(high, x))
        }
      }
      cross(a, b)
      cross(b, c)
      cross(c, a)
      (low, high) = (max(low - 1, left), min(high + 1, right))
      let start = origin + slopeY * (y[row] - y[a.y]) - slopeX * x[a.x]
      largest = max(largest, self.largest(low...high, of: row, start, slopeX))
      if largest > tolerance { break }
    }
    return largest
  }

  /// The largest distance of points of a row from a line: `start + slope * position`.
  @inline(__always) private func largest(
    _ range: ClosedRange<Int>, of row: Int, _ start: SIMD2<Float>, _ slope: SIMD2<Float>
  ) -> Float {
    let points = UnsafeRawPointer(points.baseAddress! + row * width)
    return pairedPositions.withUnsafeBytes { positions in
      var column = range.lowerBound
      var largest = SIMD8<Float>.zero
      let start8 = SIMD8(
        lowHalf: SIMD4(lowHalf: start, highHalf: start), highHalf: SIMD4(lowHalf: start, highHalf: start))
      let slope8 = SIMD8(
        lowHalf: SIMD4(lowHalf: slope, highHalf: slope), highHalf: SIMD4(lowHalf: slope, highHalf: slope))
      while column + 3 <= range.upperBound {
        let value = points.loadUnaligned(fromByteOffset: 8 * column, as: SIMD8<Float>.self)
        let position = positions.loadUnaligned(fromByteOffset: 8 * column, as: SIMD8<Float>.self)
        let difference = value - (start8 + position * slope8)
        let distance = difference.replacing(with: -difference, where: difference .< 0)
        largest.replace(with: distance, where: distance .> largest)
        column += 4
      }
      let four = pairMax(largest.lowHalf, largest.highHalf)
      let two = pairMax(four.lowHalf, four.highHalf)
      var result = max(two.x, two.y)
      while column <= range.upperBound {
        let value = points.loadUnaligned(fromByteOffset: 8 * column, as: SIMD2<Float>.self)
        let position = positions.loadUnaligned(fromByteOffset: 8 * column, as: SIMD2<Float>.self)
        result = max(result, length(value - (start + position * slope)))
        column += 1
      }
      return result
    }
  }

  /// The larger distance along an axis; NaN for holes, where both coordinates are NaN.
  @inline(__always) private func length(_ difference: SIMD2<Float>) -> Float {
    let (x, y) = (abs(difference.x), abs(difference.y))
    return x > y ? x : y
  }

  /// The larger of each pair. The function of the standard library is slower.
  @inline(__always) private func pairMax<Pair: SIMD>(_ a: Pair, _ b: Pair) -> Pair
  where Pair.Scalar == Float {
    a.replacing(with: b, where: b .> a)
  }

  /// The errors of the points inside the triangles of a point.
  private struct Parts {
    var low = Float.infinity, high = LatticeErrors.hole

    @inline(__always) mutating func add(_ a: Float, _ b: Float) {
      let (least, most) = (a < b ? a : b, a > b ? a : b)
      low = least < low ? least : low
      high = most > high ? most : high
    }

    /// A corner of one of the smallest squares.
    @inline(__always) mutating func add(corner: SIMD2<Float>) {
      // A comparison with NaN is false.
      if corner.x == corner.x { high = high > 0 ? high : 0 } else { low = LatticeErrors.hole }
    }
  }
}
