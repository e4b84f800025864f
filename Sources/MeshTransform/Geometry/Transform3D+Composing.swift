extension Transform3D {
  /// First `first`, then `second`: the matrix product, from left to right as row vectors read.
  public static func * (first: Transform3D, second: Transform3D) -> Transform3D {
    let (r1, r2, r3, r4) = (second.row(0), second.row(1), second.row(2), second.row(3))
    func product(_ row: SIMD4<Double>) -> SIMD4<Double> {
      row.x * r1 + row.y * r2 + row.z * r3 + row.w * r4
    }
    return Transform3D(
      rows: product(first.row(0)), product(first.row(1)), product(first.row(2)), product(first.row(3)))
  }

  /// First this transform, then `next`: `self * next`.
  public func concatenating(_ next: Transform3D) -> Transform3D { self * next }

  /// A translation before everything done so far: `translation * self`. After a rotation it runs along the
  /// rotated axes.
  public func translated(by x: Double, _ y: Double, _ z: Double = 0) -> Transform3D {
    Transform3D.translation(x, y, z) * self
  }

  /// A scale before everything done so far: `scale * self`.
  public func scaled(by x: Double, _ y: Double, _ z: Double = 1) -> Transform3D {
    Transform3D.scale(x, y, z) * self
  }

  /// A rotation before everything done so far: `rotation * self`.
  public func rotated(by angle: Angle, about axis: Point3D = Point3D(0, 0, 1)) -> Transform3D {
    Transform3D.rotation(angle, about: axis) * self
  }
}

extension Transform3D {
  /// `[x y z 1] * self` with its w, before any division.
  public func transform(_ point: Point3D) -> SIMD4<Double> {
    point.x * row(0) + point.y * row(1) + point.z * row(2) + row(3)
  }

  /// Where the point is seen: `transform(_:)` divided by w. Nil at or behind the eye (w <= 0), where nothing is
  /// seen.
  public func project(_ point: Point3D) -> Point3D? {
    let p = transform(point)
    guard p.w > 0 else { return nil }
    return Point3D(p.x / p.w, p.y / p.w, p.z / p.w)
  }
}
