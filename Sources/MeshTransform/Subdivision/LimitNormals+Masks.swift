#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The limit tangents: products of the one-ring with the left eigenvectors of its subdivision matrix.
///
/// Smooth vertices: Halstead, Kass, DeRose, "Efficient, Fair Interpolation Using Catmull-Clark Surfaces" (1993).
/// Creases, corners and darts: the same analysis with the rows of sharp edges in the matrix, as in Biermann, Levin,
/// Zorin, "Piecewise Smooth Subdivision Surfaces with Normal Control" (2000), but for the unmodified rules.
extension LimitNormals.OneRing {
  typealias Tangents = LimitNormals.Tangents
  typealias Position = LimitNormals.Position

  private func end(_ sector: Sector, _ i: Int) -> Position { spokes[sector.spokes[i]].end - center }
  private func diagonal(_ sector: Sector, _ i: Int) -> Position { wedges[sector.wedges[i]].diagonal - center }

  /// A full ring: cosines and sines of one period. For two faces, the vectors between the edge ends and between the
  /// diagonals.
  func smoothTangents(_ sector: Sector) -> Tangents {
    let n = sector.wedges.count
    if n == 2 {
      return Tangents(
        end(sector, 0) - end(sector, 1), diagonal(sector, 0) - diagonal(sector, 1))
    }
    let angle = 2 * Double.pi / Double(n)
    let coefficient = Self.edgeCoefficient(n)
    var (first, second) = (Position.zero, Position.zero)
    for i in 0..<n {
      let (c, s) = (cos(angle * Double(i)), sin(angle * Double(i)))
      let (nextC, nextS) = (cos(angle * Double(i + 1)), sin(angle * Double(i + 1)))
      first += end(sector, i) * (coefficient * c) + diagonal(sector, i) * (c + nextC)
      second += end(sector, i) * (coefficient * s) + diagonal(sector, i) * (s + nextS)
    }
    return Tangents(first, second)
  }

  /// The coefficient of an edge end relative to a face's diagonal: 4 for four faces.
  private static func edgeCoefficient(_ n: Int) -> Double {
    let c = cos(2 * Double.pi / Double(n))
    return 1 + c + cos(Double.pi / Double(n)) * (2 * (9 + c)).squareRoot()
  }

  /// A full ring with one sharp edge, at which the sector begins and ends. Across that edge the eigenvector is that of
  /// a smooth vertex, with sines, which vanish at the edge. Along it, an iteration computes the eigenvector.
  func dartTangents(_ sector: Sector) -> Tangents {
    let n = sector.wedges.count
    // The eigenvalues of many faces are nearly equal, and one sharp edge has little effect.
    guard n > 2, n <= 64 else { return smoothTangents(sector) }
    let mask = Self.dartMask(n)
    var first = Position.zero
    for i in 0..<n { first += end(sector, i) * mask.edges[i] + diagonal(sector, i) * mask.faces[i] }
    return Tangents(first, smoothTangents(sector).second)
  }

  /// The left eigenvector of the largest eigenvalue below 1 among those symmetric to the sharp edge, by multiplication
  /// with the transposed matrix of the ring relative to its center.
  private static func dartMask(_ n: Int) -> (edges: [Double], faces: [Double]) {
    let angle = 2 * Double.pi / Double(n)
    var edges = (0..<n).map { edgeCoefficient(n) * cos(angle * Double($0)) }
    var faces = (0..<n).map { cos(angle * Double($0)) + cos(angle * Double($0 + 1)) }
    for _ in 0..<4000 {
      // Subtracts the displacement of the center from every row.
      let shift = (edges.reduce(0, +) + faces.reduce(0, +)) / Double(n * n)
      let middles = (0..<n).map { i in
        faces[i] - shift + (i == 0 ? 0 : edges[i] / 4) + (i + 1 == n ? 0 : edges[i + 1] / 4)
      }
      let newEdges = (0..<n).map { i in
        edges[i] * (i == 0 ? 0.5 : 0.25) - shift + (middles[i] + middles[(i + n - 1) % n]) / 4
      }
      let newFaces = middles.map { $0 / 4 }
      let largest = (newEdges + newFaces).reduce(0) { max($0, abs($1)) }
      guard largest > 0 else { break }
      var change = 0.0
      for i in 0..<n {
        // The mean with the mirror image suppresses the sines, whose eigenvalue is larger.
        let e = (newEdges[i] + newEdges[(n - i) % n]) / (2 * largest)
        let f = (newFaces[i] + newFaces[n - 1 - i]) / (2 * largest)
        change = max(change, abs(e - edges[i]), abs(f - faces[i]))
        (edges[i], faces[i]) = (e, f)
      }
      if change < 1e-15 { break }
    }
    return (edges, faces)
  }

