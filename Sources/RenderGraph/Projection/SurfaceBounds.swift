import MeshTransform

/// The bounds of a surface on the canvas and in depth.
struct SurfaceBounds {
  /// The corners of the bounds: x and y in canvas pixels, depth `z / w` in points.
  let low: SIMD3<Double>, high: SIMD3<Double>
  /// The plane of a flat item, rounded so that items in one plane have equal values; nil for a bent item, or one that
  /// is seen edge-on.
  let plane: DepthPlane?
  /// The largest coordinate, to which rounding errors are relative.
  private let size: Double

  init(_ surface: ProjectedSurface) {
    (low, high, plane) = (surface.low, surface.high, surface.commonPlane)
    let size = larger(high, -low).max()
    self.size = size.isFinite ? size : 0
  }

  init(_ place: SquareRun.Place) {
    (low, high, plane) = (SIMD3<Double>(place.low.place), SIMD3<Double>(place.high.place), place.plane)
    size = larger(high, -low).max()
  }

  /// The bounds as a box of a tree; nil for empty ones.
  var node: BoxTree.Node? { all(low .<= high) ? BoxTree.Node(low, high, value: -.infinity) : nil }

  /// The distance in pixels up to which two surfaces may share a pixel of the canvas.
  static let canvasMargin = 1.0

  /// The largest distance along each axis at which two of the surfaces are near.
  static func largestMargin(_ surfaces: [Self]) -> SIMD3<Double> {
    let size = surfaces.reduce(0) { max($0, $1.size) }
    return SIMD3(1, 1, tolerance(size))
  }

  /// Whether two surfaces may share a pixel of the canvas.
  func overlapsOnCanvas(_ other: Self) -> Bool {
    let gap = larger(low, other.low) - smaller(high, other.high)
    return gap.x <= Self.canvasMargin && gap.y <= Self.canvasMargin
  }

  /// Whether two surfaces may share a point on the canvas at the same depth.
  func isNear(_ other: Self) -> Bool {
    let margin = SIMD3(1, 1, tolerance(other))
    let gap = larger(low, other.low) - smaller(high, other.high)
    return gap.x <= margin.x && gap.y <= margin.y && gap.z <= margin.z
  }

  /// The difference of depths in points within which two surfaces coincide: the rounding error of positions that are
  /// meant to be equal.
  func tolerance(_ other: Self) -> Double { Self.tolerance(max(size, other.size)) }

  private static func tolerance(_ size: Double) -> Double { 0x1p-11 + 0x1p-21 * size }
}
