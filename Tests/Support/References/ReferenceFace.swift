import MeshTransform

/// What lies where on a face, found in Double and by other means than the renderer's: Newton's method for the bilinear
/// patch, elimination for the homography.
struct ReferenceFace {
  /// Of the corners 0...3.
  let from: [SIMD2<Double>]
  /// Homogeneous canvas pixels.
  let canvas: [SIMD3<Double>]

  init(_ mesh: Mesh, face: Int = 0, _ unitToCanvas: Transform3D) {
    let corners = (0..<4).map { mesh.vertices[Int(mesh.faces[face].indices[$0])] }
    from = corners.map { SIMD2<Double>($0.from) }
    canvas = corners.map {
      let seen = unitToCanvas.transform(Point3D(Double($0.toX), Double($0.toY), Double($0.toZ)))
      return SIMD3(seen.x, seen.y, seen.w)
    }
  }

  /// The mean of four corners' values at (u, v).
  static func mean<Value: SIMD>(_ values: [Value], _ at: SIMD2<Double>) -> Value
  where Value.Scalar == Double {
    let top = values[0] * (1 - at.x) + values[1] * at.x
    let bottom = values[3] * (1 - at.x) + values[2] * at.x
    return top * (1 - at.y) + bottom * at.y
  }

  /// The one point (u, v) of the patch within 0...1 that is seen at a canvas point; nil where there is none, or another.
  func patchPoint(seenAt place: SIMD2<Double>) -> SIMD2<Double>? {
    var found: SIMD2<Double>?
    for start in 0..<4 {
      let start = SIMD2(Double(start % 2), Double(start / 2)) * 0.7 + 0.15
      guard let point = newton(from: start, place), point.x >= 0, point.x <= 1, point.y >= 0, point.y <= 1
      else {
        continue
      }
      if let found, abs(found.x - point.x) + abs(found.y - point.y) > 1e-6 { return nil }
      found = point
    }
    return found
  }

  private func newton(from start: SIMD2<Double>, _ place: SIMD2<Double>) -> SIMD2<Double>? {
    func seen(_ at: SIMD2<Double>) -> SIMD2<Double> {
      let p = Self.mean(canvas, at)
      return SIMD2(p.x, p.y) / p.z
    }
    var at = start
    for _ in 0..<40 {
      let rest = seen(at) - place
      if abs(rest.x) + abs(rest.y) < 1e-10 { return at }
      let h = 1e-6
      let byU = (seen(at + SIMD2(h, 0)) - seen(at - SIMD2(h, 0))) / (2 * h)
      let byV = (seen(at + SIMD2(0, h)) - seen(at - SIMD2(0, h))) / (2 * h)
      let area = byU.x * byV.y - byU.y * byV.x
      guard abs(area) > 1e-9 else { return nil }
      at -= SIMD2(rest.x * byV.y - rest.y * byV.x, byU.x * rest.y - byU.y * rest.x) / area
      guard abs(at.x) < 10, abs(at.y) < 10 else { return nil }
    }
    return nil
  }

  /// The map from canvas points to content points that takes the four corners to their content.
  var canvasToContent: Homography? {
    Homography(canvas.map { SIMD2($0.x, $0.y) / $0.z }, to: from)
  }
}

/// A perspective map of the plane.
struct Homography {
  private let h: [Double]

  /// Takes four points to four others: eight linear equations in eight unknowns, by Gaussian elimination.
  init?(_ source: [SIMD2<Double>], to target: [SIMD2<Double>]) {
    var rows: [[Double]] = zip(source, target).flatMap { p, q -> [[Double]] in
      [
        [p.x, p.y, 1, 0, 0, 0, -q.x * p.x, -q.x * p.y, q.x],
        [0, 0, 0, p.x, p.y, 1, -q.y * p.x, -q.y * p.y, q.y],
      ]
    }
    for column in 0..<8 {
      guard let pivot = (column..<8).max(by: { abs(rows[$0][column]) < abs(rows[$1][column]) }),
        abs(rows[pivot][column]) > 1e-12
      else { return nil }
      rows.swapAt(column, pivot)
      for row in 0..<8 where row != column {
        let factor = rows[row][column] / rows[column][column]
        for k in column..<9 { rows[row][k] -= factor * rows[column][k] }
      }
    }
    h = (0..<8).map { rows[$0][8] / rows[$0][$0] } + [1]
  }

  func callAsFunction(_ p: SIMD2<Double>) -> SIMD2<Double> {
    let w = h[6] * p.x + h[7] * p.y + h[8]
    return SIMD2(h[0] * p.x + h[1] * p.y + h[2], h[3] * p.x + h[4] * p.y + h[5]) / w
  }
}
