/// An axis-aligned box in unit layer space with depth.
struct BoundingBox: Sendable {
  private var lowX: Float, lowY: Float, lowZ: Float
  private var highX: Float, highY: Float, highZ: Float

  init(_ vertex: Mesh.Vertex) {
    (lowX, lowY, lowZ) = (vertex.toX, vertex.toY, vertex.toZ)
    (highX, highY, highZ) = (lowX, lowY, lowZ)
  }

  @inline(__always)
  mutating func extend(_ vertex: Mesh.Vertex) {
    (lowX, highX) = (min(lowX, vertex.toX), max(highX, vertex.toX))
    (lowY, highY) = (min(lowY, vertex.toY), max(highY, vertex.toY))
    (lowZ, highZ) = (min(lowZ, vertex.toZ), max(highZ, vertex.toZ))
  }

  @inline(__always)
  mutating func extend(_ other: BoundingBox) {
    (lowX, highX) = (min(lowX, other.lowX), max(highX, other.highX))
    (lowY, highY) = (min(lowY, other.lowY), max(highY, other.highY))
    (lowZ, highZ) = (min(lowZ, other.lowZ), max(highZ, other.highZ))
  }

  var low: SIMD3<Float> { SIMD3(lowX, lowY, lowZ) }
  var high: SIMD3<Float> { SIMD3(highX, highY, highZ) }

  var corners: [Point3D] {
    (0..<8).map { corner in
      Point3D(
        Double(corner & 1 == 0 ? lowX : highX), Double(corner & 2 == 0 ? lowY : highY),
        Double(corner & 4 == 0 ? lowZ : highZ))
    }
  }
}
