import MeshTransform

/// The surface in which a layer lies: the same for layers between which depth does not decide, so that the order of
/// the list must.
enum SharedSurface: Hashable {
  /// A flat layer's plane, rounded: `depth = slope.x * x + slope.y * y + offset` at canvas pixel x, y.
  case plane(slope: SIMD2<Double>, offset: Double)
  case bent(Mesh, Transform3D)

  init(_ mesh: Mesh?, _ unitToCanvas: Transform3D) {
    let mesh = mesh ?? .flatSheet
    let z = mesh.vertices.first?.toZ ?? 0
    if mesh.vertices.allSatisfy({ $0.toZ == z }), let plane = Self.plane(unitToCanvas, z: Double(z)) {
      self = plane
    } else {
      self = .bent(mesh, unitToCanvas)
    }
  }

  /// Finds slope and offset from three points of the plane (two of them at infinity) by Cramer's rule:
  /// `z = slope.x * x + slope.y * y + offset * w` holds for the homogeneous images of all three.
  /// - Returns: nil where the plane is seen edge-on.
  private static func plane(_ m: Transform3D, z: Double) -> SharedSurface? {
    let (u, v, origin) = (m.row(0), m.row(1), m.row(2) * z + m.row(3))
    func determinant(_ i: Int, _ j: Int, _ k: Int) -> Double {
      u[i] * (v[j] * origin[k] - v[k] * origin[j]) - u[j] * (v[i] * origin[k] - v[k] * origin[i])
        + u[k] * (v[i] * origin[j] - v[j] * origin[i])
    }
    let whole = determinant(0, 1, 3)
    let slope = SIMD2(determinant(2, 1, 3), determinant(0, 2, 3)) / whole
    let offset = determinant(0, 1, 2) / whole
    guard slope.x.isFinite, slope.y.isFinite, offset.isFinite else { return nil }
    return .plane(
      slope: SIMD2(rounded(slope.x, to: 0x1p-24), rounded(slope.y, to: 0x1p-24)),
      offset: rounded(offset, to: 0x1p-12))
  }

  /// To a grid shifted by no round number, so that values that people write never lie between two of its cells, where
  /// rounding errors would tell equal planes apart.
  private static func rounded(_ value: Double, to step: Double) -> Double {
    let shift = 0.381_966
    return ((value / step + shift).rounded() - shift) * step
  }

  /// How fast depth changes over the canvas, in points a pixel; bent layers that share a surface have equal triangles,
  /// and so equal depths whatever their slope.
  var steepness: Double {
    if case .plane(let slope, _) = self { abs(slope.x) + abs(slope.y) } else { 0 }
  }

  /// A mesh is compared but not hashed: there may be a million vertices in it, and seldom two under one transform.
  func hash(into hasher: inout Hasher) {
    switch self {
    case .plane(let slope, let offset):
      hasher.combine(slope)
      hasher.combine(offset)
    case .bent(_, let transform): hasher.combine(transform)
    }
  }
}
