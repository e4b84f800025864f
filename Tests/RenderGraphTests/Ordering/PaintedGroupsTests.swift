import MeshTransform
import TestSupport
import Testing

@testable import RenderGraph

struct PaintedGroupsTests {
  private static func item(_ rect: Rect, turned degrees: Double) -> RenderItem {
    let turn = Transform3D.rotation(.degrees(degrees), about: Point3D(0, 1, 0))
    let projection = LayerProjection(planeOf: rect, toCanvas: turn)
    var item = RenderItem(projection: projection, content: .white, isOpaque: true)
    item.plane = DepthPlane(projection.pointsToCanvas, z: 0)
    return item
  }

  /// The groups are those of a comparison with every layer of the last group.
  @Test(arguments: 0..<20) func dividesWhereLayersConflict(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random).rounded() }
    let layers = (0..<120).map { _ in
      [
        Self.item(
          Rect(number(0...300), number(0...300), number(1...20), number(1...20)), turned: number(0...2) * 20)
      ]
    }
    var expected: [Int] = []
    var last: [Int] = []
    for layer in layers.indices {
      let own = layers[layer][0].projectedVertices()
      let conflicts = last.contains { other in
        if layers[other][0].plane == layers[layer][0].plane { return false }
        let box = layers[other][0].projectedVertices()
        let gap = larger(own.low, box.low) - smaller(own.high, box.high)
        return gap.x < 2 && gap.y < 2
      }
      if last.isEmpty || conflicts {
        expected.append(1)
        last = [layer]
      } else {
        expected[expected.count - 1] += 1
        last.append(layer)
      }
    }
    #expect(PaintedGroups(layers).groups.map(\.count) == expected)
  }
}
