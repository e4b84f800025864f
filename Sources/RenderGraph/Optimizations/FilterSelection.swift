import MeshTransform

/// Where the content is drawn smaller than it is, and so needs more than one sample a pixel.
struct FilterSelection {
  private let unitToCanvas: FloatMatrix
  /// Content pixels per unit.
  private let texels: SIMD2<Float>

  /// Twice the area, in texels or pixels, below which a triangle does not count: clipping leaves slivers that are
  /// nothing but rounding, and nobody sees how they are filtered.
  private static var negligibleArea: Float { 1e-3 }

  /// In pixels, squared, the sides of the smallest texel that one sample a pixel is enough for: the shorter and the longer.
  private let smallest: Float, longer: Float

  /// In texels, the sides of the largest pixel that one sample is enough for, see footprint.glsl. Of magnification filters
  /// that are not linear, one that is not drawn smaller at all: what is sharp there passes into what is averaged.
  private static func reach(_ filter: Layer.MagnificationFilter, _ isOversampled: Bool)
    -> (long: Float, short: Float)
  {
    if isOversampled { return (1.2, 1.2) }
    return filter == .linear ? (1.2, 1.1) : (1.02, 1.02)
  }

  /// In texels, the pixels that two samples are for. A row takes two from 1.22 to 2.22; against the mean over a pixel's whole
  /// area the root of the mean square error, of white noise at 1 and beside 0.07 of one sample for 1.2 texels, is 0.09 at
  /// 1.1 texels, 0.04 at 1.5, 0 at 2, and 0.04 at 2.4.
  private static var longestPair: Float { 2.4 }
  private static var shortestPair: Float { 1.1 }

  init(
    _ unitToCanvas: FloatMatrix, contentSize: PixelSize, magnification: Layer.MagnificationFilter = .linear,
    isOversampled: Bool = false
  ) {
    self.unitToCanvas = unitToCanvas
    texels = SIMD2(Float(contentSize.width), Float(contentSize.height))
    let reach = Self.reach(magnification, isOversampled)
    (smallest, longer) = (1 / (reach.long * reach.long), 1 / (reach.short * reach.short))
  }

  /// The map from texels to pixels within a triangle is a homography; its derivative is taken at each corner, and the
  /// smallest singular values of all decide.
  /// - Returns: the code of the style, the triangle's area in pixels, and 1 or -1 where its corners certainly run clockwise
  ///   or not on the canvas, else 0; one that reaches behind the eye counts as a pixel.
  @inline(__always)
  package func style(_ a: Mesh.Vertex, _ b: Mesh.Vertex, _ c: Mesh.Vertex) -> (Int, area: Float, turn: Float)
  {
    let single = BatchKey(.single).code
    let (p0, p1, p2) = (unitToCanvas.apply(a.to), unitToCanvas.apply(b.to), unitToCanvas.apply(c.to))
    let (doubleArea, turn) = self.doubleArea(p0, p1, p2)
    guard doubleArea > Self.negligibleArea else { return (single, 0, turn) }
    let (e1, e2) = ((b.from - a.from) * texels, (c.from - a.from) * texels)
    let area = e1.x * e2.y - e1.y * e2.x
    guard texels.x > 1 || texels.y > 1, abs(area) > Self.negligibleArea else {
      return (single, doubleArea / 2, turn)
    }
    let (d1, d2) = (p1 - p0, p2 - p0)
    // Derivatives of homogeneous pixels by texels.
    let inverse = 1 / area
    let du = (d1 * e2.y - d2 * e1.y) * inverse
    let dv = (d2 * e1.x - d1 * e2.x) * inverse
    let (g0, g1, g2) = (gradient(at: p0, du, dv), gradient(at: p1, du, dv), gradient(at: p2, du, dv))
    // Most triangles are told without a root.
    if g0.isSingle(smallest, longer), g1.isSingle(smallest, longer), g2.isSingle(smallest, longer) {
      return (single, doubleArea / 2, turn)
    }
    let (s0, s1, s2) = (scaling(g0), scaling(g1), scaling(g2))
    let filter = max(s0.filter, s1.filter, s2.filter)
    if filter == .single { return (single, doubleArea / 2, turn) }
    if filter == .pair, let direction = direction(s0, s1, s2) {
      return (BatchKey(.pair, direction: direction).code, doubleArea / 2, turn)
    }
    return (BatchKey(max(filter, .row)).code, doubleArea / 2, turn)
  }

