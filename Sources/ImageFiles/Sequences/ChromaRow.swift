/// A row of one chroma plane, interpolated linearly at the luma samples, in sixteenths: exact integers.
///
/// A luma sample between two chroma samples weights both by distance. The outermost samples extend beyond the plane's
/// edge.
struct ChromaRow {
  let siting: ChromaLayout.Siting
  let planeWidth: Int
  /// The plane's samples of one row in quarters, with one more at each end.
  private let column: UnsafeMutablePointer<UInt16>
  /// The value at each luma sample, in sixteenths of 0...255.
  let values: UnsafeMutablePointer<UInt16>

  /// The caller must call ``free()``.
  init(_ siting: ChromaLayout.Siting, planeWidth: Int) {
    (self.siting, self.planeWidth) = (siting, planeWidth)
    column = .allocate(capacity: planeWidth + 2)
    values = .allocate(capacity: 2 * planeWidth)
  }

  func free() {
    column.deallocate()
    values.deallocate()
  }

  /// Fills ``values`` for luma row `y`.
  func fill(_ plane: UnsafePointer<UInt8>, height: Int, y: Int, rows: ChromaLayout.Siting) {
    let (first, weight, second) = Self.place(y, rows)
    let upper = plane + min(max(first, 0), height - 1) * planeWidth
    let lower = plane + min(max(second, 0), height - 1) * planeWidth
    let (a, b) = (UInt16(weight), UInt16(4 - weight))
    for x in 0..<planeWidth { column[x &+ 1] = a &* UInt16(upper[x]) &+ b &* UInt16(lower[x]) }
    (column[0], column[planeWidth + 1]) = (column[1], column[planeWidth])
    switch siting {
    case .each: for x in 0..<planeWidth { values[x] = column[x &+ 1] &<< 2 }
    case .first:
      for x in 0..<planeWidth {
        values[2 &* x] = column[x &+ 1] &<< 2
        values[2 &* x &+ 1] = (column[x &+ 1] &+ column[x &+ 2]) &<< 1
      }
    case .between:
      for x in 0..<planeWidth {
        let center = 3 &* column[x &+ 1]
        values[2 &* x] = column[x] &+ center
        values[2 &* x &+ 1] = center &+ column[x &+ 2]
      }
    case .second: preconditionFailure("no format has its chroma at the second column")
    }
  }

  /// The two chroma rows next to a luma row, and the weight of the first in quarters.
  private static func place(_ y: Int, _ siting: ChromaLayout.Siting) -> (first: Int, weight: Int, second: Int)
  {
    let (half, isEven) = (y / 2, y % 2 == 0)
    return switch siting {
    case .each: (y, 4, y)
    case .first: isEven ? (half, 4, half) : (half, 2, half + 1)
    case .second: isEven ? (half - 1, 2, half) : (half, 4, half)
    case .between: isEven ? (half, 3, half - 1) : (half, 3, half + 1)
    }
  }
}
