/// Ranges of vertices with the faces that touch them, for threads that each write to vertices of their own.
///
/// Each range meets its faces in their order, so that sums over faces come out the same as on one thread, to the bit.
struct VertexPartition {
  private let vertexCount: Int, faceCount: Int
  /// The lowest and highest vertex of each block of faces.
  private let blockBounds: [(low: UInt32, high: UInt32)]
  private let blockSize: Int

  let count = 16

  /// Fewer faces are done on one thread before others have begun.
  private static let minFaceCount = 16_384

  /// Nil for meshes that are small, or whose faces touch vertices from everywhere so that ranges would share too many.
  init?(_ faces: UnsafeBufferPointer<Mesh.Face>, vertexCount: Int) {
    guard faces.count >= Self.minFaceCount else { return nil }
    (self.vertexCount, faceCount) = (vertexCount, faces.count)
    // A thousand blocks: what two ranges share is then small beside a range.
    let size = max(64, faces.count / 1024)
    blockSize = size
    let blocks = (faces.count + size - 1) / size
    blockBounds = mapBlocks(blocks, of: 32) { group in
      group.map { block in
        var (low, high) = (SIMD4<UInt32>(repeating: .max), SIMD4<UInt32>.zero)
        for i in block * size..<min(faces.count, (block + 1) * size) {
          low = pointwiseMin(low, faces[i].indices)
          high = pointwiseMax(high, faces[i].indices)
        }
        return (low.min(), high.max())
      }
    }.flatMap { $0 }
    var visits = 0
    for part in 0..<count { forEachFaceRange(of: part) { visits += $0.count } }
    guard visits < faces.count + faces.count / 4 else { return nil }
  }

  func vertices(of part: Int) -> Range<Int> {
    vertexCount * part / count..<vertexCount * (part + 1) / count
  }

  /// Ranges of faces, ascending, that hold all that touch the part.
  func forEachFaceRange(of part: Int, _ body: (Range<Int>) -> Void) {
    let own = vertices(of: part)
    for (block, blockBounds) in blockBounds.enumerated()
    where Int(blockBounds.low) < own.upperBound && Int(blockBounds.high) >= own.lowerBound {
      body(block * blockSize..<min(faceCount, (block + 1) * blockSize))
    }
  }
}
