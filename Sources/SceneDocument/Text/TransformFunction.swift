import MeshTransform

/// A function of a CSS transform list: its parameters and its matrix.
struct TransformFunction: Sendable {
  enum Parameter: Sendable {
    /// A bare number.
    case number
    /// A bare number or a percentage of 1.
    case factor
    /// In radians after parsing.
    case angle
    /// The distance of the eye: points above 0, infinite for "none".
    case distance
    /// Points; x and y also accept a percentage of the layer's size.
    case x, y, z

    /// The allowed values in words, for an error.
    var allowed: String {
      switch self {
      case .number: "use a number without a unit"
      case .factor: "use a number or a percentage"
      case .angle: "use an angle in \(NearestName.list(Angle.units))"
      case .distance: "use a length in points above 0, bare or in px, or none"
      case .x, .y: "use a length in points, bare or in px, or a percentage"
      case .z: "use a length in points, bare or in px"
      }
    }
  }

  /// The CSS name.
  let name: String
  let parameters: [Parameter]
  /// The allowed numbers of arguments.
  let counts: Set<Int>
  let example: String
  /// The effect, a phrase without a period.
  let summary: String
  let make: @Sendable ([Double]) -> Transform3D

  private init(
    _ name: String, _ parameters: [Parameter], counts: Set<Int>? = nil, example: String, _ summary: String,
    make: @escaping @Sendable ([Double]) -> Transform3D
  ) {
    (self.name, self.parameters, self.example, self.make) = (name, parameters, example, make)
    self.summary = summary
    self.counts = counts ?? [parameters.count]
  }

  static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.name.lowercased(), $0) })

  static let all = matrices + rotations + scales + skews + translations

  private static let matrices = [
    TransformFunction(
      "matrix", Array(repeating: .number, count: 6), example: "matrix(1, 0, 0, 1, 10, 20)",
      "a matrix of the plane, (a, b, c, d, tx, ty)"
    ) {
      Transform3D(AffineTransform(a: $0[0], b: $0[1], c: $0[2], d: $0[3], tx: $0[4], ty: $0[5]))
    },
    // CSS lists its column-vector matrix by columns, which are the rows of the same map for row vectors.
    TransformFunction(
      "matrix3d", Array(repeating: .number, count: 16),
      example: "matrix3d(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 10, 20, 30, 1)",
      "sixteen numbers of a matrix, by rows for row vectors"
    ) { m in
      Transform3D(
        rows: SIMD4(m[0..<4]), SIMD4(m[4..<8]), SIMD4(m[8..<12]), SIMD4(m[12..<16]))
    },
    TransformFunction(
      "perspective", [.distance], example: "perspective(800)",
      "the perspective of an eye at this distance before the plane; first in the list"
    ) {
      .perspective(eyeDistance: $0[0])
    },
  ]

  private static let rotations = [
    TransformFunction("rotate", [.angle], example: "rotate(30deg)", "a clockwise rotation in the plane") {
      .rotation(.radians($0[0]))
    },
    TransformFunction(
      "rotateX", [.angle], example: "rotateX(-45deg)",
      "a rotation about the x axis; positive angles move the top edge away"
    ) {
      .rotation(.radians($0[0]), about: Point3D(1, 0, 0))
    },
    TransformFunction(
      "rotateY", [.angle], example: "rotateY(45deg)",
      "a rotation about the y axis; positive angles move the right edge away"
    ) {
      .rotation(.radians($0[0]), about: Point3D(0, 1, 0))
    },
    TransformFunction("rotateZ", [.angle], example: "rotateZ(30deg)", "the same as rotate") {
      .rotation(.radians($0[0]))
    },
    TransformFunction(
      "rotate3d", [.number, .number, .number, .angle], example: "rotate3d(1, 1, 0, 45deg)",
      "a rotation about an axis, x, y and z"
    ) {
      .rotation(.radians($0[3]), about: Point3D($0[0], $0[1], $0[2]))
    },
  ]

  private static let scales = [
    TransformFunction(
      "scale", [.factor, .factor], counts: [1, 2], example: "scale(2, 0.5)",
      "a factor for both axes, or one for each"
    ) {
      .scale($0[0], $0[$0.count - 1])
    },
    TransformFunction("scaleX", [.factor], example: "scaleX(2)", "a factor along x") { .scale($0[0], 1) },
    TransformFunction("scaleY", [.factor], example: "scaleY(2)", "a factor along y") { .scale(1, $0[0]) },
    TransformFunction("scaleZ", [.factor], example: "scaleZ(2)", "a factor along z, for depth") {
      .scale(1, 1, $0[0])
    },
    TransformFunction(
      "scale3d", [.factor, .factor, .factor], example: "scale3d(2, 2, 2)", "a factor for each axis"
    ) {
      .scale($0[0], $0[1], $0[2])
    },
  ]

  private static let skews = [
    TransformFunction(
      "skew", [.angle, .angle], counts: [1, 2], example: "skew(10deg, 5deg)",
      "a slant along x, and one along y"
    ) {
      skew($0[0], $0.count > 1 ? $0[1] : 0)
    },
    TransformFunction(
      "skewX", [.angle], example: "skewX(10deg)", "a slant along x: horizontal lines stay horizontal"
    ) { skew($0[0], 0) },
    TransformFunction(
      "skewY", [.angle], example: "skewY(10deg)", "a slant along y: vertical lines stay vertical"
    ) { skew(0, $0[0]) },
  ]

  private static let translations = [
    TransformFunction(
      "translate", [.x, .y], counts: [1, 2], example: "translate(10, 20)",
      "a translation to the right and, if given, downward"
    ) {
      .translation($0[0], $0.count > 1 ? $0[1] : 0)
    },
    TransformFunction("translateX", [.x], example: "translateX(10)", "a translation to the right") {
      .translation($0[0], 0)
    },
    TransformFunction("translateY", [.y], example: "translateY(10)", "a translation downward") {
      .translation(0, $0[0])
    },
    TransformFunction(
      "translateZ", [.z], example: "translateZ(10)",
      "a translation toward the viewer, visible under a perspective"
    ) { .translation(0, 0, $0[0]) },
    TransformFunction(
      "translate3d", [.x, .y, .z], example: "translate3d(10, 20, 30)", "a translation along all axes"
    ) {
      .translation($0[0], $0[1], $0[2])
    },
  ]

  /// `x' = x + tan(ax) * y`, `y' = y + tan(ay) * x`; radians.
  private static func skew(_ ax: Double, _ ay: Double) -> Transform3D {
    Transform3D(
      AffineTransform(
        a: 1, b: Angle.radians(ay).tangent, c: Angle.radians(ax).tangent, d: 1, tx: 0, ty: 0))
  }
}
