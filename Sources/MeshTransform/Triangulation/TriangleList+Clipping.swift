extension TriangleList {
  /// The distance outside 0...1 within which a content point counts as on the edge, for rounding errors.
  private static var tolerance: Float { 1e-6 }

  /// Clips away the parts that map to points outside the content's unit square, where it is transparent.
  ///
  /// Clipped parts cost no pixels, occlude nothing, and the clipped edge is antialiased like the mesh's own boundary.
  /// Content coordinates are linear over a triangle, so the clipping is exact.
  package mutating func clipToContent() {
    let isCut = anyBlock(vertices.count, of: 65_536) { range in
      range.contains { !Outside(vertices[$0].from, tolerance: Self.tolerance).isEmpty }
    }
    guard isCut else { return }
    let outside = vertices.map { Outside($0.from, tolerance: Self.tolerance) }
    var kept: [UInt32] = []
    kept.reserveCapacity(indices.count)
    for start in stride(from: 0, to: indices.count, by: 3) {
      let corners = [indices[start], indices[start + 1], indices[start + 2]]
      let sides = corners.map { outside[Int($0)] }
      if sides.allSatisfy(\.isEmpty) {
        kept += corners
      } else if sides.reduce(Outside.all, { $0.intersection($1) }).isEmpty {
        let polygon = clipped(corners)
        for i in 1..<max(1, polygon.count - 1) {
          let triangle = [polygon[0], polygon[i], polygon[i + 1]]
          if !isSliver(triangle) { kept += triangle }
        }
      }  // otherwise all corners lie beyond the same side
    }
    indices = kept
  }

  /// Whether a clipped triangle has no height on the content beyond rounding errors.
  private func isSliver(_ corners: [UInt32]) -> Bool {
    let origin = vertices[Int(corners[0])].from
    let (a, b) = (vertices[Int(corners[1])].from - origin, vertices[Int(corners[2])].from - origin)
    let longest = max((a * a).sum(), (b * b).sum()).squareRoot()
    return abs(a.x * b.y - a.y * b.x) <= Self.tolerance * longest
  }

  /// Clips a polygon to the four sides of the unit square; appends new vertices.
  private mutating func clipped(_ corners: [UInt32]) -> [UInt32] {
    var polygon = corners
    for side in Outside.sides {
      polygon = polygon.clipped(
        where: { distance($0, inside: side) }, crossing: { intersection($0, $1, $2, $3) })
      if polygon.count < 3 { return [] }
    }
    return polygon
  }

  private func distance(_ index: UInt32, inside side: Outside) -> Float {
    let from = vertices[Int(index)].from
    return switch side {
    case .left: from.x
    case .right: 1 - from.x
    case .top: from.y
    default: 1 - from.y
    }
  }

  /// The vertex at the intersection of the edge with the side. Computed from the lower index to the higher, so that two
  /// neighbors agree in every bit without a gap.
  private mutating func intersection(_ a: UInt32, _ da: Float, _ b: UInt32, _ db: Float) -> UInt32 {
    if b < a { return intersection(b, db, a, da) }
    let t = da / (da - db)
    let (p, q) = (vertices[Int(a)], vertices[Int(b)])
    vertices.append(Mesh.Vertex(from: p.from + (q.from - p.from) * t, to: p.to + (q.to - p.to) * t))
    if !normals.isEmpty {
      let (m, n) = (normals[Int(a)], normals[Int(b)])
      normals.append(Mesh.Normal(m.x + (n.x - m.x) * t, m.y + (n.y - m.y) * t, m.z + (n.z - m.z) * t))
    }
    if !brightness.isEmpty {
      brightness.append(brightness[Int(a)] + (brightness[Int(b)] - brightness[Int(a)]) * t)
    }
    return UInt32(vertices.count - 1)
  }

  /// The sides of the unit square beyond which a content point lies.
  private struct Outside: OptionSet {
    let rawValue: UInt8

    static let left = Outside(rawValue: 1)
    static let right = Outside(rawValue: 2)
    static let top = Outside(rawValue: 4)
    static let bottom = Outside(rawValue: 8)
    static let all: Outside = [.left, .right, .top, .bottom]
    static let sides: [Outside] = [.left, .right, .top, .bottom]

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(_ point: SIMD2<Float>, tolerance: Float) {
      var sides: Outside = []
      if point.x < -tolerance { sides.insert(.left) }
      if point.x > 1 + tolerance { sides.insert(.right) }
      if point.y < -tolerance { sides.insert(.top) }
      if point.y > 1 + tolerance { sides.insert(.bottom) }
      self = sides
    }
  }
}
