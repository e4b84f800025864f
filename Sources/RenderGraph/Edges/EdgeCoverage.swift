import MeshTransform

/// The coverage records of the pixels whose samples are weighted by area, in blocks of one screen tile each.
package struct EdgeCoverage {
  private let columns: Int
  /// The number of each tile's block of records; 0 for a tile without one.
  package private(set) var blocks: [UInt32]
  /// The records: 64 a block, row by row, in the format of edge-tiles.frag.glsl. The records of block 0 are zero.
  package private(set) var bits: [SIMD2<UInt32>]
  /// The state of each record.
  private var states: [State]
  /// The pixels that take the color of the outer side from a neighbor, with that neighbor.
  private var borrowing: [(tile: Int, pixel: Int, neighbor: (tile: Int, pixel: Int))] = []

  /// The state of a pixel: no record, the record of one item's edges, the same record for several items, or equal
  /// weights.
  private enum State: UInt8 { case none, known, shared, equal }

  /// The largest number of blocks: 32 MB of records. In all further tiles samples have equal weights.
  private static let mostBlocks = 65_536
  private static let blockSize = ScreenTiles.side * ScreenTiles.side

  package init(_ tiles: ScreenTiles) {
    columns = tiles.columns
    blocks = [UInt32](repeating: 0, count: tiles.marks.count)
    bits = [SIMD2<UInt32>](repeating: .zero, count: Self.blockSize)
    states = [State](repeating: .none, count: Self.blockSize)
  }

  /// Whether samples have equal weights everywhere. Valid after ``finish()``.
  package private(set) var isEmpty = true

  /// - `record`: nil where samples of the pixel cannot be weighted. Records of several items for one pixel must agree;
  ///   otherwise its samples have equal weights.
  package mutating func add(_ tile: Int, _ pixel: Int, _ record: CoverageRecord?) {
    if blocks[tile] == 0 {
      if bits.count == Self.mostBlocks * Self.blockSize { return }
      blocks[tile] = UInt32(bits.count / Self.blockSize)
      bits.append(contentsOf: repeatElement(.zero, count: Self.blockSize))
      states.append(contentsOf: repeatElement(.none, count: Self.blockSize))
    }
    let place = place(tile, pixel)
    switch states[place] {
    case .equal: return
    case .known, .shared:
      if let record, record.agrees(with: CoverageRecord(bits: bits[place])) {
        states[place] = .shared
      } else {
        (states[place], bits[place]) = (.equal, .zero)
      }
    case .none: (states[place], bits[place]) = (record == nil ? .equal : .known, record?.bits ?? .zero)
    }
    if let record, record.outside == 0, let borrowed = record.borrowed {
      let side = ScreenTiles.side
      let x = tile % columns * side + pixel % side + borrowed.offset.x
      let y = tile / columns * side + pixel / side + borrowed.offset.y
      let neighbor = (y / side * columns + x / side, y % side * side + x % side)
      borrowing.append((tile, pixel, neighbor))
    }
  }

  /// Completes the records. Called after all items have been added.
  ///
  /// A pixel takes the color of a neighbor only where the background of the item is the same in both: no edge of
  /// another item crosses either of them.
  package mutating func finish() {
    for (tile, pixel, neighbor) in borrowing {
      let (own, other) = (place(tile, pixel), place(neighbor.tile, neighbor.pixel))
      if states[own] == .shared || states[other] == .shared || states[other] == .equal {
        (states[own], bits[own]) = (.equal, .zero)
      }
    }
    borrowing = []
    isEmpty = !bits.contains { $0 != .zero }
  }

  private func place(_ tile: Int, _ pixel: Int) -> Int { Int(blocks[tile]) * Self.blockSize + pixel }
}
