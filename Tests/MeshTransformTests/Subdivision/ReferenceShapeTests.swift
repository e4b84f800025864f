import Testing

@testable import MeshTransform

@Suite struct ReferenceShapeTests {
  /// The reference has six digits: half a unit of the last is 5e-6 from 1 on, at most 5e-7 below. Its control points
  /// are rounded, too, so that even exact arithmetic is up to 5e-7 beyond that.
  private func tolerance(at coordinate: Float) -> Float { (abs(coordinate) < 1 ? 5e-7 : 5e-6) + 6e-7 }

  @Test(arguments: ReferenceShape.names, 1...3)
  func matchesOpenSubdiv(_ name: String, steps: Int) throws {
    let shape = try ReferenceShape(name)
    let refined = try shape.mesh.subdivided(
      steps: steps, corners: shape.cornersStay ? .sharp : .smooth, sharpVertices: shape.sharpVertices)
    let expected = shape.levels[steps - 1]
    #expect(refined.vertices.count == expected.count)
    let found = refined.vertices.map(\.to)
    #expect(distance(from: found, to: expected) <= 1)
    #expect(distance(from: expected, to: found) <= 1)
    for vertex in refined.vertices { #expect(vertex.from == SIMD2(vertex.toX, vertex.toY)) }
  }

  /// The largest difference, in tolerances, of a coordinate from a point to the nearest of the others.
  private func distance(from points: [SIMD3<Float>], to others: [SIMD3<Float>]) -> Float {
    // Candidates lie in a window of sorted x, so that the debug build need not try all pairs.
    let sorted = others.sorted { $0.x < $1.x }
    return points.map { point in
      var low = 0
      var high = sorted.count
      while low < high {
        let middle = (low + high) / 2
        if sorted[middle].x < point.x - 1e-3 { low = middle + 1 } else { high = middle }
      }
      var nearest = Float.infinity
      for other in sorted[low...] {
        if other.x > point.x + 1e-3 { break }
        let differences = (0..<3).map { abs(other[$0] - point[$0]) / tolerance(at: other[$0]) }
        nearest = min(nearest, differences.max() ?? 0)
      }
      return nearest
    }.max() ?? .infinity
  }
}
