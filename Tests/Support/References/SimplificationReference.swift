import MeshTransform

/// Compares simplified triangles with the mesh that they replace, point by point and in Double.
struct SimplificationReference {
  let mesh: Mesh
  let rows: Int, columns: Int
  let list: TriangleList
  let unitToCanvas: Transform3D
  let canvas: PixelSize
  let normals: [Mesh.Normal]
  /// Whether the faces whose row and column have an odd sum are divided along the other diagonal.
  var alternatesDiagonals = false

  /// The largest errors of a simplified surface.
  struct Worst {
    /// Canvas pixels.
    var pixels = 0.0
    var depth = 0.0
    /// The sine of the angle between normals.
    var sine = 0.0
    var brightness = 0.0
    /// The number of points of the mesh on the canvas that are not drawn.
    var missing = 0
    var compared = 0
  }

  /// - `parameter`: maps a content point to column and row; linear.
  /// - `normals`: the normals of the mesh; empty for no comparison.
  func worst(_ parameter: (SIMD2<Double>) -> SIMD2<Double>) -> Worst {
    var worst = Worst()
    // The comparison is twice as fine as the grid: vertices, and midpoints of edges and diagonals.
    let width = 2 * columns + 1
    var found = [Bool](repeating: false, count: width * (2 * rows + 1))
    let places = list.vertices.map { parameter(SIMD2<Double>($0.from)) * 2 }
    for start in stride(from: 0, to: list.indices.count, by: 3) {
      let i = (0..<3).map { Int(list.indices[start + $0]) }
      let (a, b, c) = (places[i[0]], places[i[1]], places[i[2]])
      let area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
      let low = pointwiseMin(a, pointwiseMin(b, c))
      let high = pointwiseMax(a, pointwiseMax(b, c))
      for y in max(0, Int(low.y - 0.01))...min(2 * rows, Int(high.y + 0.01)) {
        for x in max(0, Int(low.x - 0.01))...min(2 * columns, Int(high.x + 0.01)) {
          let p = SIMD2(Double(x), Double(y))
          let weightB = ((p.x - a.x) * (c.y - a.y) - (p.y - a.y) * (c.x - a.x)) / area
          let weightC = ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)) / area
          let weights = SIMD3(1 - weightB - weightC, weightB, weightC)
          guard weights.min() > -1e-3 else { continue }
          found[y * width + x] = true
          compare(i, weights, x, y, &worst)
        }
      }
    }
    for y in 0...2 * rows {
      for x in 0..<width where !found[y * width + x] {
        let seen = unitToCanvas.transform(point(fine(x, y)))
        let (px, py) = (seen.x / seen.w, seen.y / seen.w)
        if seen.w > 0, px > 0, py > 0, px < Double(canvas.width), py < Double(canvas.height) {
          worst.missing += 1
        }
      }
    }
    return worst
  }

  private func compare(_ corners: [Int], _ weights: SIMD3<Double>, _ x: Int, _ y: Int, _ worst: inout Worst) {
    let fine = fine(x, y)
    let p = unitToCanvas.transform(point(fine))
    let q = unitToCanvas.transform(
      point(zip(corners, (0..<3).map { weights[$0] }).map { ($0, $1) }, list.vertices))
    guard p.w > 0, q.w > 0 else { return }
    worst.compared += 1
    let (dx, dy) = (p.x / p.w - q.x / q.w, p.y / p.w - q.y / q.w)
    worst.pixels = max(worst.pixels, (dx * dx + dy * dy).squareRoot())
    worst.depth = max(worst.depth, abs(p.z / p.w - q.z / q.w))
    let coarse = zip(corners, (0..<3).map { weights[$0] }).map { ($0, $1) }
    if !normals.isEmpty {
      let (m, n) = (normal(fine, normals), normal(coarse, list.normals))
      let cross = SIMD3(m.y * n.z - m.z * n.y, m.z * n.x - m.x * n.z, m.x * n.y - m.y * n.x)
      let sine = ((cross * cross).sum() / ((m * m).sum() * (n * n).sum())).squareRoot()
      worst.sine = max(worst.sine, (m * n).sum() > 0 ? sine : 1)
    }
    if !mesh.brightness.isEmpty {
      let value = fine.reduce(0) { $0 + Double(mesh.brightness[$1.0]) * $1.1 }
      let simplified = coarse.reduce(0) { $0 + Double(list.brightness[$1.0]) * $1.1 }
      worst.brightness = max(worst.brightness, abs(value - simplified))
    }
  }

  /// The vertices of the grid around a point, with their weights; the point in half columns and rows.
  private func fine(_ x: Int, _ y: Int) -> [(Int, Double)] {
    func vertex(_ column: Int, _ row: Int) -> Int { row * (columns + 1) + column }
    let (c, r) = (x / 2, y / 2)
    return switch (x % 2, y % 2) {
    case (0, 0): [(vertex(c, r), 1)]
    case (1, 0): [(vertex(c, r), 0.5), (vertex(c + 1, r), 0.5)]
    case (0, _): [(vertex(c, r), 0.5), (vertex(c, r + 1), 0.5)]
    // The point lies on the diagonal of the triangles 0-1-2 and 2-3-0.
    default:
      alternatesDiagonals && (c + r) % 2 == 1
        ? [(vertex(c + 1, r), 0.5), (vertex(c, r + 1), 0.5)]
        : [(vertex(c, r), 0.5), (vertex(c + 1, r + 1), 0.5)]
    }
  }

  private func point(_ weights: [(Int, Double)]) -> Point3D { point(weights, mesh.vertices) }

  private func point(_ weights: [(Int, Double)], _ vertices: [Mesh.Vertex]) -> Point3D {
    let p = weights.reduce(SIMD3<Double>.zero) { $0 + SIMD3<Double>(vertices[$1.0].to) * $1.1 }
    return Point3D(p.x, p.y, p.z)
  }

  private func normal(_ weights: [(Int, Double)], _ normals: [Mesh.Normal]) -> SIMD3<Double> {
    weights.reduce(SIMD3<Double>.zero) {
      let n = normals[$1.0]
      return $0 + SIMD3(Double(n.x), Double(n.y), Double(n.z)) * $1.1
    }
  }
}

extension TriangleList {
  /// Edges with one triangle, as the content points of their ends.
  var openEdges: [(SIMD2<Float>, SIMD2<Float>)] {
    var counts: [SIMD2<UInt32>: Int] = [:]
    for start in stride(from: 0, to: indices.count, by: 3) {
      for (i, j) in [(0, 1), (1, 2), (2, 0)] {
        let (a, b) = (indices[start + i], indices[start + j])
        counts[SIMD2(min(a, b), max(a, b)), default: 0] += 1
      }
    }
    return counts.filter { $0.value == 1 }.map {
      (vertices[Int($0.key.x)].from, vertices[Int($0.key.y)].from)
    }
  }
}
