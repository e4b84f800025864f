import MeshTransform
import TestSupport
import Testing

@testable import RenderGraph

struct OverlapGridTests {
  /// Narrow and wide boxes, endless ones and such without any place: every pair that overlaps is found, none twice.
  @Test(arguments: 0..<20) func findsEveryPairOnce(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let margin = 1.0
    let boxes = (0..<200).map { _ -> OverlapGrid.Box in
      func place(in range: ClosedRange<Double>) -> SIMD2<Double> {
        SIMD2(Double.random(in: range, using: &random), Double.random(in: range, using: &random))
      }
      let low = place(in: -500...500)
      switch Int.random(in: 0..<20, using: &random) {
      case 0: return (SIMD2(repeating: -.infinity), SIMD2(repeating: .infinity))
      case 1: return (SIMD2(repeating: .infinity), SIMD2(repeating: -.infinity))
      case 3: return (low, low + place(in: 0...1000))
      default: return (low, low + place(in: 0...20))
      }
    }
    let grid = OverlapGrid(boxes, margin: margin)
    for index in boxes.indices {
      var found: [Int] = []
      grid.forEachBefore(index) { found.append($0) }
      #expect(Set(found).count == found.count)
      let overlapping = (0..<index).filter {
        let gap =
          pointwiseMax(boxes[$0].low, boxes[index].low) - pointwiseMin(boxes[$0].high, boxes[index].high)
        return gap.max() <= margin
      }
      #expect(Set(found).isSuperset(of: overlapping), "box \(index) of seed \(seed)")
    }
    // Small boxes are not compared with all others: in a square of rows and columns, each has four neighbors before it.
    let small = OverlapGrid(
      (0..<2500).map { index -> OverlapGrid.Box in
        let low = SIMD2(Double(index % 50), Double(index / 50)) * 20
        return (low, low + 18)
      }, margin: margin)
    var compared = 0
    for index in 0..<2500 { small.forEachBefore(index) { _ in compared += 1 } }
    #expect(compared < 2500 * 8)
  }
}
