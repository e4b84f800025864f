import MeshTransform

/// A ``Transform3D`` in single precision, as a GPU computes: four rows of a row-vector matrix.
package struct FloatMatrix {
  package let rows: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)

  package init(_ m: Transform3D) {
    rows = (
      SIMD4<Float>(SIMD4(m.m11, m.m12, m.m13, m.m14)), SIMD4<Float>(SIMD4(m.m21, m.m22, m.m23, m.m24)),
      SIMD4<Float>(SIMD4(m.m31, m.m32, m.m33, m.m34)), SIMD4<Float>(SIMD4(m.m41, m.m42, m.m43, m.m44))
    )
  }

  /// `[p 1] * M`.
  @inline(__always)
  package func apply(_ p: SIMD3<Float>) -> SIMD4<Float> {
    rows.0 * p.x + rows.1 * p.y + rows.2 * p.z + rows.3
  }

  /// Sixteen floats in row order. GL reads them as columns, and so gets the transpose, which a column vector needs on
  /// the matrix's right.
  package var elements: [Float] {
    [rows.0, rows.1, rows.2, rows.3].flatMap { [$0.x, $0.y, $0.z, $0.w] }
  }
}
