/// Boxes on the canvas, indexed by columns of the canvas: finds the earlier boxes that a box may overlap without
/// comparing all of them.
struct OverlapColumns {
  private let spans: [ClosedRange<Int>?]
  /// The boxes in each column, without wide ones, in their order.
  private var columns: [[Int]]
  /// The boxes that span more than `widest` columns, in their order.
  private var wide: [Int] = []

  private static let count = 64
  /// The largest number of columns of a box in `columns`; a wider box is compared with all others.
  private static let widest = 8

  /// - `boxes`: the first and last x of each box in canvas pixels; infinite where a box is unbounded.
  /// - `margin`: the gap in pixels up to which boxes count as overlapping.
  init(_ boxes: [(low: Double, high: Double)], margin: Double) {
    let ends = boxes.filter { $0.low.isFinite && $0.high.isFinite }
    let low = ends.map(\.low).min() ?? 0
    let width = max(((ends.map(\.high).max() ?? 0) - low) / Double(Self.count), 1)
    func column(_ place: Double) -> Int { Int(min(max((place - low) / width, 0), Double(Self.count - 1))) }
    columns = Array(repeating: [], count: Self.count)
    spans = boxes.map { box in
      guard box.low <= box.high else { return nil }
      return column(box.low - margin)...column(box.high + margin)
    }
    for (index, span) in spans.enumerated() {
      guard let span else { continue }
      if span.count > Self.widest {
        wide.append(index)
      } else {
        for column in span { columns[column].append(index) }
      }
    }
  }

  /// Calls `body` once with each earlier box that may overlap this one.
  func forEachBefore(_ index: Int, _ body: (Int) -> Void) {
    guard let span = spans[index] else { return }
    if span.count > Self.widest {
      for earlier in 0..<index where spans[earlier] != nil { body(earlier) }
      return
    }
    for earlier in wide {
      if earlier >= index { break }
      body(earlier)
    }
    for column in span {
      for earlier in columns[column] {
        if earlier >= index { break }
        // Boxes that share several columns are reported in the first of these.
        if column == max(span.lowerBound, spans[earlier]?.lowerBound ?? 0) { body(earlier) }
      }
    }
  }
}
