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

  /// A turn about an axis of any length through the origin; about a zero axis it is the identity.
  ///
  /// Positive about z runs from x to y, clockwise on the screen; positive about x tips the bottom edge toward
  /// the viewer; positive about y takes the right edge away. The matrix is Core Animation's (Rodrigues'
  /// formula, for row vectors): about x, m22 = cos, m23 = sin, m32 = -sin, m33 = cos.
  public static func rotation(_ angle: Angle, about axis: Point3D = Point3D(0, 0, 1)) -> Transform3D {
    let largest = max(abs(axis.x), abs(axis.y), abs(axis.z))
    guard largest > 0 else { return identity }
    // Dividing by the largest component first keeps the squares from overflowing or vanishing.
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

  /// The view from an eye over the origin: m34 = -1 / `eyeDistance`, so `w = 1 - z / eyeDistance`.
  ///
  /// It counts where it stands in a product: applied after a rotation (`rotation * perspective`, which is what
  /// setting m34 on the identity and then rotating gives), it tilts a flat layer.
  /// - Parameter eyeDistance: in points, above 0; infinity is the identity.
  public static func perspective(eyeDistance: Double) -> Transform3D {
    var result = identity
    // Positive zero for an infinite distance, so that the result is the identity to the last bit.
    result.m34 = eyeDistance.isInfinite ? 0 : -1 / eyeDistance
    return result
  }

  /// The transform that does in the plane what `affine` does, and leaves z alone.
  public init(_ affine: AffineTransform) {
    self.init()
    (m11, m12, m21, m22) = (affine.a, affine.b, affine.c, affine.d)
    (m41, m42) = (affine.tx, affine.ty)
  }

  /// True when the transform stays in the plane: only a, b, c, d, tx and ty differ from the identity.
  public var isAffine: Bool {
    m13 == 0 && m14 == 0 && m23 == 0 && m24 == 0 && m31 == 0 && m32 == 0 && m33 == 1 && m34 == 0
      && m43 == 0 && m44 == 1
  }

  /// The same map of the plane; nil when the transform leaves it (Core Animation answers the identity there).
  public var affineTransform: AffineTransform? {
    isAffine ? AffineTransform(a: m11, b: m12, c: m21, d: m22, tx: m41, ty: m42) : nil
  }
}
