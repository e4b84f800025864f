/// The parts of an ``AffineTransform`` as in Core Graphics, applied in the order scale, shear, rotation, translation.
public struct AffineTransformComponents: Hashable, Sendable {
  /// Factors along x and y; a mirrored transform has a negative height.
  public var scale = Size(1, 1)
  /// The displacement of x per unit of y, after the scale.
  public var horizontalShear = 0.0
  /// The rotation, from the x axis toward the y axis.
  public var rotation = Angle(radians: 0)
  /// A vector in points.
  public var translation = Point.zero

  /// The parts of the identity.
  public init() {}

  /// Parts with the given values; the others are those of the identity.
  public init(
    scale: Size = Size(1, 1), horizontalShear: Double = 0, rotation: Angle = Angle(radians: 0),
    translation: Point = .zero
  ) {
    (self.scale, self.horizontalShear) = (scale, horizontalShear)
    (self.rotation, self.translation) = (rotation, translation)
  }
}

extension AffineTransform {
  /// `scale * shear * rotation * translation`, with the shear [1 0; h 1].
  public init(_ parts: AffineTransformComponents) {
    let shear = AffineTransform(a: 1, b: 0, c: parts.horizontalShear, d: 1, tx: 0, ty: 0)
    self =
      .scale(parts.scale.width, parts.scale.height) * shear * .rotation(parts.rotation)
      * .translation(parts.translation.x, parts.translation.y)
  }

  /// The parts of an invertible transform. For a singular one, they keep the image of the x axis, or that of the y axis
  /// if the x axis vanishes.
  public func decomposed() -> AffineTransformComponents {
    let width = length(a, b)
    var parts = AffineTransformComponents(translation: Point(tx, ty))
    guard width > 0 else {
      parts.rotation = .ofVector(d, -c)
      parts.scale = Size(0, length(c, d))
      return parts
    }
    let (cosine, sine) = (a / width, b / width)
    // (c, d) in the rotated axes: the shear along them, the height across them.
    let (along, height) = (c * cosine + d * sine, d * cosine - c * sine)
    parts.rotation = .ofVector(a, b)
    parts.scale = Size(width, height)
    parts.horizontalShear = height == 0 ? 0 : along / height
    return parts
  }
}

/// The length of (x, y) without overflow of the squares.
private func length(_ x: Double, _ y: Double) -> Double {
  let largest = max(abs(x), abs(y))
  guard largest > 0 else { return 0 }
  let (x, y) = (x / largest, y / largest)
  return (x * x + y * y).squareRoot() * largest
}
