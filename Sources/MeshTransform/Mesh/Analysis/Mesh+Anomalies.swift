/// Legal meshes that probably are mistakes.
extension Mesh {
  /// The first faces whose edges cross each other in `to`, so that a part of the face shows its back, and their number.
  /// - Complexity: O(F).
  package func selfCrossingFaces(limit: Int) -> (first: [Int], count: Int) {
    var (first, count) = ([Int](), 0)
    for index in faces.indices where faces[index].crossesItself(vertices) {
      if count < limit { first.append(index) }
      count += 1
    }
    return (first, count)
  }

  /// The share of the content, 0...1, that the faces certainly leave out: overlapping faces count twice.
  /// - Complexity: O(F).
  package var unusedContent: Double {
    let content = Rect(0, 0, 1, 1)
    func isInside(_ point: Point) -> Bool { (0...1).contains(point.x) && (0...1).contains(point.y) }
    var area = 0.0
    for face in faces {
      let corners = (0..<4).map { corner in
        let vertex = vertices[Int(face.indices[corner])]
        return Point(Double(vertex.fromX), Double(vertex.fromY))
      }
      for triangle in [[corners[0], corners[1], corners[2]], [corners[2], corners[3], corners[0]]] {
        area += (triangle.allSatisfy(isInside) ? triangle : triangle.clipped(to: content)).area
      }
      if area >= 1 { return 0 }
    }
    return 1 - area
  }
}

extension Mesh.Face {
  /// Whether two opposite edges of a plane face cross.
  fileprivate func crossesItself(_ vertices: [Mesh.Vertex]) -> Bool {
    func corner(_ i: UInt32) -> SIMD3<Double> { SIMD3<Double>(vertices[Int(i)].to) }
    let (a, b, c, d) = (corner(indices.x), corner(indices.y), corner(indices.z), corner(indices.w))
    let (first, second) = ((b - a).cross(c - a), (d - c).cross(a - c))
    // Of crossing edges one triangle is turned against the other.
    guard (first * second).sum() < 0 else { return false }
    let length = (first * first).sum().squareRoot()
    let size = max((c - a).length, (d - a).length, (b - a).length)
    guard abs(((d - a) * first).sum()) <= 1e-6 * length * size else { return false }
    return Self.cross(a, b, c, d, about: first) || Self.cross(b, c, d, a, about: first)
  }

  /// Whether the segments ab and cd of one plane cross within both.
  private static func cross(
    _ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>, _ d: SIMD3<Double>,
    about normal: SIMD3<Double>
  ) -> Bool {
    func side(_ p: SIMD3<Double>, _ q: SIMD3<Double>, _ r: SIMD3<Double>) -> Double {
      ((q - p).cross(r - p) * normal).sum()
    }
    return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
  }
}

extension SIMD3<Double> {
  package func cross(_ other: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
  }

  fileprivate var length: Double { (self * self).sum().squareRoot() }
}

extension [Point] {
  /// The area of a convex polygon.
  fileprivate var area: Double {
    guard count > 2 else { return 0 }
    var sum = 0.0
    for index in indices {
      let (p, q) = (self[index], self[(index + 1) % count])
      sum += p.x * q.y - p.y * q.x
    }
    return abs(sum) / 2
  }
}
