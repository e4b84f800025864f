/// Which sheet's edges cross each cell, if they are of a single one.
struct TileOwners {
  /// By cell, a sheet's number; -1 for none, -2 for several.
  private var numbers: [Int32]

  package init(_ cells: ScreenTiles) { numbers = [Int32](repeating: -1, count: cells.marks.count) }

  package mutating func add(_ segments: [EdgeSegment], of number: Int, in cells: ScreenTiles) {
    for segment in segments {
      cells.forEachCell(segment) { cell in
        let known = numbers[cell]
        numbers[cell] = known == -1 || known == Int32(number) ? Int32(number) : -2
      }
    }
  }

  func isAlone(_ number: Int, in cell: Int) -> Bool { numbers[cell] == Int32(number) }
}
