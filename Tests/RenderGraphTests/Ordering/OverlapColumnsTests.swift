import MeshTransform
import TestSupport
import Testing

@testable import RenderGraph

struct OverlapColumnsTests {
  /// Narrow and wide boxes, endless ones and such without any place: every pair that overlaps is found, none twice.
  @Test(arguments: 0..<20) func findsEveryPairOnce(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let margin = 1.0
    let boxes = (0..<200).map { _ -> (low: Double, high: Double) in
      let low = Double.random(in: -500...500, using: &random)
      switch Int.random(in: 0..<20, using: &random) {
      case 0: return (-.infinity, .infinity)
      case 1: return (.infinity, -.infinity)
      case 3: return (low, low + Double.random(in: 0...1000, using: &random))
      default: return (low, low + Double.random(in: 0...20, using: &random))
      }
    }
    let columns = OverlapColumns(boxes, margin: margin)
    for index in boxes.indices {
      var found: [Int] = []
      columns.forEachBefore(index) { found.append($0) }
      #expect(Set(found).count == found.count)
      let overlapping = (0..<index).filter {
        max(boxes[$0].low, boxes[index].low) - min(boxes[$0].high, boxes[index].high) <= margin
      }
      #expect(Set(found).isSuperset(of: overlapping), "box \(index) of seed \(seed)")
    }
    // Narrow boxes are not asked for by all others.
    let narrow = OverlapColumns((0..<1000).map { (Double($0), Double($0) + 1) }, margin: margin)
    var asked = 0
    for index in 0..<1000 { narrow.forEachBefore(index) { _ in asked += 1 } }
    #expect(asked < 50_000)
  }
}
