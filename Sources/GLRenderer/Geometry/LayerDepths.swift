import MeshTransform

/// Where a scene's layers lie in depth, and which of them may share a surface, so that the order of the list must decide
/// which one shows.
struct LayerDepths {
  /// One layer's place.
  struct Place {
    /// `z / w` of its middle; of a flat layer, that of the first one in its plane, so that they stay together.
    let depth: Double
    /// How many steps nearer than it lies the layer is drawn.
    let rank: Int
    /// How fast the depth of the layer, unbent, changes over the canvas, in points a pixel.
    let steepness: Double
  }

  private(set) var places: [Place] = []
  private var planes: [DepthPlane: (depth: Double, nextRank: Int)] = [:]
  private var rankAfterBent = 0
  private var highestRank = -1

  /// - `plane`: in which a flat layer lies, and what a bent one lies in before it is bent; nil when seen edge-on.
  /// - `depth`: `z / w` of its middle.
  mutating func append(_ plane: DepthPlane?, isFlat: Bool, depth: Double) {
    var depth = depth
    let rank: Int
    if isFlat, let plane {
      var shared = planes[plane] ?? (depth, 0)
      rank = max(shared.nextRank, rankAfterBent)
      depth = shared.depth
      shared.nextRank = rank + 1
      planes[plane] = shared
    } else {
      // Parts of a bent layer may lie in any plane: the unrolled part of a page on the page beneath, say.
      rank = highestRank + 1
      rankAfterBent = rank + 1
    }
    highestRank = max(highestRank, rank)
    places.append(Place(depth: depth, rank: rank, steepness: plane?.steepness ?? 0))
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

  /// How much nearer than it lies each layer is drawn, in points of depth.
  ///
  /// Per rank a 64th of what depth changes over a pixel, since the rasterizer moves corners by up to 1/512 of one, and
  /// 16 units of the depth buffer's precision at the nearest layer's middle: one step for all, so that a higher rank is
  /// always nearer. With a depth of 0 at the far end precision is relative to the distance from there; else it is that
  /// of the whole range.
  func biases(in range: DepthRange, zeroToOne: Bool) -> [Double] {
    guard range.far <= range.near else { return places.map { _ in 0 } }
    let step = step(in: range, zeroToOne: zeroToOne)
    return places.map { Double($0.rank) * ($0.steepness / 64 + step) }
  }

  /// In points, the 16 units.
  func step(in range: DepthRange, zeroToOne: Bool) -> Double {
    let nearest = zeroToOne ? places.map(\.depth).filter(\.isFinite).max() ?? range.near : range.near
    return max(min(nearest, range.near) - range.far, 1e-3) * 0x1p-20
  }
}
