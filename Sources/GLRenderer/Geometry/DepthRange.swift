import MeshTransform

/// The span of depths `z / w` on the canvas; larger is nearer to the viewer.
///
/// Mapping exactly this span to the depth buffer means that no near or far plane ever cuts anything off.
struct DepthRange {
  private(set) var far = Float.infinity
  private(set) var near = -Float.infinity

  /// Vertices nearer to the eye plane than this w are taken to lie behind it. A surface that passes the eye is cut
  /// where its depth leaves the range, within 1/10,000 of the eye's distance.
  private static var eyePlane: Float { 1e-4 }

  /// What sets two layers of one plane apart, as a fraction of the range.
  static let layerStep = 1e-6

  /// Grows to hold the vertices, through unit layer space to canvas pixels.
  mutating func extend(_ vertices: [Mesh.Vertex], _ unitToCanvas: FloatMatrix) {
    var (low, high) = (far, near)
    // The largest depths that geometry reaching through the eye plane takes on just before it.
    var behind = false
    var (lowZ, highZ): (Float, Float) = (0, 0)
    for vertex in vertices {
      let p = unitToCanvas.apply(vertex.to)
      (lowZ, highZ) = (min(lowZ, p.z), max(highZ, p.z))
      if p.w > Self.eyePlane {
        let depth = p.z / p.w
        (low, high) = (min(low, depth), max(high, depth))
      } else {
        behind = true
      }
    }
    if behind, low <= high {
      (low, high) = (min(low, lowZ / Self.eyePlane), max(high, highZ / Self.eyePlane))
    }
    (far, near) = (low, high)
  }

  /// Canvas pixels with z in points to clip space.
  ///
  /// - The top row of the picture goes to the first row of the framebuffer, which is the one read back first.
  /// - z: with `zeroToOne`, 0 at the far end and w at the near one, where a floating-point buffer has most of its
  ///   precision at the far end, which is where a perspective crowds its depths; else -w to w.
  /// - `tile`: the part of the canvas, in pixels, that fills clip space.
  func clipTransform(tile: PixelRect, zeroToOne: Bool) -> Transform3D {
    var m = Transform3D.identity
    m.m11 = 2 / Double(tile.width)
    m.m22 = 2 / Double(tile.height)
    m.m41 = -1 - 2 * Double(tile.x) / Double(tile.width)
    m.m42 = -1 - 2 * Double(tile.y) / Double(tile.height)
    guard far <= near else { return m }  // nothing to draw
    // A margin keeps rounding from touching the ends; a flat scene gets a span of its own.
    let margin = max(Double(near - far) * 1e-3, max(abs(Double(far)), abs(Double(near))) * 1e-5, 1e-3)
    let (low, high) = (Double(far) - margin, Double(near) + margin)
    let scale = (zeroToOne ? 1 : 2) / (high - low)
    m.m33 = scale
    m.m43 = -low * scale - (zeroToOne ? 0 : 1)
    return m
  }
}

/// A part of the canvas in whole pixels, y down.
struct PixelRect: Hashable {
  var x: Int, y: Int, width: Int, height: Int
}
