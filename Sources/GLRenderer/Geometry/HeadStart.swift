/// Which of a stratum's triangles the device starts with while the thread that draws still hands it the others.
///
/// Where the CPU draws, that thread transforms and sorts triangles into squares of the picture, 3.4 ms for the 20,000 of
/// a frame of 1080p that takes 31 on two cores; the other threads begin with the squares at a flush, and idled until
/// then. An eighth of the triangles is enough for them to do meanwhile. A GPU begins by itself.
///
/// Not for what is followed by parts with edges, which they can do meanwhile, too: each flush keeps memory of its own,
/// some 300 bytes a triangle, and with one more a frame with antialiased edges took 6 MiB more and no less time.
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
