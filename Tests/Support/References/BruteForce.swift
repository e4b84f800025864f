import MeshTransform

/// Blends translucent triangles on the CPU, from the definition alone: along the line of sight through a point it meets
/// every triangle, sorts what it met by depth, in painter's order where depths are equal, and blends it, premultiplied.
struct BruteForce {
  typealias Vector = SIMD4<Double>

  /// One surface of content.
  struct Surface {
    var mesh: Mesh
    /// In points; the middle lies at the origin of the superlayer.
    var size: SIMD2<Double>
    var transform: Transform3D
    /// Premultiplied, 0...255, at a point of the content.
    var color: (SIMD2<Double>) -> Vector
    var isOpaque = false
  }

  /// What a line of sight meets.
  struct Crossing {
    let depth: Double
    /// In painter's order.
    let triangle: Int
    let color: Vector
  }

  private struct Triangle {
    let seen: [SIMD2<Double>], w: [Double], depths: [Double], contents: [SIMD2<Double>]
    let surface: Int

    var low: SIMD2<Double> { pointwiseMin(pointwiseMin(seen[0], seen[1]), seen[2]) }
    var high: SIMD2<Double> { pointwiseMax(pointwiseMax(seen[0], seen[1]), seen[2]) }
  }

  private var triangles: [Triangle] = []
  private let surfaces: [Surface]

  init(_ surfaces: [Surface]) {
    self.surfaces = surfaces
    for (index, surface) in surfaces.enumerated() {
      let m = surface.transform
      let rows = [
        Vector(m.m11, m.m12, m.m13, m.m14), Vector(m.m21, m.m22, m.m23, m.m24),
        Vector(m.m31, m.m32, m.m33, m.m34),
        Vector(m.m41, m.m42, m.m43, m.m44),
      ]
      let depthScale = surface.mesh.depthNormalization.length(of: surface.size)
      let points = surface.mesh.vertices.map { v -> Vector in
        rows[0] * ((Double(v.toX) - 0.5) * surface.size.x) + rows[1]
          * ((Double(v.toY) - 0.5) * surface.size.y)
          + rows[2] * (Double(v.toZ) * depthScale) + rows[3]
      }
      precondition(points.allSatisfy { $0.w > 0.01 }, "the reference does not clip at the eye")
      for face in surface.mesh.faces {
        for corners in [[0, 1, 2], [2, 3, 0]] {
          let i = corners.map { Int(face.indices[$0]) }
          triangles.append(
            Triangle(
              seen: i.map { SIMD2(points[$0].x, points[$0].y) / points[$0].w }, w: i.map { points[$0].w },
              depths: i.map { points[$0].z / points[$0].w },
              contents: i.map { SIMD2<Double>(surface.mesh.vertices[$0].from) }, surface: index))
        }
      }
    }
  }

  /// From the nearest to the farthest that shows, in superlayer points.
  func crossings(at p: SIMD2<Double>) -> [Crossing] {
    var met: [(Crossing, isOpaque: Bool)] = []
    for (index, t) in triangles.enumerated()
    where p.x >= t.low.x && p.y >= t.low.y && p.x <= t.high.x && p.y <= t.high.y {
      func area(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double { a.x * b.y - a.y * b.x }
      let whole = area(t.seen[1] - t.seen[0], t.seen[2] - t.seen[0])
      guard whole != 0 else { continue }
      let b = area(p - t.seen[0], t.seen[2] - t.seen[0]) / whole
      let c = area(t.seen[1] - t.seen[0], p - t.seen[0]) / whole
      guard b >= 0, c >= 0, b + c <= 1 else { continue }
      // Depth is straight on the canvas; content is straight in space.
      let depth = t.depths[0] * (1 - b - c) + t.depths[1] * b + t.depths[2] * c
      var shares = SIMD3(1 - b - c, b, c) / SIMD3(t.w[0], t.w[1], t.w[2])
      shares /= shares.sum()
      let content = t.contents[0] * shares.x + t.contents[1] * shares.y + t.contents[2] * shares.z
      let surface = surfaces[t.surface]
      met.append((Crossing(depth: depth, triangle: index, color: surface.color(content)), surface.isOpaque))
    }
    met.sort { ($0.0.depth, $0.0.triangle) > ($1.0.depth, $1.0.triangle) }
    let end = met.firstIndex { $0.isOpaque } ?? met.count - 1
    return met.prefix(end + 1).map(\.0)
  }

  /// Whether the edge of a triangle passes a pixel, or nearly: of `side` x `side` pixels of a point each.
  func pixelsOfEdges(_ side: Int, corner: SIMD2<Double>) -> [Bool] {
    var marked = [Bool](repeating: false, count: side * side)
    for triangle in triangles {
      for i in 0..<3 {
        let (a, b) = (triangle.seen[i] - corner, triangle.seen[(i + 1) % 3] - corner)
        let length = ((b - a) * (b - a)).sum().squareRoot()
        for step in 0...Int(4 * length) + 1 {
          let p = a + (b - a) * (Double(step) / Double(Int(4 * length) + 1))
          for dy in [-0.2, 0.2] {
            for dx in [-0.2, 0.2] {
              let (x, y) = (Int((p.x + dx).rounded(.down)), Int((p.y + dy).rounded(.down)))
              if (0..<side).contains(x), (0..<side).contains(y) { marked[y * side + x] = true }
            }
          }
        }
      }
    }
    return marked
  }

  /// Premultiplied, 0...255, over nothing.
  static func blend(_ crossings: [Crossing]) -> Vector {
    crossings.reduce(Vector.zero) { $0 + $1.color * (1 - $0.w / 255) }
  }

  /// The mean over `side` x `side` points of a pixel.
  func mean(pixel: SIMD2<Double>, scale: Double, side: Int) -> Vector {
    var sum = Vector.zero
    for i in 0..<side * side {
      let place = SIMD2(Double(i % side) + 0.5, Double(i / side) + 0.5) / Double(side)
      sum += Self.blend(crossings(at: pixel + place / scale))
    }
    return sum / Double(side * side)
  }
}
