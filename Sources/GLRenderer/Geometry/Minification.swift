import MeshTransform

/// Where the content is drawn smaller than it is, and so needs more than one sample a pixel.
struct Minification {
  private let unitToCanvas: FloatMatrix
  /// Content pixels per unit.
  private let texels: SIMD2<Float>

  /// Twice the area, in texels or pixels, below which a triangle does not count: clipping leaves slivers that are
  /// nothing but rounding, and nobody sees how they are filtered.
  private static var negligibleArea: Float { 1e-3 }

  /// A pixel may cover this much more than one texel before filtering shows.
  private static var threshold: Float { 0.98 }

  init(_ unitToCanvas: FloatMatrix, contentSize: PixelSize) {
    self.unitToCanvas = unitToCanvas
    texels = SIMD2(Float(contentSize.width), Float(contentSize.height))
  }

  /// The map from texels to pixels within a triangle is a homography; its derivative is taken at each corner, and the
  /// smallest singular values of all decide.
  /// - Returns: the filter, and the triangle's area in pixels; one that reaches behind the eye counts as a pixel.
  @inline(__always)
  func filter(_ a: Mesh.Vertex, _ b: Mesh.Vertex, _ c: Mesh.Vertex) -> (ContentFilter, area: Float) {
    let (e1, e2) = ((b.from - a.from) * texels, (c.from - a.from) * texels)
    let area = e1.x * e2.y - e1.y * e2.x
    guard texels.x > 1 || texels.y > 1, abs(area) > Self.negligibleArea else { return (.single, 0) }
    let (p0, p1, p2) = (unitToCanvas.apply(a.to), unitToCanvas.apply(b.to), unitToCanvas.apply(c.to))
    let (d1, d2) = (p1 - p0, p2 - p0)
    let doubleArea = self.doubleArea(p0, p1, p2)
    guard doubleArea > Self.negligibleArea else { return (.single, 0) }
    // Derivatives of homogeneous pixels by texels.
    let du = (d1 * e2.y - d2 * e1.y) / area
    let dv = (d2 * e1.x - d1 * e2.x) / area
    let filter = max(self.filter(at: p0, du, dv), self.filter(at: p1, du, dv), self.filter(at: p2, du, dv))
    return (filter, doubleArea / 2)
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
        guard abs(area) > Self.negligibleArea, doubleArea(p[last], p[i], p[next]) > Self.negligibleArea else {
          continue
        }
        let (d1, d2) = (p[next] - p[i], p[last] - p[i])
        let filter = filter(at: p[i], (d1 * e2.y - d2 * e1.y) / area, (d2 * e1.x - d1 * e2.x) / area)
        if filter > .single { return true }
      }
    }
    return false
  }

  /// Twice the area in pixels. Only told of triangles before the eye; one that reaches behind it counts as 2.
  @inline(__always)
  private func doubleArea(_ p0: SIMD4<Float>, _ p1: SIMD4<Float>, _ p2: SIMD4<Float>) -> Float {
    guard p0.w > 0, p1.w > 0, p2.w > 0 else { return 2 }
    let origin = SIMD2(p0.x, p0.y) / p0.w
    let (a, b) = (SIMD2(p1.x, p1.y) / p1.w - origin, SIMD2(p2.x, p2.y) / p2.w - origin)
    return abs(a.x * b.y - a.y * b.x)
  }

  /// By the singular values of the derivative of pixels by texels: the smaller one tells how many texels the longer side
  /// of a pixel covers, the larger one the shorter.
  @inline(__always)
  private func filter(at p: SIMD4<Float>, _ du: SIMD4<Float>, _ dv: SIMD4<Float>) -> ContentFilter {
    guard p.w > 0 else { return .single }
    // The quotient rule for x / w and y / w.
    let inverse = 1 / p.w
    let (x, y) = (p.x * inverse, p.y * inverse)
    let (a, b) = ((du.x - x * du.w) * inverse, (du.y - y * du.w) * inverse)
    let (c, d) = ((dv.x - x * dv.w) * inverse, (dv.y - y * dv.w) * inverse)
    let sum = a * a + b * b + c * c + d * d
    let determinant = a * d - b * c
    let (area, threshold) = (determinant * determinant, Self.threshold * Self.threshold)
    // The larger value's square is at most the sum; no root is needed where even that leaves the smaller one large.
    if area >= threshold * sum { return .single }
    // The textbook difference (sum - spread) / 2 loses every digit for long thin triangles; the product of the two
    // squared singular values is the squared determinant.
    let largest = (sum + max(0, sum * sum - 4 * area).squareRoot()) / 2
    return area >= threshold * largest ? .single : largest >= threshold ? .row : .mipmapped
  }
}
