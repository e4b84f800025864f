#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The limit tangents: products of the ring with the left eigenvectors of the matrix that subdivides it.
///
/// Smooth vertices: Halstead, Kass, DeRose, "Efficient, Fair Interpolation Using Catmull-Clark Surfaces" (1993).
/// Creases, corners and darts: the same analysis with the rows of sharp edges in the matrix, as in Biermann, Levin,
/// Zorin, "Piecewise Smooth Subdivision Surfaces with Normal Control" (2000), but for the unmodified rules.
extension LimitNormals.OneRing {
  typealias Tangents = LimitNormals.Tangents
  typealias Position = LimitNormals.Position

  private func end(_ sector: Sector, _ i: Int) -> Position { spokes[sector.spokes[i]].end - center }
  private func diagonal(_ sector: Sector, _ i: Int) -> Position { wedges[sector.wedges[i]].diagonal - center }

  /// All around a vertex: cosines and sines of one period. Two faces alone have the lines between their edges' ends
  /// and between their middles.
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

  /// How much more an edge's end counts than a face's middle: 4 for four faces.
  private static func edgeCoefficient(_ n: Int) -> Double {
    let c = cos(2 * Double.pi / Double(n))
    return 1 + c + cos(Double.pi / Double(n)) * (2 * (9 + c)).squareRoot()
  }

  /// All around a vertex with one sharp edge, at which the sector begins and ends. Across that edge, what it changes
  /// vanishes: sines as for a smooth vertex. Along it, the eigenvector is found by iteration.
  func dartTangents(_ sector: Sector) -> Tangents {
    let n = sector.wedges.count
    // So many faces have nearly equal eigenvalues; one more or less sharp edge is nothing among them.
    guard n > 2, n <= 64 else { return smoothTangents(sector) }
    let mask = Self.dartMask(n)
    var first = Position.zero
    for i in 0..<n { first += end(sector, i) * mask.edges[i] + diagonal(sector, i) * mask.faces[i] }
    return Tangents(first, smoothTangents(sector).second)
  }

  /// The left eigenvector of the largest eigenvalue below 1 among those that are the same on both sides of the sharp
  /// edge, by multiplication with the transposed matrix of the ring relative to its center.
  private static func dartMask(_ n: Int) -> (edges: [Double], faces: [Double]) {
    let angle = 2 * Double.pi / Double(n)
    var edges = (0..<n).map { edgeCoefficient(n) * cos(angle * Double($0)) }
    var faces = (0..<n).map { cos(angle * Double($0)) + cos(angle * Double($0 + 1)) }
    for _ in 0..<4000 {
      // Every row has the center's own way taken off.
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
        // The mean with the mirror image: else rounding lets the sines in, whose eigenvalue is larger.
        let e = (newEdges[i] + newEdges[(n - i) % n]) / (2 * largest)
        let f = (newFaces[i] + newFaces[n - 1 - i]) / (2 * largest)
        change = max(change, abs(e - edges[i]), abs(f - faces[i]))
        (edges[i], faces[i]) = (e, f)
      }
      if change < 1e-15 { break }
    }
    return (edges, faces)
  }

  /// From a sharp edge to the next around a vertex that follows both: along them, and away from them.
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

  /// Between two sharp edges of a vertex that stays: toward the middle. A single face has its middle.
  func middleTangent(_ sector: Sector) -> Position {
    let k = sector.wedges.count
    if k == 1 { return diagonal(sector, 0) }
    let inner = innerTangent(sector)
    // Two faces have the sharp edges' own eigenvalue; these then add nothing.
    guard k > 2 else { return inner.tangent }
    let edgeCoefficient = inner.eigenvalue * sin(Double.pi / Double(k))
    return inner.tangent + (end(sector, 0) + end(sector, k)) * (edgeCoefficient / (inner.eigenvalue - 0.5))
  }

  /// Half a period of sines over the edges and faces between two sharp edges: the part of the eigenvector that does
  /// not depend on what the vertex and these edges do; and the sum of its weights.
  private func innerTangent(_ sector: Sector) -> (tangent: Position, weight: Double, eigenvalue: Double) {
    let k = sector.wedges.count
    let angle = Double.pi / Double(k)
    let c = cos(angle)
    // Of the quadratic equation that edges and faces coefficient; 1/2 for two faces.
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
  /// Two directions in which the surface leaves a vertex, with those of the content there.
  struct Tangents {
    let first: Position, second: Position

    @inline(__always)
    init(_ first: Position, _ second: Position) { (self.first, self.second) = (first, second) }

    /// Perpendicular to both, of unit length, on either side; zero where they are too nearly parallel for a direction.
    var perpendicular: SIMD3<Double> {
      let (a, b) = (SIMD3(first[2], first[3], first[4]), SIMD3(second[2], second[3], second[4]))
      let cross = self.cross
      let sizes = (a * a).sum() * (b * b).sum()
      return (cross * cross).sum() > 1e-12 * sizes && sizes.isFinite ? cross.direction : .zero
    }

    /// As long as the parallelogram between them is large.
    var cross: SIMD3<Double> {
      let (a, b) = (first, second)
      return SIMD3(a[3] * b[4] - a[4] * b[3], a[4] * b[2] - a[2] * b[4], a[2] * b[3] - a[3] * b[2])
    }

    /// The area between them on the content, more than 0 where the first turns to the second clockwise (y down).
    var contentArea: Double { first[0] * second[1] - first[1] * second[0] }

    /// 1 where the front of the content is that of the cross product, -1 where it is the other side, 0 where they are
    /// parallel on the content.
    var side: Double {
      let (a, b) = (first.lowHalf.lowHalf, second.lowHalf.lowHalf)
      let area = contentArea
      return area * area > 1e-8 * (a * a).sum() * (b * b).sum() ? (area < 0 ? -1 : 1) : 0
    }
  }
}

extension SIMD3<Double> {
  /// Of unit length; zero when it has none, or none that can be computed.
  var direction: SIMD3<Double> {
    let largest = Swift.max(abs(x), abs(y), abs(z))
    guard largest > 0, largest.isFinite else { return .zero }
    let scaled = self / largest
    return scaled / (scaled * scaled).sum().squareRoot()
  }
}
