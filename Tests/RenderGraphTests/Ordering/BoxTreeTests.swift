import TestSupport
import Testing

@testable import RenderGraph

struct BoxTreeTests {
  /// Small boxes and wide ones, endless ones and empty ones.
  private static func boxes(_ count: Int, _ random: inout SplitMix64) -> [BoxTree.Node?] {
    (0..<count).map { _ in
      func place(in range: ClosedRange<Double>) -> SIMD3<Double> {
        SIMD3(
          Double.random(in: range, using: &random), Double.random(in: range, using: &random),
          Double.random(in: range, using: &random))
      }
      let (low, value) = (place(in: -500...500), Double.random(in: 0...1, using: &random))
      switch Int.random(in: 0..<20, using: &random) {
      case 0: return BoxTree.Node(SIMD3(repeating: -.infinity), SIMD3(repeating: .infinity), value: value)
      case 1: return nil
      case 2: return BoxTree.Node(low, low + place(in: 0...1000), value: value)
      default: return BoxTree.Node(low, low + place(in: 0...20), value: value)
      }
    }
  }

  @Test(arguments: 0..<20) func findsAllBoxesOnce(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let boxes = Self.boxes(seed == 0 ? 0 : 300, &random)
    let tree = BoxTree(boxes.count) { boxes[$0] }
    for case .some(let box) in boxes {
      var (found, work): ([Int], Int) = ([], .max)
      let outcome = tree.search(&work) {
        $0.overlaps(box.low, box.high)
      } _: { number in
        if boxes[number]?.overlaps(box.low, box.high) == true { found.append(number) }
        return false
      }
      #expect(outcome == .complete)
      #expect(found.sorted() == boxes.indices.filter { boxes[$0]?.overlaps(box.low, box.high) == true })
    }
  }

  /// A search that leaves out lower values finds the largest one, also once values were raised.
  @Test(arguments: 0..<10) func findsLargestValue(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    var boxes = Self.boxes(200, &random)
    var tree = BoxTree(boxes.count, isMutable: true) { boxes[$0] }
    for number in boxes.indices where number % 3 == 0 {
      guard let box = boxes[number] else { continue }
      boxes[number] = BoxTree.Node(box.low, box.high, value: box.value + 1)
      tree.raise(box.value + 1, of: number)
    }
    for case .some(let box) in boxes {
      var (largest, work) = (-Double.infinity, Int.max)
      _ = tree.search(&work) {
        $0.value > largest && $0.overlaps(box.low, box.high)
      } _: { number in
        if let other = boxes[number], other.overlaps(box.low, box.high) {
          largest = max(largest, other.value)
        }
        return false
      }
      let expected = boxes.compactMap { $0 }.filter { $0.overlaps(box.low, box.high) }.map(\.value).max()
      #expect(largest == expected)
    }
  }

  /// Neighbors on a grid are found by visits of a few nodes, and a search ends when its work is used up.
  @Test func visitsFewNodes() {
    let boxes = (0..<10_000).map { index in
      let low = SIMD3(Double(index % 100), Double(index / 100), 0) * 20
      return BoxTree.Node(low, low + 18, value: 0)
    }
    let tree = BoxTree(boxes.count) { boxes[$0] }
    var visits = 0
    for box in boxes {
      var work = 1_000_000
      _ = tree.search(&work, where: { $0.overlaps(box.low, box.high) }, { _ in false })
      visits += 1_000_000 - work
    }
    #expect(visits < 20 * boxes.count)
    var work = 3
    #expect(tree.search(&work, where: { _ in true }, { _ in false }) == .exhausted)
    #expect(work == 0)
  }
}
