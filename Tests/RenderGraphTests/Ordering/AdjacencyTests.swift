import MeshTransform
import Testing

@testable import RenderGraph
@testable import TestSupport

/// Neighbors and boundaries of triangles against a comparison of all pairs of sides.
struct AdjacencyTests {
  /// Triangles with some sides in common, in either direction, and some by more than two.
  private static func indices(_ random: inout SplitMix64) -> [UInt32] {
    (0..<40).flatMap { _ in Array((UInt32(0)..<9).shuffled(using: &random).prefix(3)) }
  }

  private static func side(_ number: Int, of indices: [UInt32]) -> (UInt32, UInt32) {
    (indices[number], indices[number % 3 == 2 ? number - 2 : number + 1])
  }

  @Test(arguments: 0..<20) func neighborsShareASide(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let indices =
      seed < 10
      ? Self.indices(&random)
      : TriangleList(
        try Mesh.grid(rows: 1 + seed % 4, columns: 5), inBoundsOf: Size(1, 1), lit: false
      ).indices
    let neighbors = TriangleAdjacency(indices, vertexCount: Int(indices.max() ?? 0) + 1)
    var boundary: [SIMD2<UInt32>] = []
    for number in indices.indices {
      let (a, b) = Self.side(number, of: indices)
      let others = indices.indices.filter {
        let (c, d) = Self.side($0, of: indices)
        return $0 != number && Set([a, b]) == Set([c, d])
      }
      let isShared = others.count == 1 && Self.side(others[0], of: indices) == (b, a)
      #expect(
        neighbors.beyond[number] == (isShared ? UInt32(others[0] / 3) : TriangleAdjacency.none),
        "side \(number) of seed \(seed)")
      if !isShared { boundary.append(SIMD2(a, b)) }
    }
    #expect(MeshBoundary(neighbors, indices).edges == boundary)
  }

  /// Whether triangles of one orientation overlap, by counting them over random points.
  @Test(arguments: 0..<30) func boundariesThatWindOnce(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let turns = 0.3 + 1.1 * Double(seed) / 30
    // A band around a middle, once or more.
    let mesh = try Mesh.grid(rows: 1 + seed % 3, columns: 30) {
      let (sine, cosine) = Angle.turns(turns * Double($0.x)).sineAndCosine
      let radius = 0.2 + 0.3 * Double($0.y)
      return SIMD3(Float(0.5 + radius * cosine), Float(0.5 + radius * sine), 0)
    }
    let list = TriangleList(mesh, inBoundsOf: Size(1, 1), lit: false)
    let neighbors = TriangleAdjacency(list.indices, vertexCount: list.vertices.count)
    var boundary = MeshBoundary(neighbors, list.indices)
    let triangles = stride(from: 0, to: list.indices.count, by: 3).map { first in
      (0..<3).map { corner -> SIMD2<Double> in
        let to = list.vertices[Int(list.indices[first + corner])].to
        return SIMD2(Double(to.x), Double(to.y))
      }
    }
    // The order of corners that these triangles have: columns run from x to y.
    let sense = -1
    let overlap = (0..<500).contains { _ in
      let point = SIMD2(Double.random(in: 0...1, using: &random), Double.random(in: 0...1, using: &random))
      let over = triangles.count {
        Polygon($0).contains(point) || Polygon($0.reversed()).contains(point)
      }
      return over > 1
    }
    #expect(boundary.windsOnce(list.vertices, sense: sense) == !overlap, "\(turns) turns")
    // A second question has the same answer, also for moved vertices.
    #expect(boundary.windsOnce(list.vertices, sense: sense) == !overlap)
    let flipped = list.vertices.map { Mesh.Vertex(from: $0.from, to: SIMD3(1 - $0.toX, $0.toY, $0.toZ)) }
    #expect(boundary.windsOnce(flipped, sense: -sense) == !overlap)
  }

  /// Flat meshes with random corners: those without folding have no point under two triangles.
  @Test(arguments: 0..<60) func foldsOverlap(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let shake = Float(seed % 12) * 0.03
    let mesh = try Mesh.grid(rows: 3, columns: 3) {
      func number() -> Float { shake * Float.random(in: -1...1, using: &random) }
      return SIMD3($0.x + number(), $0.y + number(), 0)
    }
    let list = TriangleList(mesh, inBoundsOf: Size(1, 1), lit: false)
    let places = list.vertices.map { SIMD2($0.toX, $0.toY) }
    let folding = list.folding(places, negligible: 1e-9)
    let triangles = stride(from: 0, to: list.indices.count, by: 3).map { first in
      Polygon((0..<3).map { SIMD2<Double>(places[Int(list.indices[first + $0])]) })
    }
    let most =
      (0..<1200).map { _ in
        let point = SIMD2(
          Double.random(in: -0.3...1.3, using: &random), Double.random(in: -0.3...1.3, using: &random))
        return triangles.count { $0.contains(point) || Polygon($0.corners.reversed()).contains(point) }
      }.max() ?? 0
    if folding != .folded { #expect(most <= 1, "seed \(seed)") }
    if most > 1 { #expect(folding == .folded, "seed \(seed)") }
    if shake == 0 { #expect(folding == .none) }
    // Triangles of one orientation, when the others are hidden, overlap no less than the sum of both.
    if folding == .none { #expect(list.folding(places, hidden: 1, negligible: 1e-9) == .none) }
  }
}
