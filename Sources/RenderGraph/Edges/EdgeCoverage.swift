import MeshTransform

/// The pixels of a picture in which samples are weighed by area, tile by tile.
package struct EdgeCoverage {
  private let columns: Int
  /// By tile, its block of records; 0 for one without.
  package private(set) var blocks: [UInt32]
  /// 64 a block, row by row, as parts.frag.glsl reads them; those of block 0 are zero.
  package private(set) var bits: [SIMD2<UInt32>]
  /// By record.
  private var states: [State]
  /// Records that take a color from a neighbor on the outer side of the item, and the neighbor's.
  private var borrowing: [(tile: Int, pixel: Int, neighbor: (tile: Int, pixel: Int))] = []

  /// What is known of a pixel: nothing, how one item's edges divide it, the same with those of others, or that all
  /// samples count alike.
  private enum State: UInt8 { case none, known, shared, equal }

  /// In tiles beyond so many all samples count alike: 32 MB of records.
  private static let mostBlocks = 65_536
  private static let blockSize = ScreenTiles.side * ScreenTiles.side

  init(_ tiles: ScreenTiles) {
    columns = tiles.columns
    blocks = [UInt32](repeating: 0, count: tiles.marks.count)
    bits = [SIMD2<UInt32>](repeating: .zero, count: Self.blockSize)
    states = [State](repeating: .none, count: Self.blockSize)
  }

  /// Whether all samples count alike everywhere. Known when all items have been added.
  package private(set) var isEmpty = true

  /// - `record`: nil where samples of the pixel cannot be weighed. Where edges of several items cross a pixel, they must
  ///   agree.
  mutating func add(_ tile: Int, _ pixel: Int, _ record: CoverageRecord?) {
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

  /// To be called when all items have been added.
  ///
  /// What lies beyond an item must be the same in a pixel and in the neighbor whose color it takes: no edge of another
  /// item may cross that one.
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
