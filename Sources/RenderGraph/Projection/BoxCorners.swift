import MeshTransform

/// The corners of the smallest box in unit space that contains vertices.
struct BoxCorners {
  let vertices: [Mesh.Vertex]

  private static let blockSize = 32_768

  init(of vertices: [Mesh.Vertex]) {
    func bounds(_ range: Range<Int>) -> (low: SIMD4<Float>, high: SIMD4<Float>) {
      var (low, high) = (SIMD4<Float>(repeating: .infinity), SIMD4<Float>(repeating: -.infinity))
      for index in range {
        let place = SIMD4(vertices[index].to, 0)
        (low, high) = (smaller(low, place), larger(high, place))
      }
      return (low, high)
    }
    let blocks =
      vertices.count <= Self.blockSize
      ? [bounds(vertices.indices)] : mapBlocks(vertices.count, of: Self.blockSize, bounds)
    var (low, high) = blocks[0]
    for block in blocks.dropFirst() { (low, high) = (smaller(low, block.low), larger(high, block.high)) }
    self.vertices = (0..<8).map { (corner: Int32) in
      let isHigh = SIMD4<Int32>(corner & 1, corner & 2, corner & 4, 0) .!= 0
      let place = low.replacing(with: high, where: isHigh)
      return Mesh.Vertex(from: .zero, to: SIMD3(place.x, place.y, place.z))
    }
  }
}
