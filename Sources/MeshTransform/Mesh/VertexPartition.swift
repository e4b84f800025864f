/// A partition of the vertices with the faces that touch each part, for threads that write to vertices of their own.
///
/// Each part visits its faces in their order, so that sums over faces equal those on one thread in every bit.
struct VertexPartition {
  private let vertexCount: Int, faceCount: Int
  /// The lowest and highest vertex of each block of faces.
  private let blockBounds: [(low: UInt32, high: UInt32)]
  private let blockSize: Int

  let count = 16

  /// Smaller meshes are faster on one thread.
  private static let minFaceCount = 16_384

  /// Nil for small meshes, and for meshes whose faces touch distant vertices, so that parts would share too many faces.
  init?(_ faces: UnsafeBufferPointer<Mesh.Face>, vertexCount: Int) {
    guard faces.count >= Self.minFaceCount else { return nil }
    (self.vertexCount, faceCount) = (vertexCount, faces.count)
    // About a thousand blocks: the faces shared by two parts are few relative to a part.
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

  /// Calls `body` with ascending ranges of faces that include all faces of the part.
  func forEachFaceRange(of part: Int, _ body: (Range<Int>) -> Void) {
    let own = vertices(of: part)
    for (block, blockBounds) in blockBounds.enumerated()
    where Int(blockBounds.low) < own.upperBound && Int(blockBounds.high) >= own.lowerBound {
      body(block * blockSize..<min(faceCount, (block + 1) * blockSize))
    }
  }
}
