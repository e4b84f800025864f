import MeshTransform
import SceneDocument

/// The place of a node: a matrix of columns, `matrix * column vector` (section 3.5.3 of the specification).
struct GLTFTransform {
  private var columns: [SIMD4<Double>]

  static let identity = GLTFTransform(columns: [
    SIMD4(1, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(0, 0, 0, 1),
  ])

  private init(columns: [SIMD4<Double>]) { self.columns = columns }

  /// The transform of a node: its matrix, or its translation, rotation and scale.
  init(_ node: [String: GLTFValue]) throws(DocumentError) {
    if let matrix = node["matrix"] {
      let m = try matrix.numbers(16)
      columns = (0..<4).map { SIMD4(m[4 * $0], m[4 * $0 + 1], m[4 * $0 + 2], m[4 * $0 + 3]) }
      return
    }
    let t = try node["translation"]?.numbers(3) ?? [0, 0, 0]
    let s = try node["scale"]?.numbers(3) ?? [1, 1, 1]
    let q = try node["rotation"]?.numbers(4) ?? [0, 0, 0, 1]
    let length = q.reduce(0) { $0 + $1 * $1 }.squareRoot()
    guard length > 0, length.isFinite else {
      throw node["rotation"]!.error("the quaternion has no length; use one of length 1")
    }
    let (x, y, z, w) = (q[0] / length, q[1] / length, q[2] / length, q[3] / length)
    columns = [
      s[0] * SIMD4(1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w), 0),
      s[1] * SIMD4(2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w), 0),
      s[2] * SIMD4(2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y), 0),
      SIMD4(t[0], t[1], t[2], 1),
    ]
  }

  static func * (a: GLTFTransform, b: GLTFTransform) -> GLTFTransform {
    GLTFTransform(columns: b.columns.map { a.apply($0) })
  }

  /// A place of the node in the space of the scene.
  func point(_ p: SIMD3<Double>) -> SIMD3<Double> { xyz(apply(SIMD4(p, 1))) }

  /// A difference of two places.
  func vector(_ v: SIMD3<Double>) -> SIMD3<Double> { xyz(apply(SIMD4(v, 0))) }

  private func apply(_ v: SIMD4<Double>) -> SIMD4<Double> {
    columns[0] * v.x + columns[1] * v.y + columns[2] * v.z + columns[3] * v.w
  }

  private func xyz(_ v: SIMD4<Double>) -> SIMD3<Double> { SIMD3(v.x, v.y, v.z) }
}
