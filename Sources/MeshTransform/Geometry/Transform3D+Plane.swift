extension Transform3D {
  /// The projection of a point of the plane z = 0; nil at or behind the eye (w <= 0).
  public func project(_ point: Point) -> Point? {
    project(Point3D(point.x, point.y, 0)).map { Point($0.x, $0.y) }
  }

  /// The intersection of the plane z = 0 with the pick ray through `point`.
  ///
  /// The inverse of ``project(_:)-(Point)``. Nil for a plane that is seen edge-on, and for an intersection at or behind
  /// the eye.
  public func unproject(_ point: Point) -> Point? {
    // If w is the divisor at the point found, the divisor of the inverse is 1 / w: both are positive in front of the
    // eye, and project checks the sign.
    guard let found = flattened.inverted()?.project(point), found.isFinite else { return nil }
    return found
  }

  /// The same map of the plane z = 0, with z as it is.
  ///
  /// z does not change the projection of points of the plane, so this is the homography of the plane; its inverse leads
  /// back along the pick rays.
  package var flattened: Transform3D {
    var plane = self
    (plane.m31, plane.m32, plane.m33, plane.m34) = (0, 0, 1, 0)
    (plane.m13, plane.m23, plane.m43) = (0, 0, 0)
    return plane
  }

  /// The side of the plane that is visible: above 0 for the front, below 0 for the back, 0 where the plane is edge-on.
  /// It is the determinant of the plane's homography, whose sign is that of the map's Jacobian before the eye.
  package var facing: Double {
    let (u, v, origin) = (row(0), row(1), row(3))
    return u.x * (v.y * origin.w - v.w * origin.y) - u.y * (v.x * origin.w - v.w * origin.x)
      + u.w * (v.x * origin.y - v.y * origin.x)
  }
}
