/// The parts of a ``Transform3D``, as in the decomposition of CSS Transforms 2.
///
/// Applied in the order scale, skew, rotation, translation, perspective; each part of an identity is its default.
public struct Transform3DComponents: Hashable, Sendable {
  /// The factors along the axes.
  public var scale = SIMD3<Double>(1, 1, 1)
  /// Shears of y along x, z along x, and z along y: m21, m31 and m32 of the skew.
  public var skew = SIMD3<Double>(0, 0, 0)
  /// The rotation.
  public var rotation = Quaternion.identity
  /// Points.
  public var translation = SIMD3<Double>(0, 0, 0)
  /// The fourth column of the remaining matrix: m14, m24, m34, m44.
  public var perspective = SIMD4<Double>(0, 0, 0, 1)

  /// The components of the identity.
  public init() {}
}

extension Transform3D {
  /// The parts of this transform divided by m44, which projects alike; nil for a singular linear part and for an origin
  /// at or behind the eye (m44 <= 0).
  ///
  /// The method of CSS Transforms 2, "Decomposing a 3D matrix": Gram-Schmidt over the rows.
  public func decomposed() -> Transform3DComponents? {
    guard isFinite, m44 > 0 else { return nil }
    var affine = Transform3D(rows: row(0) / m44, row(1) / m44, row(2) / m44, row(3) / m44)
    let fourth = affine.column(3)
    (affine.m14, affine.m24, affine.m34, affine.m44) = (0, 0, 0, 1)
    guard let inverse = affine.inverted() else { return nil }

    var parts = Transform3DComponents()
    // affine * P = self, so P's fourth column is the inverse times the fourth column of self.
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

    // A reflection is no rotation and becomes a negative scale.
    if dot(x, y.cross(z)) < 0 {
      parts.scale = -parts.scale
      (x, y, z) = (-x, -y, -z)
    }
    parts.rotation = Quaternion(axes: x, y, z)
    return parts
  }

  /// The transform with these parts; the inverse of ``decomposed()``.
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

  /// The transform at a `fraction` of the way to `end`, interpolated part by part as in CSS, with rotations along the
  /// shorter arc.
  ///
  /// 0 gives exactly this transform and 1 exactly `end`; springs use values outside 0...1. If one of the two cannot be
  /// decomposed, the result changes at one half, as in CSS.
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

/// The length, with the largest component factored out to avoid overflow and underflow of the squares.
private func length(_ vector: SIMD3<Double>) -> Double {
  let largest = max(abs(vector.x), abs(vector.y), abs(vector.z))
  guard largest > 0 else { return 0 }
  let scaled = vector / largest
  return dot(scaled, scaled).squareRoot() * largest
}