  /// The tangents of a sector between two sharp edges of a crease vertex: along the crease, and across it.
  func creaseTangents(_ sector: Sector) -> Tangents {
    let k = sector.wedges.count
    let along = end(sector, 0) - end(sector, k)
    // The center is the origin, so that its own weight is not needed.
    if k == 1 { return Tangents(along, end(sector, 0) + end(sector, 1)) }
    let inner = innerTangent(sector)
    let edgeCoefficient = inner.eigenvalue * sin(Double.pi / Double(k)) - inner.weight / 8
    return Tangents(
      along, inner.tangent + (end(sector, 0) + end(sector, k)) * (edgeCoefficient / (inner.eigenvalue - 0.25))
    )
  }

  /// The tangent toward the middle of a sector between two sharp edges of a corner vertex. For a single face, its
  /// diagonal.
  func middleTangent(_ sector: Sector) -> Position {
    let k = sector.wedges.count
    if k == 1 { return diagonal(sector, 0) }
    let inner = innerTangent(sector)
    // For two faces the eigenvalue is that of the sharp edges, whose contribution vanishes.
    guard k > 2 else { return inner.tangent }
    let edgeCoefficient = inner.eigenvalue * sin(Double.pi / Double(k))
    return inner.tangent + (end(sector, 0) + end(sector, k)) * (edgeCoefficient / (inner.eigenvalue - 0.5))
  }

  /// Half a period of sines over the edges and faces between two sharp edges: the part of the eigenvector that does not
  /// depend on the rules of the vertex and of these edges; and the sum of its weights.
  private func innerTangent(_ sector: Sector) -> (tangent: Position, weight: Double, eigenvalue: Double) {
    let k = sector.wedges.count
    let angle = Double.pi / Double(k)
    let c = cos(angle)
    // The eigenvalue solves the quadratic equation shared by edges and faces; 1/2 for two faces.
    let eigenvalue = (5 + c + ((5 + c) * (5 + c) - 16).squareRoot()) / 16
    var (tangent, weight) = (Position.zero, 0.0)
    for i in 1..<k {
      let coefficient = 4 * (4 * eigenvalue - 1) * sin(angle * Double(i))
      tangent += end(sector, i) * coefficient
      weight += coefficient
    }
    for i in 0..<k {
      let coefficient = sin(angle * Double(i)) + sin(angle * Double(i + 1))
      tangent += diagonal(sector, i) * coefficient
      weight += coefficient
    }
    return (tangent, weight, eigenvalue)
  }
}

extension LimitNormals {
  /// Two tangents of the surface at a vertex, with the corresponding vectors of the content.
  struct Tangents {
    let first: Position, second: Position

    @inline(__always)
    init(_ first: Position, _ second: Position) { (self.first, self.second) = (first, second) }

    /// The unit vector perpendicular to both, on either side; zero for nearly parallel tangents.
    var perpendicular: SIMD3<Double> {
      let (a, b) = (SIMD3(first[2], first[3], first[4]), SIMD3(second[2], second[3], second[4]))
      let cross = self.cross
      let sizes = (a * a).sum() * (b * b).sum()
      return (cross * cross).sum() > 1e-12 * sizes && sizes.isFinite ? cross.direction : .zero
    }

    /// The cross product, with the area of the parallelogram as its length.
    var cross: SIMD3<Double> {
      let (a, b) = (first, second)
      return SIMD3(a[3] * b[4] - a[4] * b[3], a[4] * b[2] - a[2] * b[4], a[2] * b[3] - a[3] * b[2])
    }

    /// The area between them on the content, above 0 for a clockwise turn from the first to the second (y down).
    var contentArea: Double { first[0] * second[1] - first[1] * second[0] }

    /// 1 if the front of the content is that of the cross product, -1 for the other side, 0 if they are parallel on the
    /// content.
    var side: Double {
      let (a, b) = (first.lowHalf.lowHalf, second.lowHalf.lowHalf)
      let area = contentArea
      return area * area > 1e-8 * (a * a).sum() * (b * b).sum() ? (area < 0 ? -1 : 1) : 0
    }
  }
}

extension SIMD3<Double> {
  /// The vector with unit length; zero if its direction is undefined or not representable.
  var direction: SIMD3<Double> {
    let largest = Swift.max(abs(x), abs(y), abs(z))
    guard largest > 0, largest.isFinite else { return .zero }
    let scaled = self / largest
    return scaled / (scaled * scaled).sum().squareRoot()
  }
}