  /// At a corner, a bilinear or projective face changes as the triangle of the corner and its neighbors does; content
  /// edges that meet in a corner are as long as the weights of their ends are to one another. Between them a face may
  /// shrink further, which shows as little as the difference between its corners.
  func affectsFaces(of triangles: TriangleList) -> Bool {
    guard texels.x > 1 || texels.y > 1 else { return false }
    let (vertices, weights) = (triangles.vertices, triangles.weights)
    for first in stride(from: 0, to: vertices.count, by: 4) {
      let p = (0..<4).map { unitToCanvas.apply(vertices[first + $0].to) }
      for i in 0..<4 {
        let (next, last) = ((i + 1) % 4, (i + 3) % 4)
        func edge(to j: Int) -> SIMD2<Float> {
          let share = weights.isEmpty ? 1 : weights[first + j] / weights[first + i]
          return (vertices[first + j].from - vertices[first + i].from) * texels * share
        }
        let (e1, e2) = (edge(to: next), edge(to: last))
        let area = e1.x * e2.y - e1.y * e2.x
        guard abs(area) > Self.negligibleArea, doubleArea(p[last], p[i], p[next]).0 > Self.negligibleArea
        else {
          continue
        }
        let (d1, d2) = (p[next] - p[i], p[last] - p[i])
        let gradient = gradient(at: p[i], (d1 * e2.y - d2 * e1.y) / area, (d2 * e1.x - d1 * e2.x) / area)
        if scaling(gradient).filter > .single { return true }
      }
    }
    return false
  }

  /// Whether any triangle shows texels, drawn at more than two thirds of their size in one direction and a sixth in the
  /// other, at places that are not exactly pixels.
  func showsBetweenTexels(_ triangles: TriangleList) -> Bool {
    let (indices, vertices) = (triangles.indices, triangles.vertices)
    return anyBlock(indices.count / 3, of: 8192) { range in
      range.contains { triangle in
        let corners = (0..<3).map { vertices[Int(indices[3 * triangle + $0])] }
        return showsBetweenTexels(corners[0], corners[1], corners[2])
      }
    }
  }

  private func showsBetweenTexels(_ a: Mesh.Vertex, _ b: Mesh.Vertex, _ c: Mesh.Vertex) -> Bool {
    let (p0, p1, p2) = (unitToCanvas.apply(a.to), unitToCanvas.apply(b.to), unitToCanvas.apply(c.to))
    let (e1, e2) = ((b.from - a.from) * texels, (c.from - a.from) * texels)
    let area = e1.x * e2.y - e1.y * e2.x
    guard doubleArea(p0, p1, p2).0 > Self.negligibleArea, abs(area) > Self.negligibleArea else {
      return false
    }
    let (d1, d2) = (p1 - p0, p2 - p0)
    let (du, dv) = ((d1 * e2.y - d2 * e1.y) / area, (d2 * e1.x - d1 * e2.x) / area)
    let scalings = [p0, p1, p2].map { scaling(gradient(at: $0, du, dv)) }
    guard scalings.contains(where: { $0.largest > 1 / 2.25 && $0.smallest > 1.0 / 36 }) else {
      return false
    }
    // A texel by pixel lies a whole number of pixels from where it is in the texture.
    let moved = zip([p0, p1, p2], [a, b, c]).map { p, vertex in
      SIMD2(p.x, p.y) / p.w - vertex.from * texels
    }
    let whole = moved[0].rounded(.toNearestOrEven)
    let isPlaced = moved.allSatisfy { offset in
      let error = offset - whole
      return max(abs(error.x), abs(error.y)) < 1.0 / 256
    }
    return !isPlaced || abs(p1.w - p0.w) > 1e-5 * p0.w || abs(p2.w - p0.w) > 1e-5 * p0.w
  }

  /// Twice the area in pixels. Only told of triangles before the eye; one that reaches behind it counts as 2.
  /// - Returns: also whether the corners run clockwise (y down), 1 or -1: 0 where that may change when corners are moved to
  ///   the rasterizer's grid, 1/256 of a pixel or finer.
  @inline(__always)
  private func doubleArea(_ p0: SIMD4<Float>, _ p1: SIMD4<Float>, _ p2: SIMD4<Float>) -> (Float, turn: Float)
  {
    guard p0.w > 0, p1.w > 0, p2.w > 0 else { return (2, 0) }
    let (w0, w1, w2) = (1 / p0.w, 1 / p1.w, 1 / p2.w)
    let origin = SIMD2(p0.x, p0.y) * w0
    let (a, b) = (SIMD2(p1.x, p1.y) * w1 - origin, SIMD2(p2.x, p2.y) * w2 - origin)
    let area = a.x * b.y - a.y * b.x
    let margin = (abs(a.x) + abs(a.y) + abs(b.x) + abs(b.y)) / 128
    return (abs(area), area > margin ? 1 : area < -margin ? -1 : 0)
  }

