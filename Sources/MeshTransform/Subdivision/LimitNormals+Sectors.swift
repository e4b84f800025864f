extension LimitNormals.OneRing {
  /// Faces around the vertex that no sharp edge parts: one tangent plane is theirs.
  struct Sector {
    /// From one border to the other, or once around.
    var wedges: [Int] = []
    /// One more than wedges; around a closed ring the last is the first.
    var spokes: [Int] = []
    /// Whether no border lies anywhere between.
    var isClosed = false
  }

  /// Every wedge is in one of them.
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

  /// Away from side `side` of wedge `first`, up to a border or to where all began.
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

  /// The normal of a sector's limit, of unit length, on the front of the content. Where the limit has none, the mean
  /// of the faces' normals weighted by area.
  ///
  /// - Precondition: no sharpness is left to wear off.
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

  /// To the front of the content, which is `side` or, where that is 0, the side of the faces.
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

  /// Where the vertex is fixed, the limit leaves it along its two sharp edges. In one or two faces these span the
  /// tangent plane. In more, the sector's middle approaches the vertex more slowly than they do, and the plane along
  /// one edge differs from that along the other; this is their mean. It also works where the edges are one line.
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
