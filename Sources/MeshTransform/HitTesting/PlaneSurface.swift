/// The plane of a layer without a mesh, as seen from its superlayer's.
struct PlaneSurface: Sendable {
  private let toPlane: Transform3D
  private let fromPlane: Transform3D
  private let isFrontFacing: Bool

  /// - `toPlane`: layer points to those of the superlayer.
  /// - Returns: nil when the layer is seen edge-on.
  init?(_ toPlane: Transform3D) {
    let flattened = toPlane.flattened
    guard let inverse = flattened.inverted() else { return nil }
    (self.toPlane, fromPlane) = (toPlane, inverse)
    // Where w > 0, the area's orientation on the screen is the sign of the homography's determinant.
    isFrontFacing = flattened.determinant > 0
  }

  /// Where the line of sight through a point of the superlayer's plane meets the layer's; nil at or behind the eye.
  func intersection(at point: Point) -> SurfaceIntersection? {
    guard let found = fromPlane.project(point), found.isFinite else { return nil }
    let projected = toPlane.transform(Point3D(found.x, found.y, 0))
    let depth = projected.z / projected.w
    guard projected.w > 0, depth.isFinite else { return nil }
    return SurfaceIntersection(depth: depth, point: found, isFrontFacing: isFrontFacing, face: nil)
  }

  /// The part of the superlayer's plane where a rectangle of the layer is seen; nil when that has no bounds.
  func projectedBounds(of rect: Rect) -> Rect? {
    Rect(around: rect.corners.map { toPlane.transform(Point3D($0.x, $0.y, 0)) })
  }
}
