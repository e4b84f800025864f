extension Layer {
  /// The anchor point in the layer's own points.
  var anchor: Point3D {
    Point3D(
      bounds.minX + anchorPoint.x * bounds.size.width, bounds.minY + anchorPoint.y * bounds.size.height,
      anchorPointZ)
  }

  /// Layer points to superlayer points: the anchor point moves to the origin, `transform` acts, and the origin
  /// moves to `position` at `zPosition`.
  public var effectiveTransform: Transform3D {
    let anchor = anchor
    return .translation(-anchor.x, -anchor.y, -anchor.z) * transform
      * .translation(position.x, position.y, zPosition)
  }

  /// The value to store in `transform` so that the layer's effective transform becomes `effective`.
  public func assignableTransform(for effective: Transform3D) -> Transform3D {
    let anchor = anchor
    return .translation(anchor.x, anchor.y, anchor.z) * effective
      * .translation(-position.x, -position.y, -zPosition)
  }

  /// Moves the anchor point, in unit layer space, without moving what is seen.
  ///
  /// `position` and `zPosition` make up for it. Under a perspective they alone can't, since it is seen from over
  /// the anchor point; there `transform` changes too.
  public mutating func moveAnchorPoint(to newAnchorPoint: Point) {
    let effective = effectiveTransform
    anchorPoint = newAnchorPoint
    let moved = effective.transform(anchor)
    // A new anchor point behind the eye is seen nowhere; any position serves, so the old one stays.
    if moved.w > 0 {
      // The transform's own translation comes on top of the position.
      position = Point(moved.x / moved.w - transform.m41, moved.y / moved.w - transform.m42)
      zPosition = moved.z / moved.w - transform.m43
    }
    let hasPerspective = transform.column(3) != SIMD4(0, 0, 0, 1)
    if hasPerspective { transform = assignableTransform(for: effective) }
  }
}

extension Layer {
  /// Where a point of the layer is seen in the superlayer, in its points; nil at or behind the eye.
  public func convertToSuperlayer(_ point: Point3D) -> Point3D? { effectiveTransform.project(point) }

  /// Where a point of the layer's plane is seen in the superlayer, in its points; nil at or behind the eye.
  public func convertToSuperlayer(_ point: Point) -> Point? {
    convertToSuperlayer(Point3D(point.x, point.y, 0)).map { Point($0.x, $0.y) }
  }

  /// The point of the layer's plane that is seen at a point of the superlayer: where the line of sight through
  /// it meets the plane. Nil when the layer is edge-on, or when the line meets it only at or behind the eye.
  public func convertFromSuperlayer(_ point: Point) -> Point? {
    // z does not decide where a point is seen, so the plane's own z (always 0) may stand for it: the rest of
    // the matrix is the plane's homography, and its inverse is the line of sight.
    var homography = effectiveTransform
    (homography.m31, homography.m32, homography.m33, homography.m34) = (0, 0, 1, 0)
    (homography.m13, homography.m23, homography.m43) = (0, 0, 0)
    guard let inverse = homography.inverted() else { return nil }
    let p = inverse.transform(Point3D(point.x, point.y, 0))
    // With w' the perspective's divisor at the point found, p.w = 1 / w': both are positive before the eye.
    guard p.w > 0 else { return nil }
    let result = Point(p.x / p.w, p.y / p.w)
    return result.isFinite ? result : nil
  }

  /// The box around where the corners of a rectangle of the layer are seen; nil when one is at or behind the
  /// eye.
  public func convertToSuperlayer(_ rect: Rect) -> Rect? {
    box(around: rect.corners) { convertToSuperlayer($0) }
  }

  /// The box around the points of the layer's plane that are seen at the corners of a rectangle of the
  /// superlayer; nil when one of them has none.
  public func convertFromSuperlayer(_ rect: Rect) -> Rect? {
    box(around: rect.corners) { convertFromSuperlayer($0) }
  }

  private func box(around corners: [Point], by convert: (Point) -> Point?) -> Rect? {
    let points = corners.compactMap(convert)
    return points.count == corners.count ? Rect(around: points) : nil
  }
}
