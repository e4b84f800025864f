import MeshTransform

extension Transform3D {
  /// The rotation about the origin that maps a unit vector to (0, 0, -1); the identity for that vector itself.
  ///
  /// The other axes are those of Duff et al. 2017, Building an Orthonormal Basis, Revisited.
  package init(turningToMinusZ direction: SIMD3<Double>) {
    let z = -direction
    let sign: Double = z.z < 0 ? -1 : 1
    let a = -1 / (sign + z.z)
    let b = z.x * z.y * a
    self.init()
    // The new axes, column by column.
    (m11, m21, m31) = (1 + sign * z.x * z.x * a, sign * b, -sign * z.x)
    (m12, m22, m32) = (b, sign + z.y * z.y * a, -z.y)
    (m13, m23, m33) = (z.x, z.y, z.z)
  }
}
