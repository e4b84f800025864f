extension LimitNormals.OneRing {
  /// Consecutive faces around the vertex without a sharp edge between them, which share a tangent plane.
  struct Sector {
    /// The wedges from one sector boundary to the other, or of the whole ring.
    var wedges: [Int] = []
    /// One more than wedges; for a closed ring the last is the first.
    var spokes: [Int] = []
    /// Whether the sector has no boundary.
    var isClosed = false
  }

  /// The sectors, which partition the wedges.
  func sectors() -> [Sector] {
    var sectors: [Sector] = []
    var isTaken = [Bool](repeating: false, count: wedges.count)
    for k in wedges.indices {
      for side in 0..<2 where !isTaken[k] && spokes[Int(wedges[k].spokes[side])].isSectorBoundary {
        sectors.append(sector(from: k, side, &isTaken))
      }
    }
    for k in wedges.indices where !isTaken[k] {
      var sector = sector(from: k, 0, &isTaken)
      sector.isClosed = true
      sectors.append(sector)
    }
    return sectors
  }

  /// The sector from side `side` of wedge `first`, up to a boundary or back to the start.
  private func sector(from first: Int, _ side: Int, _ isTaken: inout [Bool]) -> Sector {
    var sector = Sector()
    var (wedge, entry) = (first, Int(wedges[first].spokes[side]))
    sector.spokes.append(entry)
    while !isTaken[wedge] {
      isTaken[wedge] = true
      let ends = wedges[wedge].spokes
      let exit = Int(Int(ends[0]) == entry ? ends[1] : ends[0])
      sector.wedges.append(wedge)
      sector.spokes.append(exit)
      if spokes[exit].isSectorBoundary { break }
      let neighbors = spokes[exit].wedges
      (wedge, entry) = (Int(Int(neighbors[0]) == wedge ? neighbors[1] : neighbors[0]), exit)
    }
    return sector
  }

  /// The unit normal of a sector's limit, on the front of the content. If the limit is singular, the mean of the faces'
  /// normals weighted by area.
  ///
  /// - Precondition: every sharpness is 0 or infinite.
  func normal(of sector: Sector) -> SIMD3<Double> {
    let facets = facetNormal(of: sector)
    let isOpen = !sector.isClosed && sector.spokes.first != sector.spokes.last
    if isOpen, rule != .crease { return cornerNormal(of: sector, facets) }
    let tangents =
      isOpen
      ? creaseTangents(sector)
      : sector.isClosed || rule != .smooth ? smoothTangents(sector) : dartTangents(sector)
    return Self.oriented(tangents.perpendicular, tangents.side, facets)
  }

  /// The normal on the front of the content, which is `side` or, if that is 0, the side of the faces.
  private static func oriented(
    _ normal: SIMD3<Double>, _ side: Double, _ facets: SIMD3<Double>
  ) -> SIMD3<Double> {
    if normal == .zero { return facets }
    return normal * (side != 0 ? side : (normal * facets).sum() < 0 ? -1 : 1)
  }

  private func facetNormal(of sector: Sector) -> SIMD3<Double> {
    var sum = SIMD3<Double>.zero
    for k in sector.wedges {
      let (a, b) = (
        spokes[Int(wedges[k].spokes[0])].end - center, spokes[Int(wedges[k].spokes[1])].end - center
      )
      let diagonal = wedges[k].diagonal - center
      for triangle in [LimitNormals.Tangents(a, diagonal), LimitNormals.Tangents(diagonal, b)] {
        sum += triangle.cross * (triangle.contentArea < 0 ? -1 : 1)
      }
    }
    return sum.direction
  }

  /// The normal at a fixed vertex. The limit contains the two sharp edges. In one or two faces these span the tangent
  /// plane. In more faces, the sector's middle converges more slowly, and the plane along one edge differs from that
  /// along the other; this is their mean. It is defined for collinear edges as well.
  private func cornerNormal(of sector: Sector, _ facets: SIMD3<Double>) -> SIMD3<Double> {
    let first = spokes[sector.spokes[0]].end - center
    let last = spokes[sector.spokes[sector.spokes.count - 1]].end - center
    let middle = middleTangent(sector)
    let (edges, start, end) = (
      LimitNormals.Tangents(first, last), LimitNormals.Tangents(first, middle),
      LimitNormals.Tangents(middle, last)
    )
    let fan = start.side + end.side
    if sector.wedges.count <= 2, edges.perpendicular != .zero {
      return Self.oriented(edges.perpendicular, edges.side != 0 ? edges.side : fan, facets)
    }
    return Self.oriented((start.perpendicular + end.perpendicular).direction, fan, facets).direction
  }
}
