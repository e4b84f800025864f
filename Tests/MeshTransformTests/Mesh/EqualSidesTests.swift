import MeshTransform
import TestSupport
import Testing

/// The sides that are one edge of a mesh, beside a dictionary.
struct EqualSidesTests {
  @Test(arguments: [(0, 1), (1, 2), (300, 4), (300, 40), (300, 400)])
  func areThoseOfADictionary(count: Int, vertexCount: Int) {
    var random = SplitMix64(seed: UInt64(count + vertexCount))
    let ends = (0..<count).map { _ in
      (
        UInt32.random(in: 0..<UInt32(vertexCount), using: &random),
        UInt32.random(in: 0..<UInt32(vertexCount), using: &random)
      )
    }
    var expected: [SIMD2<UInt32>: [Int]] = [:]
    for (side, (a, b)) in ends.enumerated() {
      expected[SIMD2(min(a, b), max(a, b)), default: []].append(side)
    }

    var order: [SIMD2<UInt32>] = []
    let sides = EqualSides(count: count, vertexCount: vertexCount) { ends[$0] }
    sides.forEachEdge { low, high, places in
      order.append(SIMD2(low, high))
      #expect(places.map(sides.side) == expected[SIMD2(low, high)])
    }
    #expect(order == expected.keys.sorted { ($0.x, $0.y) < ($1.x, $1.y) })
  }

  /// All sides share a vertex, and come in falling order.
  @Test func manySidesAtOneVertexAreSorted() {
    let count = 400_000
    let sides = EqualSides(count: count, vertexCount: count + 1) { (0, UInt32(count - $0 / 2)) }
    var groups = 0
    sides.forEachEdge { _, _, places in groups += places.count == 2 ? 1 : 0 }
    #expect(groups == count / 2)
  }
}
