import MeshTransform

/// The bounds, plane and folding of a translucent item on the canvas: they determine whether it overlaps itself or
/// another item.
package struct ItemFootprint {
  /// The bounds in canvas pixels; infinite where the item reaches behind the eye.
  private(set) var low = SIMD2<Double>(repeating: .infinity), high = SIMD2<Double>(repeating: -.infinity)
  /// The bounds of the depth `z / w` in points; infinite where the item reaches behind the eye.
  package private(set) var depths: (far: Double, near: Double) = (.infinity, -.infinity)
  /// The plane of a flat item; nil for a bent item and for one seen edge-on.
  package let plane: (slope: SIMD2<Double>, offset: Double)?
  /// The plane, rounded for comparison: items in one plane have equal values.
  package let commonPlane: DepthPlane?
  package let folding: TriangleList.Folding

  package var isEmpty: Bool { !(low.x <= high.x) }

  init(_ item: RenderItem, _ triangulation: Triangulation) {
    let (triangles, projected) = (triangulation.list, triangulation.projected)
    if projected.isBeforeEye {
      let (first, last) = (SIMD3<Double>(projected.low), SIMD3<Double>(projected.high))
      (low, high) = (SIMD2(first.x, first.y), SIMD2(last.x, last.y))
      depths = (first.z, last.z)
    } else {
      (low, high) = (SIMD2(repeating: -.infinity), SIMD2(repeating: .infinity))
      depths = (-.infinity, .infinity)
    }
    let isFlat = item.isFlat
    plane =
      isFlat
      ? DepthPlane.coefficients(
        item.projection.unitToCanvas, z: Double(triangles.vertices.first?.toZ ?? 0)) : nil
    commonPlane = isFlat ? item.plane : nil
    if case .square = item.shape {
      folding = .none
    } else if isFlat && item.visibleSides == .both {
      // The projection of a plane is one to one, so that the folding in the plane decides.
      folding = triangles.folding(triangles.vertices.map { SIMD2($0.toX, $0.toY) }, negligible: 1e-9)
    } else if projected.isBeforeEye {
      folding = triangles.folding(
        projected.points.map(\.lowHalf), hidden: item.culledWinding.map { $0 == 1 ? 1 : -1 } ?? 0,
        negligible: 1.0 / 64)
    } else {
      folding = .folded
    }
  }

  /// Whether the triangles must be sorted: they overlap, and the A-buffer does not sort their fragments.
  func needsSorting(hasExactTransparency: Bool) -> Bool {
    switch folding {
    case .none: false
    case .slivers: true
    case .folded: !hasExactTransparency
    }
  }

  /// Whether the items may share a pixel of the canvas.
  package func overlaps(_ other: ItemFootprint) -> Bool {
    let margin = 1.0
    return low.x <= other.high.x + margin && other.low.x <= high.x + margin
      && low.y <= other.high.y + margin && other.low.y <= high.y + margin
  }

  /// Whether this item certainly lies behind the other wherever both are visible, or precedes it in the same plane.
  /// - `isEarlier`: whether this item precedes the other in painter's order.
  func isBehind(_ other: ItemFootprint, isEarlier: Bool) -> Bool {
    if let commonPlane, commonPlane == other.commonPlane { return isEarlier }
    if depths.near < other.depths.far || (isEarlier && depths.near == other.depths.far) { return true }
    guard let plane, let otherPlane = other.plane else { return false }
    // The difference of two planes is largest at a corner of the common bounds. Infinite bounds have no corners.
    let (low, high) = (larger(low, other.low) - 1, smaller(high, other.high) + 1)
    let slope = plane.slope - otherPlane.slope
    let offset = plane.offset - otherPlane.offset
    func largest(_ slope: Double, _ low: Double, _ high: Double) -> Double {
      slope == 0 ? 0 : max(slope * low, slope * high)
    }
    let most = largest(slope.x, low.x, high.x) + largest(slope.y, low.y, high.y) + offset
    return most <= 0
  }
}
