import MeshTransform

extension Image {
  /// The bilinear mean of four texels, 0...255 a channel, clamped at the edges.
  /// - `content`: in unit layer space, 0...1 from the upper left corner.
  func bilinearTexel(at content: SIMD2<Double>) -> SIMD4<Double> {
    let p = content * SIMD2(Double(size.width), Double(size.height)) - 0.5
    let start = p.rounded(.down)
    let t = p - start
    func at(_ dx: Int, _ dy: Int) -> SIMD4<Double> {
      SIMD4<Double>(
        self[
          min(max(Int(start.x) + dx, 0), size.width - 1), min(max(Int(start.y) + dy, 0), size.height - 1)])
    }
    let (top, bottom) = (at(0, 0) * (1 - t.x) + at(1, 0) * t.x, at(0, 1) * (1 - t.x) + at(1, 1) * t.x)
    return top * (1 - t.y) + bottom * t.y
  }
}
