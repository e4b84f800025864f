/// The plane of a layer without a mesh, projected onto its superlayer's plane.
struct PlaneSurface: Sendable {
  private let toPlane: Transform3D
  private let fromPlane: Transform3D
  private let isFrontFacing: Bool

  /// - `toPlane`: layer points to superlayer points.
  /// - Returns: nil for a layer seen edge-on.
  init?(_ toPlane: Transform3D) {
    guard let inverse = toPlane.flattened.inverted() else { return nil }
    (self.toPlane, fromPlane, isFrontFacing) = (toPlane, inverse, toPlane.facing > 0)
  }

  /// The intersection of the pick ray through a point of the superlayer's plane with the layer's plane; nil at or
  /// behind the eye.
  func intersection(at point: Point) -> SurfaceIntersection? {
    guard let found = fromPlane.project(point), found.isFinite else { return nil }
    let projected = toPlane.transform(Point3D(found.x, found.y, 0))
    let depth = projected.z / projected.w
    guard projected.w > 0, depth.isFinite else { return nil }
    return SurfaceIntersection(depth: depth, point: found, isFrontFacing: isFrontFacing, face: nil)
  }

  /// The bounding box of the projection of a rectangle of the layer; nil if it is unbounded.
  func projectedBounds(of rect: Rect) -> Rect? {
    Rect(around: rect.corners.map { toPlane.transform(Point3D($0.x, $0.y, 0)) })
  }
}
