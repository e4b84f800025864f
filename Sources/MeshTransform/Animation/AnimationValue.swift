/// The value of an animated property at a time, or a key value of an animation.
public enum AnimationValue: Hashable, Sendable {
  /// A number, in the unit of the property.
  case number(Double)
  /// A Boolean value, without values in between.
  case flag(Bool)
  /// A point of the plane.
  case point(Point)
  /// A point in space.
  case point3D(Point3D)
  /// A width and a height.
  case size(Size)
  /// A rectangle.
  case rect(Rect)
  /// A color with straight alpha.
  case color(Color)
  /// A transform, interpolated part by part.
  case transform(Transform3D)
  /// A mesh, interpolated vertex by vertex.
  case mesh(Mesh)

  /// The kinds of values, by readable names.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The kind with the name of its case.
    case number, flag, point, point3D, size, rect, color, transform, mesh

    /// The kind with its number of components: `a point (x, y)`.
    public var description: String {
      switch self {
      case .number: "a number"
      case .flag: "true or false"
      case .point: "a point (x, y)"
      case .point3D: "a point (x, y, z)"
      case .size: "a size (width, height)"
      case .rect: "a rectangle (x, y, width, height)"
      case .color: "a color"
      case .transform: "a transform"
      case .mesh: "a mesh"
      }
    }
  }

  /// The kind of the value.
  public var kind: Kind {
    switch self {
    case .number: .number
    case .flag: .flag
    case .point: .point
    case .point3D: .point3D
    case .size: .size
    case .rect: .rect
    case .color: .color
    case .transform: .transform
    case .mesh: .mesh
    }
  }
}

extension AnimationValue {
  /// The value a `fraction` of the way to `end`: numbers in a straight line, colors with premultiplied channels,
  /// transforms part by part (``Transform3D/interpolated(to:fraction:)``), meshes vertex by vertex; a flag changes at
  /// one half.
  ///
  /// 0 is this value and 1 is `end`, exactly; other values may leave 0...1, as springs do.
  /// - Throws: ``AnimationError`` for values of different kinds and for meshes that differ in more than positions.
  public func interpolated(to end: AnimationValue, fraction: Double) throws(AnimationError) -> AnimationValue
  {
    guard end.kind == kind else { throw AnimationError(.mixedKinds(kind, end.kind)) }
    guard fraction.isFinite else {
      throw AnimationError(
        .outOfRange(property: "fraction", value: "\(fraction)", allowed: "a finite number"))
    }
    switch (self, end) {
    case (.flag, .flag): return fraction < 0.5 ? self : end
    case (.transform(let a), .transform(let b)): return .transform(a.interpolated(to: b, fraction: fraction))
    case (.mesh(let a), .mesh(let b)):
      do throws(MeshError) {
        return .mesh(try a.interpolated(to: b, fraction: fraction))
      } catch {
        throw AnimationError(.mesh(error))
      }
    default:
      if fraction == 0 { return self }
      if fraction == 1 { return end }
      return AnimationValue(kind, numbers + fraction * (end.numbers - numbers))
    }
  }
}

extension AnimationValue {
  /// The components of a tuple of numbers, at most four; colors are premultiplied. Zero for other kinds.
  var numbers: SIMD4<Double> {
    switch self {
    case .number(let x): SIMD4(x, 0, 0, 0)
    case .point(let p): SIMD4(p.x, p.y, 0, 0)
    case .point3D(let p): SIMD4(p.x, p.y, p.z, 0)
    case .size(let s): SIMD4(s.width, s.height, 0, 0)
    case .rect(let r): SIMD4(r.minX, r.minY, r.size.width, r.size.height)
    case .color(let c): SIMD4(c.red * c.alpha, c.green * c.alpha, c.blue * c.alpha, c.alpha)
    case .flag, .transform, .mesh: .zero
    }
  }

  /// The value of a kind that is a tuple of numbers.
  init(_ kind: Kind, _ n: SIMD4<Double>) {
    switch kind {
    case .number: self = .number(n.x)
    case .point: self = .point(Point(n.x, n.y))
    case .point3D: self = .point3D(Point3D(n.x, n.y, n.z))
    case .size: self = .size(Size(n.x, n.y))
    // A negative size, which springs produce, counts as 0.
    case .rect: self = .rect(Rect(n.x, n.y, max(n.z, 0), max(n.w, 0)))
    case .color:
      let alpha = n.w > 0 ? n.w : 1
      self = .color(Color(red: n.x / alpha, green: n.y / alpha, blue: n.z / alpha, alpha: max(n.w, 0)))
    case .flag, .transform, .mesh: preconditionFailure("\(kind) is no tuple of numbers")
    }
  }

  /// Whether values of the kind can be added: all but flags and meshes.
  static func canAdd(_ kind: Kind) -> Bool { kind != .flag && kind != .mesh }

  /// The sum with another value: numbers are added; transforms are composed with `other` first (`other * self`).
  func adding(_ other: AnimationValue) -> AnimationValue {
    switch (self, other) {
    case (.transform(let a), .transform(let b)): .transform(b * a)
    case (.flag, _), (.mesh, _): self
    default: AnimationValue(kind, numbers + other.numbers)
    }
  }

  /// The value that gives this one when `other` is added; nil for a transform `other` without an inverse.
  func subtracting(_ other: AnimationValue) -> AnimationValue? {
    switch (self, other) {
    case (.transform(let a), .transform(let b)): b.inverted().map { .transform($0 * a) }
    case (.flag, _), (.mesh, _): self
    default: AnimationValue(kind, numbers - other.numbers)
    }
  }

  /// The neutral element of addition; an unused placeholder for flags and meshes.
  static func nothing(of kind: Kind) -> AnimationValue {
    switch kind {
    case .transform: .transform(.identity)
    case .flag: .flag(false)
    case .mesh: .mesh(Mesh())
    default: AnimationValue(kind, .zero)
    }
  }

  /// The value added to itself `count` times, a whole number; subtracted for negative counts.
  func times(_ count: Double) -> AnimationValue {
    switch self {
    case .flag, .mesh: return self
    case .transform(let transform):
      var square = count < 0 ? transform.inverted() ?? .identity : transform
      // Exponentiation by squaring; beyond 2^53 no rotation is exact.
      var (remainder, product) = (UInt64(clamping: min(abs(count), 0x1p53)), Transform3D.identity)
      while remainder > 0 {
        if remainder & 1 == 1 { product = product * square }
        square = square * square
        remainder >>= 1
      }
      return .transform(product)
    default: return AnimationValue(kind, count * numbers)
    }
  }
}
