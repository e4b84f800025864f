import MeshTransform

/// Where the items of one space lie in depth, and by how much each is drawn nearer than it lies, so that painter's order
/// decides between those that touch.
struct ItemDepths {
  /// By item, `z / w` of its middle; of a flat one, that of the first one in its plane, so that they stay together.
  private(set) var middles: [Double] = []
  private var planes: [DepthPlane: Double] = [:]

  /// - `plane`: in which a flat item lies; nil for a bent one, and one seen edge-on.
  /// - `depth`: `z / w` of its middle.
  package mutating func append(_ plane: DepthPlane?, depth: Double) {
    var depth = depth
    if let plane {
      depth = planes[plane] ?? depth
      planes[plane] = depth
    }
    middles.append(depth)
  }

  /// The depth of the vertices' mean; of a layer that is mostly behind the eye, the nearest.
  static func middle(_ vertices: [Mesh.Vertex], _ unitToCanvas: FloatMatrix) -> Double {
    let sums = mapBlocks(vertices.count, of: 32_768) { range in
      vertices[range].reduce(SIMD3<Double>.zero) {
        $0 + SIMD3(Double($1.toX), Double($1.toY), Double($1.toZ))
      }
    }
    let sum = sums.reduce(.zero, +)
    let p = unitToCanvas.apply(SIMD3<Float>(sum / Double(max(vertices.count, 1))))
    return p.w > 0 ? Double(p.z) / Double(p.w) : .infinity
  }

  /// How much nearer than it lies each item is drawn, in points of depth: 0 for one that touches none before it.
  ///
  /// Over every item that it touches an item is drawn by a 64th of what depth changes over a pixel there, since the
  /// rasterizer moves corners by up to 1/512 of one, and by 16 units of the depth buffer's precision at the nearest item's
  /// middle. With a depth of 0 at the far end precision is relative to the distance from there; else it is that of the
  /// whole range.
  package func biases(_ contacts: SurfaceContacts, in range: DepthRange, zeroToOne: Bool) -> [Double] {
    guard range.far <= range.near else { return middles.map { _ in 0 } }
    let step = step(in: range, zeroToOne: zeroToOne)
    var biases: [Double] = []
    biases.reserveCapacity(middles.count)
    for index in middles.indices {
      var bias = 0.0
      contacts.forEach(of: index) { bias = max(bias, biases[$0.earlier] + $0.steepness / 64 + step) }
      biases.append(bias)
    }
    return biases
  }

  /// In points, the 16 units.
  func step(in range: DepthRange, zeroToOne: Bool) -> Double {
    let nearest = zeroToOne ? middles.filter(\.isFinite).max() ?? range.near : range.near
    return max(min(nearest, range.near) - range.far, 1e-3) * 0x1p-20
  }
}
