/// Weights of the corners of a face, with which two triangles have one perspective map.
///
/// Interpolated linearly over both triangles, `(from * weight, weight)` is the homogeneous content point. With the
/// affine relations `sum(a_i * from_i) = sum(a_i) = 0` and `sum(b_i * to_i) = sum(b_i) = 0` of the corners, the weights
/// `a_i / b_i` make it one linear map over the plane of the face, hence the homography from the content's quadrilateral
/// to the face (Heckbert 1989, Fundamentals of Texture Mapping and Image Warping, section 2.2).
enum ProjectiveWeights {
  /// The weights of the corners 0...3, above 0, the largest 1. All 1, so that the triangles stay affine, if the face or
  /// its content is not a convex quadrilateral.
  ///
  /// - `from`: unit layer space.
  /// - `to`: points. For a face that is not planar, the points of the diagonals that are closest to each other count.
  static func weights(from: [SIMD2<Double>], to: [SIMD3<Double>]) -> SIMD4<Double> {
    guard let a = relation(from.map { SIMD3($0, 0) }), let b = relation(to) else { return .one }
    let weights = a / b
    return weights / weights.max()
  }

  /// The affine relation of four points without its alternating signs: the ratios in which the diagonals divide each
  /// other. They are also the weights of the corners in the perspective map from the unit square to the four points. Nil
  /// if the diagonals do not intersect, or intersect at an end.
  static func relation(_ p: [SIMD3<Double>]) -> SIMD4<Double>? {
    let (first, second, start) = (p[2] - p[0], p[3] - p[1], p[0] - p[1])
    func dot(_ u: SIMD3<Double>, _ v: SIMD3<Double>) -> Double { (u * v).sum() }
    let (aa, ab, bb) = (dot(first, first), dot(first, second), dot(second, second))
    let (sa, sb) = (dot(start, first), dot(start, second))
    // The points of two lines that are closest to each other.
    let determinant = aa * bb - ab * ab
    guard determinant > 1e-10 * aa * bb else { return nil }
    let s = (ab * sb - sa * bb) / determinant
    let t = (aa * sb - ab * sa) / determinant
    let inside = 1e-5...1 - 1e-5
    guard inside.contains(s), inside.contains(t) else { return nil }
    return SIMD4(1 - s, 1 - t, s, t)
  }
}

extension Mesh {
  /// The weights of the corners of face `i`, for a layer whose bounds have `size`.
  func projectiveWeights(ofFace i: Int, inBoundsOf size: Size) -> SIMD4<Double> {
    let indices = faces[i].indices
    let points = SIMD3(size.width, size.height, depthNormalization.pointsPerUnit(for: size))
    let corners = (0..<4).map { vertices[Int(indices[$0])] }
    return ProjectiveWeights.weights(
      from: corners.map { SIMD2<Double>($0.from) }, to: corners.map { SIMD3<Double>($0.to) * points })
  }
}
