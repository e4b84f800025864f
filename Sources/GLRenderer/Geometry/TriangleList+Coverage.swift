import MeshTransform

extension TriangleList {
  /// True when some triangle's middle falls on the canvas and the triangle is large enough to leave a mark there:
  /// over a few pixels in area and, lest a slender one pass between the samples, a few wide.
  func covers(_ canvas: PixelSize, _ unitToCanvas: FloatMatrix) -> Bool {
    for start in stride(from: 0, to: indices.count, by: 3) {
      let p = (0..<3).map { unitToCanvas.apply(vertices[Int(indices[start + $0])].to) }
      guard p.allSatisfy({ $0.w > 0 }) else { continue }
      let (a, b, c) = (
        SIMD2(p[0].x, p[0].y) / p[0].w, SIMD2(p[1].x, p[1].y) / p[1].w, SIMD2(p[2].x, p[2].y) / p[2].w
      )
      let doubleArea = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
      let longest = [b - a, c - b, a - c].map { ($0 * $0).sum().squareRoot() }.max() ?? 0
      let middle = (a + b + c) / 3
      if abs(doubleArea) > max(16, 3 * longest), middle.x > 1, middle.y > 1,
        middle.x < Float(canvas.width) - 1,
        middle.y < Float(canvas.height) - 1
      {
        return true
      }
    }
    return false
  }
}
