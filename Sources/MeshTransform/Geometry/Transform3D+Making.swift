extension Transform3D {
  /// `p' = p + (x, y, z)`, in points.
  public static func translation(_ x: Double, _ y: Double, _ z: Double = 0) -> Transform3D {
    var result = identity
    (result.m41, result.m42, result.m43) = (x, y, z)
    return result
  }

  /// `p' = (x * p.x, y * p.y, z * p.z)`.
  public static func scale(_ x: Double, _ y: Double, _ z: Double = 1) -> Transform3D {
    var result = identity
    (result.m11, result.m22, result.m33) = (x, y, z)
    return result
  }

  /// A rotation about an axis of any length through the origin; the identity for a zero axis.
  ///
  /// A positive angle about z rotates x toward y, clockwise on the screen; about x, it moves the bottom edge toward the
  /// viewer; about y, it moves the right edge away. The matrix is Core Animation's (Rodrigues' formula, for row
  /// vectors): about x, m22 = cos, m23 = sin, m32 = -sin, m33 = cos.
  public static func rotation(_ angle: Angle, about axis: Point3D = Point3D(0, 0, 1)) -> Transform3D {
    let largest = max(abs(axis.x), abs(axis.y), abs(axis.z))
    guard largest > 0 else { return identity }
    // Division by the largest component first avoids overflow and underflow of the squares.
    let direction = SIMD3(axis.x, axis.y, axis.z) / largest
    let unit = direction / (direction * direction).sum().squareRoot()
    let (s, c) = angle.sineAndCosine
    let v = unit * (1 - c)
    return Transform3D(
      rows: SIMD4(unit.x * v.x + c, unit.x * v.y + unit.z * s, unit.x * v.z - unit.y * s, 0),
      SIMD4(unit.y * v.x - unit.z * s, unit.y * v.y + c, unit.y * v.z + unit.x * s, 0),
      SIMD4(unit.z * v.x + unit.y * s, unit.z * v.y - unit.x * s, unit.z * v.z + c, 0),
      SIMD4(0, 0, 0, 1))
  }

  /// The projection toward an eye over the origin: m34 = -1 / `eyeDistance`, so `w = 1 - z / eyeDistance`.
  ///
  /// The order in a product matters: after a rotation (`rotation * perspective`, which equals setting m34 on the
  /// identity and then rotating), it tilts a flat layer.
  /// - Parameter eyeDistance: points, above 0; infinity gives the identity.
  public static func perspective(eyeDistance: Double) -> Transform3D {
    var result = identity
    // Positive zero for an infinite distance makes the result equal to the identity in every bit.
    result.m34 = eyeDistance.isInfinite ? 0 : -1 / eyeDistance
    return result
  }

  /// The transform that acts on the plane as `affine`, and leaves z unchanged.
  public init(_ affine: AffineTransform) {
    self.init()
    (m11, m12, m21, m22) = (affine.a, affine.b, affine.c, affine.d)
    (m41, m42) = (affine.tx, affine.ty)
  }

  /// Whether the transform maps the plane to itself: only a, b, c, d, tx and ty differ from the identity.
  public var isAffine: Bool {
    m13 == 0 && m14 == 0 && m23 == 0 && m24 == 0 && m31 == 0 && m32 == 0 && m33 == 1 && m34 == 0
      && m43 == 0 && m44 == 1
  }

  /// The same map of the plane; nil if the transform leaves the plane (Core Animation returns the identity).
  public var affineTransform: AffineTransform? {
    isAffine ? AffineTransform(a: m11, b: m12, c: m21, d: m22, tx: m41, ty: m42) : nil
  }
}
