import MeshTransform

/// The span of depths `z / w` on the canvas; larger is nearer to the viewer.
///
/// Exactly this span is mapped to the depth buffer, so that no near or far plane clips anything.
package struct DepthRange {
  package private(set) var far = Double.infinity
  package private(set) var near = -Double.infinity

  package init() {}

  /// Smallest w before the eye, as a fraction of the largest w of the layer: a surface that passes the eye is clipped
  /// there, where it is magnified a million times. It is a fraction because a transform is defined up to a common
  /// factor.
  package static var eyePlane: Float { 1e-6 }

  /// Extends the range to contain a layer's triangles, which `unitToCanvas` maps from unit layer space to canvas
  /// pixels.
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

  /// Extends the range to contain the points where the triangles' edges cross the eye plane.
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

  /// Extends the near end, to contain items that are moved toward the viewer by up to `bias` points.
  package mutating func extend(bias: Double) { near += bias }

  /// The transform from canvas pixels, with z in points, to clip space.
  ///
  /// - The top row of the picture is the first row of the framebuffer, which is read back first.
  /// - z: with `zeroToOne` 0 at the far end and w at the near one: a floating-point buffer has most of its precision at
  ///   the far end, where perspective concentrates depths. Else -w to w.
  /// - `tile`: the part of the canvas, in pixels, that fills clip space.
  package func clipTransform(tile: PixelRect, zeroToOne: Bool) -> Transform3D {
    var m = Transform3D.identity
    m.m11 = 2 / Double(tile.width)
    m.m22 = 2 / Double(tile.height)
    m.m41 = -1 - 2 * Double(tile.x) / Double(tile.width)
    m.m42 = -1 - 2 * Double(tile.y) / Double(tile.height)
    guard far <= near else { return m }  // nothing to draw
    // A margin keeps rounding errors off the ends, and gives a flat scene a span above 0. It is small, since precision
    // is relative to it at the far end.
    let margin = max(max(abs(far), abs(near)) * 1e-5, 1e-3)
    let (low, high) = (far - margin, near + margin)
    let scale = (zeroToOne ? 1 : 2) / (high - low)
    m.m33 = scale
    m.m43 = -low * scale - (zeroToOne ? 0 : 1)
    return m
  }
}
