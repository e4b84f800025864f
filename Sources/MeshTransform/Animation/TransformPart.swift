/// A part of a transform with a key path; the raw value follows `transform` in it.
enum TransformPart: String, CaseIterable, Hashable, Sendable {
  case whole = ""
  case rotation = ".rotation"
  case rotationX = ".rotation.x"
  case rotationY = ".rotation.y"
  case rotationZ = ".rotation.z"
  case scale = ".scale"
  case scaleX = ".scale.x"
  case scaleY = ".scale.y"
  case scaleZ = ".scale.z"
  case translation = ".translation"
  case translationX = ".translation.x"
  case translationY = ".translation.y"
  case translationZ = ".translation.z"

  var kind: AnimationValue.Kind {
    switch self {
    case .whole: .transform
    case .translation: .point
    default: .number
    }
  }

  var isRotation: Bool { rawValue.hasPrefix(".rotation") }

  /// The meaning, a phrase without a period.
  var summary: String {
    switch self {
    case .whole: "all of it"
    case .rotation, .rotationZ: "the rotation about the z axis, in the plane of the picture"
    case .rotationX: "the rotation about the x axis"
    case .rotationY: "the rotation about the y axis"
    case .scale: "the factor of all three axes"
    case .scaleX: "the factor along x"
    case .scaleY: "the factor along y"
    case .scaleZ: "the factor along z"
    case .translation: "the translation along x and y, in points"
    case .translationX: "the translation along x, in points"
    case .translationY: "the translation along y, in points"
    case .translationZ: "the translation along z, toward the viewer, in points"
    }
  }
}

/// A transform in parts that change independently, as with Core Animation's key paths.
///
/// Applied in the order scale, skew, rotation about x, then y, then z, translation, perspective. A transform is
/// decomposed once and composed once at the end, so that angles of more than half a turn are kept in between.
struct TransformParts: Hashable, Sendable {
  private var components: Transform3DComponents
  /// Radians.
  private var angles: SIMD3<Double>

  /// For a transform without an inverse: the lengths of its rows as the scale, its translation and its perspective.
  init(_ transform: Transform3D) {
    if let components = transform.decomposed() {
      self.components = components
      angles = Self.angles(of: Transform3D(components.rotation))
      return
    }
    func length(_ row: SIMD4<Double>) -> Double {
      (row.x * row.x + row.y * row.y + row.z * row.z).squareRoot()
    }
    components = Transform3DComponents()
    components.scale = SIMD3(length(transform.row(0)), length(transform.row(1)), length(transform.row(2)))
    components.translation = SIMD3(transform.m41, transform.m42, transform.m43)
    angles = .zero
  }

  var transform: Transform3D {
    var unrotated = components
    unrotated.rotation = .identity
    // Scale and skew, then the rotations, then the rest: separate transforms, so that quarter turns stay exact.
    var before = Transform3DComponents()
    (before.scale, before.skew) = (components.scale, components.skew)
    (unrotated.scale, unrotated.skew) = (SIMD3(1, 1, 1), .zero)
    return Transform3D(before) * .rotation(Angle(radians: angles.x), about: Point3D(1, 0, 0))
      * .rotation(Angle(radians: angles.y), about: Point3D(0, 1, 0)) * .rotation(Angle(radians: angles.z))
      * Transform3D(unrotated)
  }

  /// The angles about x, y and z, in this order, of the rotation.
  private static func angles(of m: Transform3D) -> SIMD3<Double> {
    let y = arcTangent(-m.m13, (m.m11 * m.m11 + m.m12 * m.m12).squareRoot())
    // With the y rotation at 90 degrees, rotations about x and z coincide: the whole angle counts as x.
    if abs(m.m13) > 1 - 1e-12 { return SIMD3(arcTangent(-m.m32, m.m22), y, 0) }
    return SIMD3(arcTangent(m.m23, m.m33), y, arcTangent(m.m12, m.m11))
  }

  subscript(part: TransformPart) -> AnimationValue {
    get {
      let (scale, translation) = (components.scale, components.translation)
      return switch part {
      case .whole: .transform(transform)
      case .rotationX: .number(angles.x)
      case .rotationY: .number(angles.y)
      case .rotation, .rotationZ: .number(angles.z)
      case .scale: .number((scale.x + scale.y + scale.z) / 3)
      case .scaleX: .number(scale.x)
      case .scaleY: .number(scale.y)
      case .scaleZ: .number(scale.z)
      case .translation: .point(Point(translation.x, translation.y))
      case .translationX: .number(translation.x)
      case .translationY: .number(translation.y)
      case .translationZ: .number(translation.z)
      }
    }
    set {
      let number = newValue.numbers.x
      switch part {
      case .whole: if case .transform(let transform) = newValue { self = TransformParts(transform) }
      case .rotationX: angles.x = number
      case .rotationY: angles.y = number
      case .rotation, .rotationZ: angles.z = number
      case .scale: components.scale = SIMD3(repeating: number)
      case .scaleX: components.scale.x = number
      case .scaleY: components.scale.y = number
      case .scaleZ: components.scale.z = number
      case .translation: (components.translation.x, components.translation.y) = (number, newValue.numbers.y)
      case .translationX: components.translation.x = number
      case .translationY: components.translation.y = number
      case .translationZ: components.translation.z = number
      }
    }
  }
}
