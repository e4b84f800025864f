/// An affine map of the plane, as in Core Graphics: `x' = a*x + c*y + tx`, `y' = b*x + d*y + ty`, row vectors, points.
public struct AffineTransform: Hashable, Sendable {
  /// The linear part: x' = a x + c y, y' = b x + d y.
  public var a: Double, b: Double, c: Double, d: Double
  /// The translation, in points.
  public var tx: Double, ty: Double

  /// A transform with these elements.
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }

  /// The identity.
  public init() { self.init(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0) }
  /// The transform that changes nothing.
  public static let identity = AffineTransform()

  /// Adds x and y.
  public static func translation(_ x: Double, _ y: Double) -> AffineTransform {
    AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  /// Multiplies by factors along the axes.
  public static func scale(_ x: Double, _ y: Double) -> AffineTransform {
    AffineTransform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// Positive angles rotate from x to y: clockwise on the screen, since y is down.
  public static func rotation(_ angle: Angle) -> AffineTransform {
    let (sine, cosine) = angle.sineAndCosine
    return AffineTransform(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// Whether the transform changes nothing, exactly.
  public var isIdentity: Bool { self == .identity }

  /// Whether no element is NaN or infinite.
  public var isFinite: Bool {
    a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
  }

  /// The signed factor of areas; negative for a mirrored transform.
  public var determinant: Double { a * d - b * c }
}

extension AffineTransform {
  /// The product of row vectors: `first` acts first.
  public static func * (first: AffineTransform, second: AffineTransform) -> AffineTransform {
    AffineTransform(
      a: first.a * second.a + first.b * second.c, b: first.a * second.b + first.b * second.d,
      c: first.c * second.a + first.d * second.c, d: first.c * second.b + first.d * second.d,
      tx: first.tx * second.a + first.ty * second.c + second.tx,
      ty: first.tx * second.b + first.ty * second.d + second.ty)
  }

  /// `self * next`: this transform acts first.
  public func concatenating(_ next: AffineTransform) -> AffineTransform { self * next }

  /// `translation * self`: the translation acts first.
  public func translated(by x: Double, _ y: Double) -> AffineTransform { .translation(x, y) * self }

  /// `scale * self`: the scale acts first.
  public func scaled(by x: Double, _ y: Double) -> AffineTransform { .scale(x, y) * self }

  /// `rotation * self`: the rotation acts first.
  public func rotated(by angle: Angle) -> AffineTransform { .rotation(angle) * self }

  /// The inverse; nil for a singular transform (Core Graphics returns the transform itself).
  ///
  /// The test is relative to the size of the elements: a scale by 1e-200 has an inverse.
  public func inverted() -> AffineTransform? {
    guard isFinite else { return nil }
    // Unit rows keep the products in range; their factors become factors of the inverse's columns.
    let (row1, row2) = (max(abs(a), abs(b)), max(abs(c), abs(d)))
    guard row1 > 0, row2 > 0 else { return nil }
    let (a, b, c, d) = (a / row1, b / row1, c / row2, d / row2)
    let determinant = a * d - b * c
    guard abs(determinant) > 4 * .ulpOfOne * (abs(a * d) + abs(b * c)) else { return nil }
    var inverse = AffineTransform(
      a: d / determinant / row1, b: -b / determinant / row2,
      c: -c / determinant / row1, d: a / determinant / row2, tx: 0, ty: 0)
    inverse.tx = -(tx * inverse.a + ty * inverse.c)
    inverse.ty = -(tx * inverse.b + ty * inverse.d)
    return inverse.isFinite ? inverse : nil
  }
}

extension Point {
  /// The transformed point.
  public func applying(_ t: AffineTransform) -> Point {
    Point(t.a * x + t.c * y + t.tx, t.b * x + t.d * y + t.ty)
  }
}

extension Size {
  /// The size as a vector: unchanged by translation, possibly negative.
  public func applying(_ t: AffineTransform) -> Size {
    Size(t.a * width + t.c * height, t.b * width + t.d * height)
  }
}

extension Rect {
  /// The bounding box of the transformed corners.
  public func applying(_ t: AffineTransform) -> Rect {
    Rect(around: corners.map { $0.applying(t) })!
  }
}
