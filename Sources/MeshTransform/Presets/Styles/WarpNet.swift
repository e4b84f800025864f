/// Two to four rows and columns of control points of a tensor-product Bezier patch over a layer. x grows to the right, y
/// down, from the layer's top left corner, in the unit of its sides.
struct WarpNet {
  /// From the top; each row has its points from the left.
  var rows: [[SIMD2<Double>]]
  let width: Double, height: Double

  init(_ rows: [[SIMD2<Double>]], width: Double, height: Double) {
    (self.rows, self.width, self.height) = (rows, width, height)
  }

  /// The identity.
  init(rows: Int, columns: Int, width: Double, height: Double) {
    let lines = (0..<rows).map { row in
      Self.line(columns, width: width, y: height * Double(row) / Double(rows - 1))
    }
    self.init(lines, width: width, height: height)
  }

  /// Evenly spaced points at one height.
  static func line(_ count: Int, width: Double, y: Double) -> [SIMD2<Double>] {
    (0..<count).map { SIMD2(width * Double($0) / Double(count - 1), y) }
  }

  /// The cubic that approximates a circular arc between two points at the height `y`.
  ///
  /// Its handles have the length `4/3 tan(angle / 2)` radii, so that the middle lies on the circle. With the radius
  /// `chord / (2 sin angle)` that is `chord / (3 cos^2(angle / 2))`, which also holds for a straight line.
  ///
  /// - Parameter angle: half of the arc, in radians; positive bends upward.
  static func arc(from left: Double, to right: Double, y: Double, angle: Double) -> [SIMD2<Double>] {
    let half = cosine(angle / 2)
    let handle = (right - left) / (3 * half * half)
    let (x, rise) = (handle * cosine(angle), handle * sine(angle))
    return [SIMD2(left, y), SIMD2(left + x, y - rise), SIMD2(right - x, y - rise), SIMD2(right, y)]
  }

  /// The net with top and bottom exchanged.
  var mirrored: WarpNet {
    WarpNet(
      rows.reversed().map { $0.map { SIMD2($0.x, height - $0.y) } }, width: width, height: height)
  }

  /// The net with x and y swapped.
  var transposed: WarpNet {
    let columns = rows[0].indices.map { column in
      rows.map { SIMD2($0[column].y, $0[column].x) }
    }
    return WarpNet(columns, width: height, height: width)
  }

  /// Scales each row about the middle between its ends, by `1 - amount` at the top to `1 + amount` at the bottom.
  func widened(by amount: Double) -> WarpNet {
    var net = self
    for (index, row) in rows.enumerated() {
      let factor = 1 + amount * (2 * Double(index) / Double(rows.count - 1) - 1)
      let middle = (row[0] + row[row.count - 1]) / 2
      net.rows[index] = row.map { middle + ($0 - middle) * factor }
    }
    return net
  }

  /// The same surface in unit layer space, by control points of degree 3 in both directions.
  var patch: BicubicPatch {
    let lines = rows.map { Self.elevated($0) }
    let columns = (0..<4).map { column in Self.elevated(lines.map { $0[column] }) }
    return BicubicPatch { row, column in
      Point3D(columns[column][row].x / width, columns[column][row].y / height, 0)
    }
  }

  /// Four control points of the same Bezier curve.
  private static func elevated(_ points: [SIMD2<Double>]) -> [SIMD2<Double>] {
    var points = points
    while points.count < 4 {
      let count = points.count
      points = (0...count).map { i in
        let share = Double(i) / Double(count)
        return points[max(i - 1, 0)] * share + points[min(i, count - 1)] * (1 - share)
      }
    }
    return points
  }
}
