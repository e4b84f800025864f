extension Mesh {
  /// The drawable faces, sorted by the Morton codes of their centers: neighbors in this order are neighbors in space.
  ///
  /// A face whose corners all lie beyond the same side of the content is transparent and not drawable.
  /// - Complexity: O(F).
  func facesInMortonOrder() -> [UInt32] {
    let visible = faces.indices.filter { replicatesEdges || !isBeyondContent(faces[$0]) }
    guard let first = visible.first else { return [] }
    var (low, high) = (middle(of: faces[first]), middle(of: faces[first]))
    for face in visible {
      let middle = middle(of: faces[face])
      (low, high) = (pointwiseMin(low, middle), pointwiseMax(high, middle))
    }
    // One scale for all axes keeps the cells cubic.
    let size = (high - low).max()
    let scale = size > 0 ? Double(Morton.cells - 1) / size : 0
    let keyed = visible.map { face in
      Morton.Entry(key: Morton.key((middle(of: faces[face]) - low) * scale), value: UInt32(face))
    }
    return Morton.sorted(keyed).map(\.value)
  }

  /// Four times the mean of the corners, in unit layer space with depth.
  @inline(__always)
  private func middle(of face: Face) -> SIMD3<Double> {
    var sum = SIMD3<Double>.zero
    for corner in 0..<4 {
      let vertex = vertices[Int(face.indices[corner])]
      sum += SIMD3(Double(vertex.toX), Double(vertex.toY), Double(vertex.toZ))
    }
    return sum
  }

  private func isBeyondContent(_ face: Face) -> Bool {
    var (low, high) = (vertices[Int(face.indices.x)].from, vertices[Int(face.indices.x)].from)
    for corner in 1..<4 {
      let from = vertices[Int(face.indices[corner])].from
      (low, high) = (pointwiseMin(low, from), pointwiseMax(high, from))
    }
    return high.x < -1e-5 || high.y < -1e-5 || low.x > 1 + 1e-5 || low.y > 1 + 1e-5
  }
}

/// Morton codes: the interleaved bits of three coordinates.
enum Morton {
  /// Cells per axis; three times 21 bits fit into a word.
  static let cells = 1 << 21

  struct Entry {
    var key: UInt64
    var value: UInt32
  }

  /// - `position`: each coordinate in 0..<cells.
  @inline(__always)
  static func key(_ position: SIMD3<Double>) -> UInt64 {
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
  static func sorted(_ entries: [Entry]) -> [Entry] {
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
