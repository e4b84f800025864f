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

  /// Extends the range to contain the triangles of an item.
  /// - `isAlone`: whether no other item has depths in this range; then a box around the mesh is enough, and no vertex need
  ///   be projected.
  mutating func extend(_ command: DrawCommand, isAlone: Bool) {
    if let run = command.item.squares {
      (far, near) = (min(far, Double(run.low.z)), max(near, Double(run.high.z)))
    } else if isAlone, command.item.mesh != nil, let (low, high) = command.triangulation.bounds {
      (far, near) = (min(far, Double(low.z)), max(near, Double(high.z)))
    } else {
      extend(command.projected, command.triangles.indices)
    }
  }

  /// Extends the range to contain triangles.
  /// - `indices`: three indices of `vertices` for each triangle.
  package mutating func extend(_ vertices: ProjectedVertices, _ indices: [UInt32]) {
    (far, near) = (min(far, Double(vertices.low.z)), max(near, Double(vertices.high.z)))
    if !vertices.isBeforeEye { extendToEye(vertices, indices) }
  }

  /// Extends the range to contain the points where the triangles' edges cross the eye plane.
  private mutating func extendToEye(_ vertices: ProjectedVertices, _ indices: [UInt32]) {
    let (points, eyePlane) = (vertices.points, vertices.eyePlane)
    for start in stride(from: 0, to: indices.count, by: 3) {
      for (i, j) in [(0, 1), (1, 2), (2, 0)] {
        let (first, second) = (Int(indices[start + i]), Int(indices[start + j]))
        guard (points[first].w > eyePlane) != (points[second].w > eyePlane) else { continue }
        let (a, b) = (vertices.homogeneous(first), vertices.homogeneous(second))
        let crossing = a.z + (b.z - a.z) * ((eyePlane - a.w) / (b.w - a.w))
        let depth = Double(crossing) / Double(eyePlane)
        (far, near) = (min(far, depth), max(near, depth))
      }
    }
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
