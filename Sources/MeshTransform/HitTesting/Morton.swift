/// Morton codes: the interleaved bits of three coordinates.
package enum Morton {
  /// Cells per axis; three times 21 bits fit into a word.
  package static let cells = 1 << 21

  package struct Entry {
    package var key: UInt64
    package var value: UInt32

    package init(key: UInt64, value: UInt32) { (self.key, self.value) = (key, value) }
  }

  /// - `position`: each coordinate in 0..<cells.
  @inline(__always)
  package static func key(_ position: SIMD3<Double>) -> UInt64 {
    spread(UInt64(clamping: max(0, position.x))) | spread(UInt64(clamping: max(0, position.y))) << 1
      | spread(UInt64(clamping: max(0, position.z))) << 2
  }

  /// Inserts two zero bits between any two of the 21.
  @inline(__always)
  private static func spread(_ value: UInt64) -> UInt64 {
    var v = value & 0x1F_FFFF
    v = (v | v << 32) & 0x1F_0000_0000_FFFF
    v = (v | v << 16) & 0x1F_0000_FF00_00FF
    v = (v | v << 8) & 0x100F_00F0_0F00_F00F
    v = (v | v << 4) & 0x10C3_0C30_C30C_30C3
    return (v | v << 2) & 0x1249_2492_4924_9249
  }

  /// Stable radix sort by key, 9 bits at a time, in linear time.
  package static func sorted(_ entries: [Entry]) -> [Entry] {
    var (entries, other) = (entries, entries)
    for shift in stride(from: 0, to: 63, by: 9) {
      var starts = [Int](repeating: 0, count: 513)
      for entry in entries { starts[Int(entry.key >> UInt64(shift) & 511) + 1] += 1 }
      if starts.contains(entries.count) { continue }  // all in one bin
      for bin in 1...512 { starts[bin] += starts[bin - 1] }
      for entry in entries {
        let bin = Int(entry.key >> UInt64(shift) & 511)
        other[starts[bin]] = entry
        starts[bin] += 1
      }
      swap(&entries, &other)
    }
    return entries
  }
}
