import MeshTransform

/// The span of depths `z / w` on the canvas; larger is nearer to the viewer.
///
/// Mapping exactly this span to the depth buffer means that no near or far plane ever cuts anything off.
package struct DepthRange {
  package private(set) var far = Double.infinity
  package private(set) var near = -Double.infinity

  package init() {}

  /// What lies nearer to the eye's plane than this, as a fraction of the largest w of its layer, counts as behind it:
  /// a surface that passes the eye is cut there, where it is magnified a million times. A fraction, for a transform
  /// counts up to a common factor of its numbers.
  package static var eyePlane: Float { 1e-6 }

  /// Grows to hold a layer's triangles, through unit layer space to canvas pixels.
  package mutating func extend(_ triangles: TriangleList, _ unitToCanvas: FloatMatrix) {
    let vertices = triangles.vertices
    let largest = mapBlocks(vertices.count, of: 32_768) { range in
      range.reduce(Float(0)) { max($0, abs(unitToCanvas.apply(vertices[$1].to).w)) }
    }
    let eyePlane = Self.eyePlane * (largest.max() ?? 0)
    let parts = mapBlocks(vertices.count, of: 32_768) { range in
      var part = (depths: DepthRange(), reachesBehind: false)
      for i in range {
        let p = unitToCanvas.apply(vertices[i].to)
        if p.w > eyePlane { part.depths.extend(p) } else { part.reachesBehind = true }
      }
      return part
    }
    for part in parts { (far, near) = (min(far, part.depths.far), max(near, part.depths.near)) }
    if parts.contains(where: \.reachesBehind) {
      extendToEye(triangles.indices, vertices.map { unitToCanvas.apply($0.to) }, eyePlane)
    }
  }

  /// Grows to hold the points where the triangles' edges pass the eye's plane.
  private mutating func extendToEye(_ indices: [UInt32], _ points: [SIMD4<Float>], _ eyePlane: Float) {
    for start in stride(from: 0, to: indices.count, by: 3) {
      for (i, j) in [(0, 1), (1, 2), (2, 0)] {
        let (a, b) = (points[Int(indices[start + i])], points[Int(indices[start + j])])
        guard (a.w > eyePlane) != (b.w > eyePlane) else { continue }
        var crossing = a + (b - a) * ((eyePlane - a.w) / (b.w - a.w))
        crossing.w = eyePlane
        extend(crossing)
      }
    }
  }

  private mutating func extend(_ p: SIMD4<Float>) {
    let depth = Double(p.z) / Double(p.w)
    (far, near) = (min(far, depth), max(near, depth))
  }

  /// Grows at the near end, to hold layers that are moved toward the viewer by up to `bias`.
  package mutating func extend(bias: Double) { near += bias }

  /// Canvas pixels with z in points to clip space.
  ///
  /// - The top row of the picture goes to the first row of the framebuffer, which is the one read back first.
  /// - z: with `zeroToOne`, 0 at the far end and w at the near one, where a floating-point buffer has most of its
  ///   precision at the far end, which is where a perspective crowds its depths; else -w to w.
  /// - `tile`: the part of the canvas, in pixels, that fills clip space.
  package func clipTransform(tile: PixelRect, zeroToOne: Bool) -> Transform3D {
    var m = Transform3D.identity
    m.m11 = 2 / Double(tile.width)
    m.m22 = 2 / Double(tile.height)
    m.m41 = -1 - 2 * Double(tile.x) / Double(tile.width)
    m.m42 = -1 - 2 * Double(tile.y) / Double(tile.height)
    guard far <= near else { return m }  // nothing to draw
    // A margin keeps rounding from touching the ends; a flat scene gets a span of its own. Small, since at the far end
    // it is what precision is relative to.
    let margin = max(max(abs(far), abs(near)) * 1e-5, 1e-3)
    let (low, high) = (far - margin, near + margin)
    let scale = (zeroToOne ? 1 : 2) / (high - low)
    m.m33 = scale
    m.m43 = -low * scale - (zeroToOne ? 0 : 1)
    return m
  }
}
