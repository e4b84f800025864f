/// The parts of a ``Transform3D``, as CSS Transforms 2 takes a matrix apart.
///
/// Applied in the order scale, skew, rotation, translation, perspective; each part of an identity is its default.
public struct Transform3DComponents: Hashable, Sendable {
  public var scale = SIMD3<Double>(1, 1, 1)
  /// How far y leans along x, z along x, and z along y: m21, m31 and m32 of the skew.
  public var skew = SIMD3<Double>(0, 0, 0)
  public var rotation = Quaternion.identity
  /// In points.
  public var translation = SIMD3<Double>(0, 0, 0)
  /// The fourth column after everything else: m14, m24, m34, m44.
  public var perspective = SIMD4<Double>(0, 0, 0, 1)

  public init() {}
}

extension Transform3D {
  /// The parts whose composition is this transform divided by m44, which shows the same picture; nil when it is
  /// singular in space or has the origin at or behind the eye (m44 <= 0).
  ///
  /// The method of CSS Transforms 2, "Decomposing a 3D matrix": Gram-Schmidt over the rows.
  public func decomposed() -> Transform3DComponents? {
    guard isFinite, m44 > 0 else { return nil }
    var affine = Transform3D(rows: row(0) / m44, row(1) / m44, row(2) / m44, row(3) / m44)
    let fourth = affine.column(3)
    (affine.m14, affine.m24, affine.m34, affine.m44) = (0, 0, 0, 1)
    guard let inverse = affine.inverted() else { return nil }

    var parts = Transform3DComponents()
    // affine * P = self, so P's fourth column is the inverse times ours.
    parts.perspective = SIMD4((0..<4).map { (inverse.row($0) * fourth).sum() })
    parts.translation = SIMD3(affine.m41, affine.m42, affine.m43)

    var (x, y) = (SIMD3(affine.m11, affine.m12, affine.m13), SIMD3(affine.m21, affine.m22, affine.m23))
    var z = SIMD3(affine.m31, affine.m32, affine.m33)
    parts.scale.x = length(x)
    x /= parts.scale.x
    parts.skew.x = dot(x, y)
    y -= parts.skew.x * x
    parts.scale.y = length(y)
    y /= parts.scale.y
    parts.skew.x /= parts.scale.y
    parts.skew.y = dot(x, z)
    z -= parts.skew.y * x
    parts.skew.z = dot(y, z)
    z -= parts.skew.z * y
    parts.scale.z = length(z)
    z /= parts.scale.z
    parts.skew.y /= parts.scale.z
    parts.skew.z /= parts.scale.z

    // A mirror has no rotation: put it into the scale.
    if dot(x, cross(y, z)) < 0 {
      parts.scale = -parts.scale
      (x, y, z) = (-x, -y, -z)
    }
    parts.rotation = Quaternion(axes: x, y, z)
    return parts
  }

  /// The transform with these parts; undoes ``decomposed()``.
  public init(_ parts: Transform3DComponents) {
    var skew = Transform3D.identity
    (skew.m21, skew.m31, skew.m32) = (parts.skew.x, parts.skew.y, parts.skew.z)
    var perspective = Transform3D.identity
    (perspective.m14, perspective.m24) = (parts.perspective.x, parts.perspective.y)
    (perspective.m34, perspective.m44) = (parts.perspective.z, parts.perspective.w)
    let (s, t) = (parts.scale, parts.translation)
    self =
      .scale(s.x, s.y, s.z) * skew * Transform3D(parts.rotation) * .translation(t.x, t.y, t.z) * perspective
  }

  /// The transform a `fraction` of the way to `end`, part by part as CSS interpolates matrices, but turning the
  /// short way around.
  ///
  /// 0 is this transform and 1 is `end`, exactly; other values may leave 0...1 (springs do). Where one of the two
  /// can't be decomposed, the result jumps at one half, as in CSS.
  public func interpolated(to end: Transform3D, fraction: Double) -> Transform3D {
    if fraction == 0 || self == end { return self }
    if fraction == 1 { return end }
    guard let a = decomposed(), let b = end.decomposed() else { return fraction < 0.5 ? self : end }
    var parts = Transform3DComponents()
    parts.scale = a.scale + fraction * (b.scale - a.scale)
    parts.skew = a.skew + fraction * (b.skew - a.skew)
    parts.translation = a.translation + fraction * (b.translation - a.translation)
    parts.perspective = a.perspective + fraction * (b.perspective - a.perspective)
    parts.rotation = a.rotation.interpolated(to: b.rotation, fraction: fraction)
    return Transform3D(parts)
  }
}

private func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { (a * b).sum() }

/// Scaled by the largest component first, so that squares neither overflow nor vanish.
private func length(_ vector: SIMD3<Double>) -> Double {
  let largest = max(abs(vector.x), abs(vector.y), abs(vector.z))
  guard largest > 0 else { return 0 }
  let scaled = vector / largest
  return dot(scaled, scaled).squareRoot() * largest
}

private func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
  SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}
