extension Transform3D {
  /// The matrix product: `first` acts first.
  public static func * (first: Transform3D, second: Transform3D) -> Transform3D {
    let (r1, r2, r3, r4) = (second.row(0), second.row(1), second.row(2), second.row(3))
    func product(_ row: SIMD4<Double>) -> SIMD4<Double> {
      row.x * r1 + row.y * r2 + row.z * r3 + row.w * r4
    }
    return Transform3D(
      rows: product(first.row(0)), product(first.row(1)), product(first.row(2)), product(first.row(3)))
  }

  /// `self * next`: this transform acts first.
  public func concatenating(_ next: Transform3D) -> Transform3D { self * next }

  /// `translation * self`: the translation acts first. After a rotation it runs along the rotated axes.
  public func translated(by x: Double, _ y: Double, _ z: Double = 0) -> Transform3D {
    Transform3D.translation(x, y, z) * self
  }

  /// `scale * self`: the scale acts first.
  public func scaled(by x: Double, _ y: Double, _ z: Double = 1) -> Transform3D {
    Transform3D.scale(x, y, z) * self
  }

  /// `rotation * self`: the rotation acts first.
  public func rotated(by angle: Angle, about axis: Point3D = Point3D(0, 0, 1)) -> Transform3D {
    Transform3D.rotation(angle, about: axis) * self
  }
}

extension Transform3D {
  /// `[x y z 1] * self`, homogeneous, without a division by w.
  public func transform(_ point: Point3D) -> SIMD4<Double> {
    point.x * row(0) + point.y * row(1) + point.z * row(2) + row(3)
  }

  /// The projection of the point: ``transform(_:)`` divided by w. Nil at or behind the eye (w <= 0).
  public func project(_ point: Point3D) -> Point3D? {
    let p = transform(point)
    guard p.w > 0 else { return nil }
    return Point3D(p.x / p.w, p.y / p.w, p.z / p.w)
  }
}
