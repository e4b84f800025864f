import MeshTransform

/// One level of a picture, of which the next is made: both axes filtered by ``MipFilter``, on all cores.
///
/// - `Carried`: what the level after it is made of.
struct MipLevel<Carried: MipTexel> {
  package let size: PixelSize
  private let texels: [Carried]

  /// Target rows that one thread makes at a time; the source rows around them are filtered once more.
  private static var blockRows: Int { 32 }

  /// The next smaller level. Each pixel of it goes to `final`, too, as the texture holds it.
  ///
  /// - `source`: `size` texels, row by row.
  /// - `final`: not initialized; as many as the level has pixels.
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
      inParallel(blocks, least: 1) { range in
        var filter = RowFilter(source, size, columns, rows, half.width)
        for row in range.lowerBound * Self.blockRows..<min(half.height, range.upperBound * Self.blockRows) {
          filter.makeRow(row, carried + row * half.width, final + row * half.width)
        }
        filter.free()
      }
      count = half.area
    }
  }

  /// The one after this one, which must be more than a single pixel.
  func next<Final: MipTexel>(_ final: UnsafeMutablePointer<Final>) -> MipLevel {
    texels.withUnsafeBufferPointer { MipLevel(halving: $0.baseAddress!, size, final) }
  }
}

/// Filters rows as they are needed, and keeps the last few of them to filter columns.
private struct RowFilter<Source: MipTexel> {
  private let source: UnsafePointer<Source>
  private let size: PixelSize
  private let columns: MipFilter, rows: MipFilter
  private let width: Int
  /// A source row, mirrored at both ends.
  private let line: UnsafeMutablePointer<SIMD4<Float>>
  private let padding: Int
  /// Filtered source rows, each at its number modulo 16.
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

  /// Ascending rows.
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

  /// Filters the source row of that number.
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
