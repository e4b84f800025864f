import MeshTransform

/// The depths of the items of a depth group, and their depth biases: painter's order decides between items that touch.
struct ItemDepths {
  /// The depth `z / w` of the middle of each item in points. A flat item has that of the first item in its plane, so
  /// that the items of a plane stay together.
  private(set) var middles: [Double] = []
  private var planes: [DepthPlane: Double] = [:]

  /// - `plane`: the plane of a flat item; nil for a bent item and for one seen edge-on.
  /// - `depth`: the depth `z / w` of the item's middle in points.
  mutating func append(_ plane: DepthPlane?, depth: Double) {
    var depth = depth
    if let plane {
      depth = planes[plane] ?? depth
      planes[plane] = depth
    }
    middles.append(depth)
  }

  /// The depth of the mean of the vertices in points; infinity, the nearest, where the mean lies behind the eye.
  static func middle(_ vertices: [Mesh.Vertex], _ unitToCanvas: FloatMatrix) -> Double {
    func sum(_ range: Range<Int>) -> SIMD3<Double> {
      var sum = SIMD3<Double>.zero
      for i in range { sum += SIMD3<Double>(vertices[i].to) }
      return sum
    }
    let blockSize = 32_768
    let sum =
      vertices.count <= blockSize
      ? sum(0..<vertices.count) : mapBlocks(vertices.count, of: blockSize, sum).reduce(.zero, +)
    let p = unitToCanvas.apply(SIMD3<Float>(sum / Double(max(vertices.count, 1))))
    return p.w > 0 ? Double(p.z) / Double(p.w) : .infinity
  }

  /// The depth bias of each surface in points: the distance by which it is drawn nearer to the viewer. It is 0 for an item
  /// that touches no earlier one.
  ///
  /// The bias of an item exceeds that of every earlier item that it touches by 1/64 of the change of depth over a pixel
  /// there, since the rasterizer moves corners by up to 1/512 pixel, and by 16 units of the depth buffer's precision at
  /// the nearest item's middle. Where the far end has depth 0, precision is relative to the distance from there;
  /// otherwise it is that of the whole range.
  ///
  /// Identical items have equal biases: then their depths are equal to the bit, and the item that is drawn last is
  /// visible. An opaque item is drawn before an earlier translucent one, so that it still needs a larger bias.
  func biases(
    _ contacts: SurfaceContacts, isOpaque: [Bool], in range: DepthRange, zeroToOne: Bool
  ) -> [Double] {
    guard range.far <= range.near else { return isOpaque.map { _ in 0 } }
    return contacts.biases(isOpaque: isOpaque, step: step(in: range, zeroToOne: zeroToOne))
  }

  /// The 16 units of the depth buffer's precision in points.
  func step(in range: DepthRange, zeroToOne: Bool) -> Double {
    let nearest = zeroToOne ? middles.filter(\.isFinite).max() ?? range.near : range.near
    return max(min(nearest, range.near) - range.far, 1e-3) * 0x1p-20
  }
}
