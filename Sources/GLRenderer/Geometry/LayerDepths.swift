import MeshTransform

/// Where a scene's layers lie in depth, and which of them lie in one surface.
struct LayerDepths {
  /// One layer's place.
  struct Place {
    /// `z / w` of its middle; of the first layer's in its surface, so that layers in one surface stay together.
    let depth: Double
    /// How many earlier layers lie in its surface.
    let rank: Int
    let steepness: Double
  }

  private(set) var places: [Place] = []
  private var surfaces: [SharedSurface: (depth: Double, count: Int)] = [:]

  mutating func append(_ mesh: Mesh?, _ unitToCanvas: Transform3D) {
    let surface = SharedSurface(mesh, unitToCanvas)
    var (depth, count) = surfaces[surface] ?? (Self.middle(mesh ?? .flatSheet, FloatMatrix(unitToCanvas)), 0)
    places.append(Place(depth: depth, rank: count, steepness: surface.steepness))
    count += 1
    surfaces[surface] = (depth, count)
  }

  /// The depth of the vertices' mean; of a layer that is mostly behind the eye, the nearest.
  private static func middle(_ mesh: Mesh, _ unitToCanvas: FloatMatrix) -> Double {
    var sum = SIMD3<Double>.zero
    for vertex in mesh.vertices { sum += SIMD3(Double(vertex.toX), Double(vertex.toY), Double(vertex.toZ)) }
    let p = unitToCanvas.apply(SIMD3<Float>(sum / Double(max(mesh.vertices.count, 1))))
    return p.w > 0 ? Double(p.z) / Double(p.w) : .infinity
  }

  /// How much nearer each layer is drawn than it lies, so that of layers in one surface the later is painted over the
  /// earlier.
  ///
  /// Per rank a 64th of what depth changes over a pixel, since the rasterizer moves corners by up to 1/512 of one, and
  /// 16 units of the depth buffer's precision there. Layers that share no surface are not moved at all.
  func biases(in range: DepthRange, zeroToOne: Bool) -> [Double] {
    places.map { place in
      guard place.rank > 0, range.far <= range.near else { return 0 }
      let reach = zeroToOne ? min(place.depth, range.near) - range.far : range.near - range.far
      return Double(place.rank) * (place.steepness / 64 + max(reach, 1e-3) * 0x1p-20)
    }
  }
}
