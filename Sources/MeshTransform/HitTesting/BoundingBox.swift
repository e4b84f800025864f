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

  private var low: SIMD3<Double> { SIMD3(Double(lowX), Double(lowY), Double(lowZ)) }
  private var high: SIMD3<Double> { SIMD3(Double(highX), Double(highY), Double(highZ)) }

  /// The largest magnitudes of x, y and z.
  var maxMagnitude: SIMD3<Double> { pointwiseMax(pointwiseMax(low, -low), pointwiseMax(high, -high)) }

  var corners: [Point3D] {
    (0..<8).map { corner in
      Point3D(
        corner & 1 == 0 ? low.x : high.x, corner & 2 == 0 ? low.y : high.y, corner & 4 == 0 ? low.z : high.z)
    }
  }

  /// A pick ray with precomputed values for box tests.
  struct PreparedRay {
    let across: SIMD4<Double>, down: SIMD4<Double>
    let acrossSize: SIMD3<Double>, downSize: SIMD3<Double>
    /// Upper bounds of the rounding errors.
    let acrossTolerance: Double, downTolerance: Double

    init(_ ray: PickRay, maxMagnitude: SIMD3<Double>) {
      func size(_ v: SIMD4<Double>) -> SIMD3<Double> { SIMD3(abs(v.x), abs(v.y), abs(v.z)) }
      (across, down) = (ray.across, ray.down)
      (acrossSize, downSize) = (size(across), size(down))
      acrossTolerance = 1e-14 * ((acrossSize * maxMagnitude).sum() + abs(across.w))
      downTolerance = 1e-14 * ((downSize * maxMagnitude).sum() + abs(down.w))
    }
  }

  /// False only if the ray certainly misses the box: the projection of the whole box lies to one side of it, above it
  /// or below it.
  @inline(__always)
  func mayIntersect(_ probe: PreparedRay) -> Bool {
    let (middle, half) = ((low + high) * 0.5, (high - low) * 0.5)
    let (a, d) = (probe.across, probe.down)
    let across = middle.x * a.x + middle.y * a.y + middle.z * a.z + a.w
    let (s, t) = (probe.acrossSize, probe.downSize)
    if abs(across) > half.x * s.x + half.y * s.y + half.z * s.z + probe.acrossTolerance { return false }
    let down = middle.x * d.x + middle.y * d.y + middle.z * d.z + d.w
    return !(abs(down) > half.x * t.x + half.y * t.y + half.z * t.z + probe.downTolerance)
  }
}
