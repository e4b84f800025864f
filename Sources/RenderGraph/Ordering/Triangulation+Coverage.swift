import MeshTransform

extension Triangulation {
  /// Whether the middle of a triangle lies on the canvas and the triangle is large enough to be visible: over 8 pixels
  /// in area, and over 3 pixels wide, since a slender one may pass between the samples. At most some hundreds of
  /// triangles are examined.
  func covers(_ canvas: PixelSize) -> Bool {
    let count = list.indices.count / 3
    for triangle in stride(from: 0, to: count, by: max(1, count / 512)) {
      let (p, q, r) = (point(3 * triangle), point(3 * triangle + 1), point(3 * triangle + 2))
      guard p.w > 0, q.w > 0, r.w > 0 else { continue }
      let (a, b, c) = (p.lowHalf, q.lowHalf, r.lowHalf)
      let doubleArea = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
      guard abs(doubleArea) > 16 else { continue }
      let (u, v, w) = (b - a, c - b, a - c)
      let longest = max((u * u).sum(), (v * v).sum(), (w * w).sum()).squareRoot()
      let middle = (a + b + c) / 3
      if abs(doubleArea) > 3 * longest, middle.x > 1, middle.y > 1,
        middle.x < Float(canvas.width) - 1,
        middle.y < Float(canvas.height) - 1
      {
        return true
      }
    }
    return false
  }
}
