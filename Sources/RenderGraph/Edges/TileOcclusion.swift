import MeshTransform

/// Which sheets of a picture may lie before others: by their boxes on the canvas, and where these overlap, by the cells
/// that they reach.
final class TileOcclusion {
  private let boxes: [Box]
  private let sheets: [ProjectedMesh]
  private let cells: ScreenTiles
  /// By sheet, once somebody has asked.
  private var reached: [Int: ItemTiles] = [:]

  private struct Box {
    let low: SIMD2<Float>, high: SIMD2<Float>
    /// Of two sheets in one group and one plane, the one of higher rank lies before the other.
    let group: Int, rank: Int
    let isOrdered: Bool
  }

  /// Among more than that many no sheet is told to be alone.
  private static let mostSheets = 512

  /// - `groups`: what is drawn later over what is drawn before.
  package init(_ groups: [(sheets: [ProjectedMesh], ranks: [Int], isOrdered: Bool)], over cells: ScreenTiles) {
    self.cells = cells
    sheets = groups.flatMap(\.sheets)
    boxes = groups.enumerated().flatMap { index, group in
      zip(group.sheets, group.ranks).map { sheet, rank in
        let points = sheet.points
        let low = points.reduce(SIMD2(repeating: .infinity)) { pointwiseMin($0, $1.lowHalf) }
        let high = points.reduce(SIMD2(repeating: -.infinity)) { pointwiseMax($0, $1.lowHalf) }
        return Box(low: low, high: high, group: index, rank: rank, isOrdered: group.isOrdered)
      }
    }
  }

  /// Whether nothing lies before a sheet in a cell, not even a part of itself. Nil where that is not certain of any cell.
  func isInFront(_ number: Int) -> ((Int) -> Bool)? {
    let own = boxes[number]
    if sheets[number].isFolded || boxes.count > Self.mostSheets { return nil }
    let before = boxes.indices.filter { other in
      let box = boxes[other]
      if other == number || box.group < own.group { return false }
      if box.group == own.group, own.isOrdered, box.rank < own.rank { return false }
      return all(box.low .<= own.high + 2) && all(box.high .>= own.low - 2)
    }.map { other in
      let found = reached[other] ?? ItemTiles(sheets[other], over: cells)
      reached[other] = found
      return found
    }
    return { cell in !before.contains { $0.contains(cell) } }
  }
}
