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

/// Properties of the image of the plane z = 0.
extension Transform3D {
  /// Whether w differs from 1 anywhere.
  var hasPerspective: Bool { m14 != 0 || m24 != 0 || m34 != 0 || m44 != 1 }

  /// The depth of all points of the plane; nil where depths differ or the plane is seen in perspective.
  var depthOfParallelPlane: Double? {
    m13 == 0 && m23 == 0 && m14 == 0 && m24 == 0 && m44 > 0 ? m43 / m44 : nil
  }

  /// Whether the plane is only moved and stretched, so that pixels of a texture can coincide with pixels of the canvas.
  var isUpright: Bool {
    m12 == 0 && m21 == 0 && m14 == 0 && m24 == 0 && m44 == 1 && m11 > 0 && m22 > 0
  }

  /// The largest magnification of the plane in any direction at the corners of `rect`; 1 where all are behind the eye.
  func magnification(over rect: Rect) -> Double {
    let largest = rect.corners.compactMap { magnification(at: $0) }.max() ?? 1
    return largest.isFinite && largest > 0 ? largest : 1
  }

  /// The larger singular value of the derivative at a point; nil at or behind the eye.
  private func magnification(at point: Point) -> Double? {
    let p = row(0) * point.x + row(1) * point.y + row(3)
    guard p.w > 0 else { return nil }
    let (du, dv) = (row(0), row(1))
    let (xu, yu) = ((du.x - p.x / p.w * du.w) / p.w, (du.y - p.y / p.w * du.w) / p.w)
    let (xv, yv) = ((dv.x - p.x / p.w * dv.w) / p.w, (dv.y - p.y / p.w * dv.w) / p.w)
    let sum = xu * xu + yu * yu + xv * xv + yv * yv
    let determinant = xu * yv - yu * xv
    return ((sum + max(0, sum * sum - 4 * determinant * determinant).squareRoot()) / 2).squareRoot()
  }
}
