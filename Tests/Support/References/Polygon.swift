import MeshTransform

/// A convex polygon in canvas pixels, for exact areas.
struct Polygon {
  var corners: [SIMD2<Double>]

  /// A rectangle turned about its middle.
  init(center: SIMD2<Double>, size: SIMD2<Double>, angle: Angle) {
    let (sine, cosine) = angle.sineAndCosine
    corners = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)].map { x, y in
      let p = SIMD2(x, y) * size
      return center + SIMD2(p.x * cosine - p.y * sine, p.x * sine + p.y * cosine)
    }
  }

  init(_ corners: [SIMD2<Double>]) { self.corners = corners }

  /// By the shoelace formula.
  var area: Double {
    let doubled = corners.indices.reduce(0.0) { sum, i in
      let (a, b) = (corners[i], corners[(i + 1) % corners.count])
      return sum + a.x * b.y - a.y * b.x
    }
    return abs(doubled) / 2
  }

  /// Whether a point lies inside, for corners that run clockwise (y down).
  func contains(_ point: SIMD2<Double>) -> Bool {
    corners.indices.allSatisfy { i in
      let (a, b) = (corners[i], corners[(i + 1) % corners.count])
      return (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) > 0
    }
  }

  /// The share of the pixel that it covers, 0...1.
  func coverage(_ x: Int, _ y: Int) -> Double {
    var part = self
    part.cut { $0.x - Double(x) }
    part.cut { Double(x + 1) - $0.x }
    part.cut { $0.y - Double(y) }
    part.cut { Double(y + 1) - $0.y }
    return part.area
  }

  /// Keeps where `inside`, which is linear, is not negative (Sutherland and Hodgman 1974).
  private mutating func cut(_ inside: (SIMD2<Double>) -> Double) {
    corners = corners.indices.flatMap { i -> [SIMD2<Double>] in
      let (a, b) = (corners[i], corners[(i + 1) % corners.count])
      let (da, db) = (inside(a), inside(b))
      let crossing = (da < 0) == (db < 0) ? [] : [a + (b - a) * (da / (da - db))]
      return (da < 0 ? [] : [a]) + crossing
    }
  }
}
