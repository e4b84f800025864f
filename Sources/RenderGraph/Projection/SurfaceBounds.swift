import MeshTransform

/// Where a surface lies on the canvas and in depth.
struct SurfaceBounds {
  /// Canvas pixels x and y, depth `z / w`.
  let low: SIMD3<Double>, high: SIMD3<Double>
  /// Of a flat item that is not seen edge-on, rounded so that items in one plane have equal ones.
  let plane: DepthPlane?
  /// The largest coordinate, which rounding is relative to.
  private let size: Double

  init(_ surface: ProjectedSurface) {
    (low, high, plane) = (surface.low, surface.high, surface.commonPlane)
    let size = pointwiseMax(high, -low).max()
    self.size = size.isFinite ? size : 0
  }

  /// Whether two surfaces may have a place on the canvas and a depth in common.
  func isNear(_ other: Self) -> Bool {
    let margin = SIMD3(1, 1, tolerance(other))
    let gap = pointwiseMax(low, other.low) - pointwiseMin(high, other.high)
    return gap.x <= margin.x && gap.y <= margin.y && gap.z <= margin.z
  }

  /// Points of depth within which two surfaces are one: what rounding makes of places that are meant to be equal.
  func tolerance(_ other: Self) -> Double { 0x1p-11 + 0x1p-21 * max(size, other.size) }

  /// Whether both are flat and lie in one plane.
  func isCoplanar(with other: Self) -> Bool { plane != nil && plane == other.plane }
}
