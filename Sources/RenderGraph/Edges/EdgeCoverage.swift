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

/// The weights of a pixel's samples where an edge divides the pixel. The weights of the samples on the inner side add up
/// to the exact area of that side, those on the outer side to the rest of the pixel.
package struct CoverageRecord {
  /// One bit for each sample that certainly lies on that side.
  let inside: UInt16, outside: UInt16
  /// The area of the inner side, as a fraction of the pixel, 0...1.
  let share: Float
  /// The color of a side on which the pixel has no sample.
  var borrowed: Borrowed?

  package init(inside: UInt16, outside: UInt16, share: Float, borrowed: Borrowed? = nil) {
    (self.inside, self.outside, self.share, self.borrowed) = (inside, outside, share, borrowed)
  }

  /// A sample of a neighboring pixel.
  package struct Borrowed {
    /// The offset from the pixel to its neighbor, -1...1 along each axis.
    let offset: SIMD2<Int>
    /// The number of the sample in the pixel.
    package let sample: Int

    package init(offset: SIMD2<Int>, sample: Int) { (self.offset, self.sample) = (offset, sample) }
  }

  /// The record in the format of edge-tiles.frag.glsl.
  package var bits: SIMD2<UInt32> {
    var second = UInt32(clamping: max(0, min(share, 1)) * 65535 + 0.5)
    if let borrowed {
      second |=
        UInt32(borrowed.offset.x + 1) << 16 | UInt32(borrowed.offset.y + 1) << 18
        | UInt32(borrowed.sample) << 20
    }
    return SIMD2(UInt32(inside) | UInt32(outside) << 16, second)
  }

  /// Whether both records give the samples the same weights. The inner side of one may be the outer side of the other.
  func agrees(with other: CoverageRecord) -> Bool {
    let isSame = inside == other.inside && outside == other.outside
    let isOpposite = inside == other.outside && outside == other.inside
    return (isSame && abs(share - other.share) < 1 / 64)
      || (isOpposite && abs(share + other.share - 1) < 1 / 64)
  }
}

extension CoverageRecord {
  /// Reads a record without its borrowed sample.
  package init(bits: SIMD2<UInt32>) {
    (inside, outside) = (UInt16(truncatingIfNeeded: bits.x), UInt16(truncatingIfNeeded: bits.x >> 16))
    share = Float(bits.y & 0xFFFF) / 65535
  }
}
