/// Which of a stratum's triangles the device starts with while the thread that draws still hands it the others.
///
/// Where the CPU draws, that thread transforms triangles and sorts them into squares of the picture, 3.4 ms for the
/// 20,000 of a frame of 1080p that takes 31 on two cores; the other threads begin with the squares at a flush, and had
/// nothing to do until then. An eighth of the triangles is enough for them meanwhile: of the two cores 1.82 are at work
/// instead of 1.77 (`Benchmarks/frames.sh --works W2`). A GPU begins by itself.
///
/// Not where parts with edges follow: each flush keeps memory of its own, some 300 bytes a triangle, and with one more a
/// frame with antialiased edges took 6 MiB more and no less time.
struct HeadStart {
  /// Indices until the flush; 0 after it.
  private var left: Int

  /// Indices from which on it is worth a flush.
  private static let least = 3 * 4096

  /// - `count`: of all indices.
  init(_ count: Int, drawsOnCPU: Bool) { left = drawsOnCPU && count >= Self.least ? count / 24 * 3 : 0 }

  /// - Returns: how many of these indices, which are drawn next, come before the flush; nil for no flush among them.
  mutating func taken(from indices: Range<Int>) -> Int? {
    guard left > 0 else { return nil }
    defer { left = max(0, left - indices.count) }
    return left <= indices.count ? left : nil
  }
}
