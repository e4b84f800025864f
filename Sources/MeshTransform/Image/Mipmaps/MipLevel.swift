/// One mip level of an image, from which the next one is computed: both axes filtered by ``MipFilter``, on all cores.
///
/// - `Carried`: the texel format from which the next level is computed.
struct MipLevel<Carried: MipTexel> {
  let size: PixelSize
  private let texels: [Carried]

  /// Target rows of a block that one thread computes; blocks filter the source rows around them again.
  private static var blockRows: Int { 32 }

  /// Computes the next smaller level, and writes its pixels also to `final`, in the format of the texture.
  ///
  /// - `source`: the texels of the larger level, of size `size`, row by row.
  /// - `final`: uninitialized memory for the pixels of the level.
  init<Source: MipTexel, Final: MipTexel>(
    halving source: UnsafePointer<Source>, _ size: PixelSize, _ final: UnsafeMutablePointer<Final>
  ) {
    let half = MipFilter.half(size)
    self.size = half
    let columns = MipFilter(from: size.width, to: half.width)
    let rows = MipFilter(from: size.height, to: half.height)
    texels = [Carried](unsafeUninitializedCapacity: half.area) { buffer, count in
      nonisolated(unsafe) let (carried, source, final) = (buffer.baseAddress!, source, final)
      let blocks = (half.height + Self.blockRows - 1) / Self.blockRows
      inParallel(blocks, grainSize: 1) { range in
        var filter = RowFilter(source, size, columns, rows, half.width)
        for row in range.lowerBound * Self.blockRows..<min(half.height, range.upperBound * Self.blockRows) {
          filter.makeRow(row, carried + row * half.width, final + row * half.width)
        }
        filter.free()
      }
      count = half.area
    }
  }

  /// The next smaller level; this level must have more than one pixel.
  func next<Final: MipTexel>(_ final: UnsafeMutablePointer<Final>) -> MipLevel {
    texels.withUnsafeBufferPointer { MipLevel(halving: $0.baseAddress!, size, final) }
  }
}

/// Filters source rows at first use, and keeps the last 16 to filter columns.
private struct RowFilter<Source: MipTexel> {
  private let source: UnsafePointer<Source>
  private let size: PixelSize
  private let columns: MipFilter, rows: MipFilter
  private let width: Int
  /// A source row, mirrored at both ends.
  private let line: UnsafeMutablePointer<SIMD4<Float>>
  private let padding: Int
  /// The filtered source rows, each at its index modulo 16.
  private let kept: UnsafeMutablePointer<SIMD4<Float>>
  /// The first source row that is not yet filtered.
  private var ready = Int.min

  init(
    _ source: UnsafePointer<Source>, _ size: PixelSize, _ columns: MipFilter, _ rows: MipFilter, _ width: Int
  ) {
    precondition(rows.taps <= 16, "a row is made of 16 at most")
    (self.source, self.size, self.columns, self.rows, self.width) = (source, size, columns, rows, width)
    padding = columns.taps
    line = .allocate(capacity: size.width + 2 * padding)
    kept = .allocate(capacity: 16 * width)
  }

  func free() {
    line.deallocate()
    kept.deallocate()
  }

  /// Computes one target row. Calls must pass ascending rows.
  @inline(__always)
  mutating func makeRow<Carried: MipTexel, Final: MipTexel>(
    _ target: Int, _ carried: UnsafeMutablePointer<Carried>, _ final: UnsafeMutablePointer<Final>
  ) {
    let first = rows.first[target]
    for number in max(ready, first)..<first + rows.taps { filter(number) }
    ready = first + rows.taps
    func row(_ tap: Int) -> UnsafePointer<SIMD4<Float>> { UnsafePointer(kept + ((first + tap) & 15) * width) }
    rows.weights.withUnsafeBufferPointer { weights in
      if rows.isExactHalf {
        let (a, b, c, d) = (row(0), row(1), row(2), row(3))
        let (e, f, g, h) = (row(4), row(5), row(6), row(7))
        let (w0, w1, w2, w3) = (weights[0], weights[1], weights[2], weights[3])
        for x in 0..<width {
          let outer = (a[x] + h[x]) * w0 + (b[x] + g[x]) * w1
          let sum = outer + (c[x] + f[x]) * w2 + (d[x] + e[x]) * w3
          (carried + x).initialize(to: Carried(channels: sum))
          (final + x).initialize(to: Final(channels: sum))
        }
        return
      }
      for x in 0..<width {
        var sum = SIMD4<Float>.zero
        for tap in 0..<rows.taps { sum += row(tap)[x] * weights[rows.taps * target + tap] }
        (carried + x).initialize(to: Carried(channels: sum))
        (final + x).initialize(to: Final(channels: sum))
      }
    }
  }

  /// Filters the source row with index `number`.
  @inline(__always)
  private func filter(_ number: Int) {
    let texels = source + MipFilter.mirrored(number, in: size.height) * size.width
    for x in 0..<size.width { (line + padding + x).initialize(to: texels[x].channels) }
    for x in 0..<padding {
      let (left, right) = (x - padding, size.width + x)
      (line + x).initialize(to: line[padding + MipFilter.mirrored(left, in: size.width)])
      (line + padding + right).initialize(to: line[padding + MipFilter.mirrored(right, in: size.width)])
    }
    let target = kept + (number & 15) * width
    columns.weights.withUnsafeBufferPointer { weights in
      if columns.isExactHalf {
        let (w0, w1, w2, w3) = (weights[0], weights[1], weights[2], weights[3])
        for x in 0..<width {
          let p = UnsafePointer(line + padding + 2 * x - 3)
          let sum = (p[0] + p[7]) * w0 + (p[1] + p[6]) * w1 + (p[2] + p[5]) * w2 + (p[3] + p[4]) * w3
          (target + x).initialize(to: sum)
        }
        return
      }
      columns.first.withUnsafeBufferPointer { first in
        for x in 0..<width {
          let p = UnsafePointer(line + padding + first[x])
          var sum = SIMD4<Float>.zero
          for tap in 0..<columns.taps { sum += p[tap] * weights[columns.taps * x + tap] }
          (target + x).initialize(to: sum)
        }
      }
    }
  }
}
