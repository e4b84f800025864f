import MeshTransform

/// Boxes on the canvas, indexed by the cells of a grid: finds the earlier boxes that a box may overlap without comparing
/// all of them.
package struct OverlapGrid {
  /// A box: its low and its high corner in canvas pixels, infinite where it is unbounded.
  package typealias Box = (low: SIMD2<Double>, high: SIMD2<Double>)

  /// The cells of each box; nil for an empty box.
  private let spans: [Span?]
  /// Cells a side.
  private let side: Int
  /// The start of each cell's boxes in `listed`, and the end of the last cell's.
  private let starts: [Int32]
  /// The boxes in each cell in their order, without wide ones.
  private let listed: [Int32]
  /// The boxes that span many cells, in their order.
  private let wide: [Int32]

  /// The first and the last cell along x and y.
  private struct Span {
    let low: SIMD2<Int32>, high: SIMD2<Int32>

    /// The largest number of cells of a box in a cell's list; a wider box is compared with all others.
    private static let widest: Int32 = 16

    var isWide: Bool { (high.x - low.x + 1) * (high.y - low.y + 1) > Self.widest }

    @inline(__always)
    func forEachCell(_ side: Int, _ body: (_ cell: Int) -> Void) {
      for row in Int(low.y)...Int(high.y) {
        for column in Int(low.x)...Int(high.x) { body(row * side + column) }
      }
    }
  }

  /// Cells a side for very many boxes.
  private static let largestSide = 128

  /// - `margin`: the gap in pixels up to which boxes count as overlapping.
  package init(_ boxes: [Box], margin: Double) {
    var (low, high) = (SIMD2<Double>(repeating: .infinity), SIMD2<Double>(repeating: -.infinity))
    for box in boxes where box.low.isFinite && box.high.isFinite {
      (low, high) = (smaller(low, box.low), larger(high, box.high))
    }
    // About as many cells as boxes.
    let side = min(max(Int(clamping: Double(boxes.count).squareRoot()), 1), Self.largestSide)
    let size = larger((high - low) / Double(side), SIMD2(repeating: 1))
    let first = low.isFinite ? low : .zero
    func cell(_ point: SIMD2<Double>) -> SIMD2<Int32> {
      let place = (point - first) / (size.isFinite ? size : SIMD2(repeating: 1))
      return SIMD2<Int32>(
        clamping: place.clamped(lowerBound: .zero, upperBound: SIMD2(repeating: Double(side - 1))))
    }
    let spans = boxes.map { box in
      all(box.low .<= box.high) ? Span(low: cell(box.low - margin), high: cell(box.high + margin)) : nil
    }
    var starts = [Int32](repeating: 0, count: side * side + 1)
    var wide: [Int32] = []
    for (index, span) in spans.enumerated() {
      guard let span else { continue }
      if span.isWide { wide.append(Int32(index)) } else { span.forEachCell(side) { starts[$0 + 1] += 1 } }
    }
    for cell in 1..<starts.count { starts[cell] += starts[cell - 1] }
    var next = starts
    var listed = [Int32](repeating: 0, count: Int(starts[side * side]))
    for (index, span) in spans.enumerated() {
      guard let span, !span.isWide else { continue }
      span.forEachCell(side) { cell in
        listed[Int(next[cell])] = Int32(index)
        next[cell] += 1
      }
    }
    (self.spans, self.side, self.starts, self.listed, self.wide) = (spans, side, starts, listed, wide)
  }

  /// Calls `body` once with each earlier box that may overlap this one.
  @inline(__always)
  package func forEachBefore(_ index: Int, _ body: (Int) -> Void) {
    guard let span = spans[index] else { return }
    if span.isWide {
      for earlier in 0..<index where spans[earlier] != nil { body(earlier) }
      return
    }
    for earlier in wide {
      if earlier >= index { break }
      body(Int(earlier))
    }
    span.forEachCell(side) { cell in
      for place in Int(starts[cell])..<Int(starts[cell + 1]) {
        let earlier = Int(listed[place])
        if earlier >= index { break }
        guard let other = spans[earlier] else { continue }
        // Boxes that share several cells are reported in the first of these.
        let shared = larger(span.low, other.low)
        if cell == Int(shared.y) * side + Int(shared.x) { body(earlier) }
      }
    }
  }
}

extension SIMD2<Double> {
  fileprivate var isFinite: Bool { x.isFinite && y.isFinite }
}
