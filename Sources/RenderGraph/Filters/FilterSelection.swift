import MeshTransform

/// Classifies triangles by the texture filter that they need: several taps a pixel where the content is minified.
///
/// The bound: a triangle with a cheaper filter differs from one with mipmaps by a step of 8 bits, but for two taps, whose
/// error against the mean over a pixel's area is not larger (``TextureFilter``). The selection also decides which textures
/// have mipmaps, so that exact pictures need it, too; they leave out only the division into batches.
package struct FilterSelection {
  /// Texels per unit of the content, along x and y.
  private let texels: SIMD2<Float>

  /// Twice the area, in texels or pixels, below which a triangle is ignored: clipping leaves slivers of rounding errors
  /// only, whose filter is invisible.
  private static var negligibleArea: Float { 1e-3 }

  /// The squared sides, in pixels, of the smallest texel for which one tap a pixel is enough: the shorter and the
  /// longer side.
  private let smallest: Float, longer: Float

  /// Whether content that is minified in any direction needs mipmaps.
  private let isTrilinear: Bool

  /// The sides, in texels, of the largest pixel for which one tap is enough; see footprint.glsl. For magnification
  /// filters that are not linear, such a pixel is not minified at all (within 2 %), since sharp content passes into
  /// averaged content there.
  private static func reach(
    _ filter: Layer.MagnificationFilter, isTrilinear: Bool, isOversampled: Bool
  ) -> (long: Float, short: Float) {
    if isOversampled { return (1.2, 1.2) }
    guard filter == .linear else { return (1.02, 1.02) }
    return isTrilinear ? (trilinearReach, trilinearReach) : (1.2, 1.1)
  }

  /// The side, in texels, of the largest pixel for which one tap replaces trilinear filtering: up to a level of detail of
  /// 1/4 (1.19 texels), llvmpipe samples the first level alone.
  private static var trilinearReach: Float { 1.18 }

  /// The range of pixel lengths, in texels, for which two taps are enough. The anisotropic filter has two from 1.22 to 2.22. The
  /// root mean square error against the mean over a pixel's whole area, for white noise of 1, is 0.09 at 1.1 texels,
  /// 0.04 at 1.5, 0 at 2, and 0.04 at 2.4; that of one tap is 0.07 at 1.2 texels.
  private static var longestTwoTaps: Float { 2.4 }
  private static var shortestTwoTaps: Float { 1.1 }

  init(
    contentSize: PixelSize, magnification: Layer.MagnificationFilter = .linear, isTrilinear: Bool = false,
    isOversampled: Bool = false
  ) {
    self.isTrilinear = isTrilinear
    texels = SIMD2(Float(contentSize.width), Float(contentSize.height))
    let reach = Self.reach(magnification, isTrilinear: isTrilinear, isOversampled: isOversampled)
    (smallest, longer) = (1 / (reach.long * reach.long), 1 / (reach.short * reach.short))
  }

  /// The filter that is right for all triangles. The search ends where the filter cannot become more expensive.
  package func mostExpensive(_ triangles: TriangleList, _ projected: ProjectedVertices) -> TextureFilter {
    if triangles.interpolation != .triangles {
      return affectsFaces(of: triangles, projected) ? .mipmapped : .oneTap
    }
    let (indices, vertices, points) = (triangles.indices, triangles.vertices, projected.points)
    func search(_ range: Range<Int>) -> TextureFilter {
      var filter = TextureFilter.oneTap
      for triangle in range {
        let first = 3 * triangle
        let (a, b, c) = (Int(indices[first]), Int(indices[first + 1]), Int(indices[first + 2]))
        let (code, area) = batchCode(
          (points[a], points[b], points[c]), (vertices[a].from, vertices[b].from, vertices[c].from))
        if area > 0 { filter = max(filter, BatchKey(code: code).filter) }
        if filter == .mipmapped { break }
      }
      return filter
    }
    let count = indices.count / 3
    let first = search(0..<min(count, Self.blockSize))
    let filter =
      first == .mipmapped || count <= Self.blockSize
      ? first : mapBlocks(count, of: Self.blockSize, search).max() ?? first
    // The direction of two taps is that of a batch.
    return filter == .twoTaps ? .anisotropic : filter
  }

  /// The area of all triangles in canvas pixels, including parts beyond the canvas.
  package func area(of triangles: TriangleList, _ projected: ProjectedVertices) -> Double {
    let (indices, points) = (triangles.indices, projected.points)
    return mapBlocks(indices.count / 3, of: Self.blockSize) { range in
      range.reduce(into: 0.0) { sum, triangle in
        let first = 3 * triangle
        let (a, b, c) = (Int(indices[first]), Int(indices[first + 1]), Int(indices[first + 2]))
        sum += Double(doubleArea(points[a], points[b], points[c])) / 2
      }
    }.reduce(0, +)
  }

  private static let blockSize = 8192

  /// The batch key of a triangle. The map from texels to pixels within it is a homography; the smallest singular values of
  /// its derivative at the three corners determine the key.
  /// - Parameters: the corners of ``ProjectedVertices``, and their content points.
  /// - Returns: the code of the key, and the area in pixels, 1 for a triangle that reaches behind the eye.
  @inline(__always)
  package func batchCode(
    _ corners: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>),
    _ content: (SIMD2<Float>, SIMD2<Float>, SIMD2<Float>)
  ) -> (Int, area: Float) {
    let oneTap = BatchKey(.oneTap).code
    let doubleArea = self.doubleArea(corners.0, corners.1, corners.2)
    guard doubleArea > Self.negligibleArea else { return (oneTap, 0) }
    let (e1, e2) = ((content.1 - content.0) * texels, (content.2 - content.0) * texels)
    let area = e1.x * e2.y - e1.y * e2.x
    guard texels.x > 1 || texels.y > 1, abs(area) > Self.negligibleArea else {
      return (oneTap, doubleArea / 2)
    }
    guard corners.0.w * corners.1.w * corners.2.w != 0 else {
      return (BatchKey(.anisotropic).code, doubleArea / 2)
    }
    let (g0, g1, g2) = gradients(corners, e1, e2, 1 / area)
    // Most triangles are classified without a square root, all of them where there are only two filters.
    if g0.needsOneTap(smallest, longer), g1.needsOneTap(smallest, longer), g2.needsOneTap(smallest, longer) {
      return (oneTap, doubleArea / 2)
    }
    if isTrilinear { return (BatchKey(.mipmapped).code, doubleArea / 2) }
    let (s0, s1, s2) = (scaling(g0), scaling(g1), scaling(g2))
    let filter = max(s0.filter, s1.filter, s2.filter)
    if filter == .oneTap { return (oneTap, doubleArea / 2) }
    if filter == .twoTaps, let direction = direction(s0, s1, s2) {
      return (BatchKey(.twoTaps, direction: direction).code, doubleArea / 2)
    }
    return (BatchKey(max(filter, .anisotropic)).code, doubleArea / 2)
  }

  /// The derivative of pixels by texels at the three corners of a triangle, by the quotient rule for homogeneous canvas
  /// coordinates, which are linear in the content.
  /// - `e1`, `e2`: the edges from the first corner to the others in texels.
  /// - `inverse`: the reciprocal of their cross product.
  @inline(__always)
  private func gradients(
    _ corners: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>), _ e1: SIMD2<Float>, _ e2: SIMD2<Float>,
    _ inverse: Float
  ) -> (Gradient, Gradient, Gradient) {
    let (w0, w1, w2) = (corners.0.w, corners.1.w, corners.2.w)
    let (d01, d02) = (corners.1.lowHalf - corners.0.lowHalf, corners.2.lowHalf - corners.0.lowHalf)
    let d12 = d02 - d01
    func gradient(_ w: Float, _ d1: SIMD2<Float>, _ d2: SIMD2<Float>) -> Gradient {
      guard w > 0 else { return Gradient() }
      let factor = inverse / w
      return Gradient(
        isSeen: true, u: (d1 * e2.y - d2 * e1.y) * factor, v: (d2 * e1.x - d1 * e2.x) * factor)
    }
    // The change of homogeneous x and y along an edge, minus that of w times the place of the corner.
    return (
      gradient(w0, d01 * w1, d02 * w2), gradient(w1, d01 * w0, d12 * w2 + d01 * w0),
      gradient(w2, d02 * w0 - d12 * w1, d02 * w0)
    )
  }

  /// Whether any face is minified at a corner. There a bilinear or projective face has the derivative of the triangle
  /// of the corner and its neighbors, with content edges scaled by the ratio of their ends' weights. Between corners a
  /// face may be minified further, which is no more visible than the difference between its corners.
  package func affectsFaces(of triangles: TriangleList, _ projected: ProjectedVertices) -> Bool {
    guard texels.x > 1 || texels.y > 1 else { return false }
    let (vertices, weights) = (triangles.vertices, triangles.weights)
    for first in stride(from: 0, to: vertices.count, by: 4) {
      let p = projected.points[first..<first + 4].map { $0 }
      for i in 0..<4 {
        let (next, last) = ((i + 1) % 4, (i + 3) % 4)
        func edge(to j: Int) -> SIMD2<Float> {
          let share = weights.isEmpty ? 1 : weights[first + j] / weights[first + i]
          return (vertices[first + j].from - vertices[first + i].from) * texels * share
        }
        let (e1, e2) = (edge(to: next), edge(to: last))
        let area = e1.x * e2.y - e1.y * e2.x
        guard abs(area) > Self.negligibleArea, doubleArea(p[last], p[i], p[next]) > Self.negligibleArea
        else {
          continue
        }
        let (gradient, _, _) = gradients((p[i], p[next], p[last]), e1, e2, 1 / area)
        if scaling(gradient).filter > .oneTap { return true }
      }
    }
    return false
  }

  /// Whether any triangle shows texels, at more than 2/3 of their size in one direction and 1/6 in the other, at
  /// positions that are not exactly pixels.
  func showsBetweenTexels(_ triangles: TriangleList, _ projected: ProjectedVertices) -> Bool {
    let (indices, vertices, points) = (triangles.indices, triangles.vertices, projected.points)
    return anyBlock(indices.count / 3, of: 8192) { range in
      range.contains { triangle in
        let (a, b, c) = (
          Int(indices[3 * triangle]), Int(indices[3 * triangle + 1]), Int(indices[3 * triangle + 2])
        )
        return showsBetweenTexels(
          (points[a], points[b], points[c]), (vertices[a].from, vertices[b].from, vertices[c].from))
      }
    }
  }

  private func showsBetweenTexels(
    _ corners: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>),
    _ content: (SIMD2<Float>, SIMD2<Float>, SIMD2<Float>)
  ) -> Bool {
    let (p0, p1, p2) = corners
    let (e1, e2) = ((content.1 - content.0) * texels, (content.2 - content.0) * texels)
    let area = e1.x * e2.y - e1.y * e2.x
    guard doubleArea(p0, p1, p2) > Self.negligibleArea, abs(area) > Self.negligibleArea else {
      return false
    }
    let gradients = gradients(corners, e1, e2, 1 / area)
    let scalings = [scaling(gradients.0), scaling(gradients.1), scaling(gradients.2)]
    guard scalings.contains(where: { $0.largest > 1 / 2.25 && $0.smallest > 1.0 / 36 }) else {
      return false
    }
    // Texels coincide with pixels where all corners have the same offset of whole pixels from their place in the
    // texture.
    let moved = [
      p0.lowHalf - content.0 * texels, p1.lowHalf - content.1 * texels, p2.lowHalf - content.2 * texels,
    ]
    let whole = moved[0].rounded(.toNearestOrEven)
    let isPlaced = moved.allSatisfy { offset in
      let error = offset - whole
      return max(abs(error.x), abs(error.y)) < 1.0 / 256
    }
    return !isPlaced || abs(p1.w - p0.w) > 1e-5 * p0.w || abs(p2.w - p0.w) > 1e-5 * p0.w
  }

  /// Twice the area in pixels; 2 for a triangle that reaches behind the eye.
  @inline(__always)
  private func doubleArea(_ p0: SIMD4<Float>, _ p1: SIMD4<Float>, _ p2: SIMD4<Float>) -> Float {
    guard p0.w > 0, p1.w > 0, p2.w > 0 else { return 2 }
    let (a, b) = (p1.lowHalf - p0.lowHalf, p2.lowHalf - p0.lowHalf)
    return abs(a.x * b.y - a.y * b.x)
  }

  /// The derivative of pixels by texels at a point, along the content's two axes; zero behind the eye.
  private struct Gradient {
    var isSeen = false
    var u = SIMD2<Float>.zero, v = SIMD2<Float>.zero

    /// The sum of the squared singular values, and the square of their product.
    @inline(__always)
    var invariants: (sum: Float, product: Float) {
      let determinant = u.x * v.y - u.y * v.x
      return ((u * u).sum() + (v * v).sum(), determinant * determinant)
    }

    /// Whether the squared singular values are certainly at least `smallest`, and the larger at least `longer`: their
    /// mean is at least `longer`, and their characteristic polynomial is not negative at `smallest`.
    @inline(__always)
    func needsOneTap(_ smallest: Float, _ longer: Float) -> Bool {
      let (sum, product) = invariants
      return !isSeen || (sum >= 2 * longer && product >= smallest * (sum - smallest))
    }
  }

  /// The singular values of a gradient, and the filter that they require.
  private struct Scaling {
    /// The filter: the smaller singular value determines the texels along the longer side of a pixel, the larger one
    /// those along the shorter side.
    var filter = TextureFilter.oneTap
    /// The squared singular values; both 0 behind the eye.
    var smallest: Float = 0, largest: Float = 0
    /// A vector on the canvas at twice the angle of the direction of the smaller singular value.
    var doubleAngle = SIMD2<Float>.zero
  }

  @inline(__always)
  private func scaling(_ gradient: Gradient) -> Scaling {
    guard gradient.isSeen else { return Scaling() }
    let (u, v) = (gradient.u, gradient.v)
    let (sum, area) = gradient.invariants
    // The textbook difference (sum - spread) / 2 loses every digit for long thin triangles; the product of the two
    // squared singular values is the squared determinant.
    let largest = (sum + max(0, sum * sum - 4 * area).squareRoot()) / 2
    let filter: TextureFilter =
      largest < longer || (isTrilinear && area < smallest * largest)
      ? .mipmapped
      : area >= smallest * largest
        ? .oneTap : area * Self.longestTwoTaps * Self.longestTwoTaps < largest ? .anisotropic : .twoTaps
    return Scaling(
      filter: filter, smallest: area / largest, largest: largest,
      doubleAngle: SIMD2(u.y * u.y + v.y * v.y - u.x * u.x - v.x * v.x, -2 * (u.x * u.y + v.x * v.y)))
  }

  /// The direction in which pixels of a triangle are longest, as ``BatchKey/direction``; nil where it differs by more
  /// than one step between corners, or the pixels at a corner are too short for two taps.
  @inline(__always)
  private func direction(_ s0: Scaling, _ s1: Scaling, _ s2: Scaling) -> Int? {
    let largest = max(s0.smallest, s1.smallest, s2.smallest)
    guard largest > 0, largest < 1 / (Self.shortestTwoTaps * Self.shortestTwoTaps) else { return nil }
    let all = (sector(s0.doubleAngle), sector(s1.doubleAngle), sector(s2.doubleAngle))
    func areClose(_ a: Int, _ b: Int) -> Bool { (a - b + 1) & 7 <= 2 }
    guard areClose(all.0, all.1), areClose(all.1, all.2), areClose(all.0, all.2) else { return nil }
    // The direction at the corner with the longest pixel.
    if s0.smallest <= min(s1.smallest, s2.smallest) { return all.0 }
    return s1.smallest <= s2.smallest ? all.1 : all.2
  }

  /// The nearest eighth of a turn of a doubled angle, 0...7: the nearest ``BatchKey/direction`` of the angle.
  @inline(__always)
  private func sector(_ p: SIMD2<Float>) -> Int {
    let (x, y) = (abs(p.x), abs(p.y))
    let tangent: Float = 0.41421356  // of 22.5 degrees
    if y < tangent * x { return p.x > 0 ? 0 : 4 }
    if x < tangent * y { return p.y > 0 ? 2 : 6 }
    return p.y > 0 ? (p.x > 0 ? 1 : 3) : (p.x > 0 ? 7 : 5)
  }
}
