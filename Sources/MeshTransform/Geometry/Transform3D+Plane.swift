extension Transform3D {
  /// Where a point of the plane z = 0 is seen; nil at or behind the eye (w <= 0), where nothing is seen.
  public func project(_ point: Point) -> Point? {
    project(Point3D(point.x, point.y, 0)).map { Point($0.x, $0.y) }
  }

  /// The point of the plane z = 0 that is seen at `point`: where the line of sight through it meets the plane.
  ///
  /// Undoes ``project(_:)-(Point)``. Nil when the plane is seen edge-on, or when the line meets it only at or behind
  /// the eye.
  public func unproject(_ point: Point) -> Point? {
    // With w the perspective's divisor at the point found, that of the inverse is 1 / w: both are positive before the
    // eye, and project checks the sign.
    guard let found = flattened.inverted()?.project(point), found.isFinite else { return nil }
    return found
  }

  /// The same map of the plane z = 0 with nothing in depth: of what it does to z only z itself is left.
  ///
  /// z decides neither where a point is seen nor whether it is, so this is the plane's homography; its inverse leads
  /// back along the lines of sight.
  package var flattened: Transform3D {
    var plane = self
    (plane.m31, plane.m32, plane.m33, plane.m34) = (0, 0, 1, 0)
    (plane.m13, plane.m23, plane.m43) = (0, 0, 0)
    return plane
  }
}