  /// The derivative of pixels by texels at a place, along the content's two axes. Nothing moves behind the eye.
  private struct Gradient {
    var isSeen = false
    var u = SIMD2<Float>.zero, v = SIMD2<Float>.zero

    /// Of its singular values: the sum of the squares, and the product, squared.
    @inline(__always)
    var invariants: (sum: Float, product: Float) {
      let determinant = u.x * v.y - u.y * v.x
      return ((u * u).sum() + (v * v).sum(), determinant * determinant)
    }

    /// Whether both singular values, squared, are certainly no smaller than the one, and the larger no smaller than the
    /// other: the mean is not, and outside of both values their characteristic polynomial is positive.
    @inline(__always)
    func isSingle(_ smallest: Float, _ longer: Float) -> Bool {
      let (sum, product) = invariants
      return !isSeen || (sum >= 2 * longer && product >= smallest * (sum - smallest))
    }
  }

  /// Its singular values.
  private struct Scaling {
    /// By the singular values: the smaller one tells how many texels the longer side of a pixel covers, the larger one the
    /// shorter.
    var filter = TextureFilter.single
    /// Both squared, and both 0 behind the eye.
    var smallest: Float = 0, largest: Float = 0
    /// In pixels, at twice the angle of the direction in which the smaller one is found.
    var doubleAngle = SIMD2<Float>.zero
  }

  @inline(__always)
  private func gradient(at p: SIMD4<Float>, _ du: SIMD4<Float>, _ dv: SIMD4<Float>) -> Gradient {
    guard p.w > 0 else { return Gradient() }
    // The quotient rule for x / w and y / w.
    let inverse = 1 / p.w
    let place = SIMD2(p.x, p.y) * inverse
    return Gradient(
      isSeen: true, u: (SIMD2(du.x, du.y) - place * du.w) * inverse,
      v: (SIMD2(dv.x, dv.y) - place * dv.w) * inverse)
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
      largest < longer
      ? .mipmapped
      : area >= smallest * largest
        ? .single : area * Self.longestPair * Self.longestPair < largest ? .row : .pair
    return Scaling(
      filter: filter, smallest: area / largest, largest: largest,
      doubleAngle: SIMD2(u.y * u.y + v.y * v.y - u.x * u.x - v.x * v.x, -2 * (u.x * u.y + v.x * v.y)))
  }

  /// The direction in which pixels of a triangle are longest.
  /// - Returns: nil where that is not much the same at its corners, or the pixels of some are too short for a pair.
  @inline(__always)
  private func direction(_ s0: Scaling, _ s1: Scaling, _ s2: Scaling) -> Int? {
    let largest = max(s0.smallest, s1.smallest, s2.smallest)
    guard largest > 0, largest < 1 / (Self.shortestPair * Self.shortestPair) else { return nil }
    let all = (sector(s0.doubleAngle), sector(s1.doubleAngle), sector(s2.doubleAngle))
    func areClose(_ a: Int, _ b: Int) -> Bool { (a - b + 1) & 7 <= 2 }
    guard areClose(all.0, all.1), areClose(all.1, all.2), areClose(all.0, all.2) else { return nil }
    // That of the longest.
    if s0.smallest <= min(s1.smallest, s2.smallest) { return all.0 }
    return s1.smallest <= s2.smallest ? all.1 : all.2
  }

  /// The nearest eighth of a turn, 0...7; half of it is the nearest ``BatchKey/direction``.
  @inline(__always)
  private func sector(_ p: SIMD2<Float>) -> Int {
    let (x, y) = (abs(p.x), abs(p.y))
    let tangent: Float = 0.41421356  // of 22.5 degrees
    if y < tangent * x { return p.x > 0 ? 0 : 4 }
    if x < tangent * y { return p.y > 0 ? 2 : 6 }
    return p.y > 0 ? (p.x > 0 ? 1 : 3) : (p.x > 0 ? 7 : 5)
  }
}
