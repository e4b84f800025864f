import RenderGraph

/// The cost of a picture with several samples a pixel. The unit is a pixel with one sample: 30 ns of one core on llvmpipe
/// (`Benchmarks/frames.sh --works W2`). On GPUs, `EdgeLimits` selects the edges that are drawn apart.
///
/// Measured with the same script and `Benchmarks/matrix.sh`: a triangle takes half a microsecond, in the picture and in each
/// screen tile that is drawn again; such a tile takes 15 microseconds besides, and more with more samples. What three
/// further samples everywhere take was measured with `Benchmarks/floor`, whose shader is the cheapest, for 57,600 to 2
/// million pixels and 2,000 to 80,000 triangles: for triangles of 0.7 to 28 pixels the sum of two constants is within 30 % of
/// it, mostly within 15 %. They take less where triangles are larger.
struct SamplingCost {
  /// The cost of a triangle.
  private static let triangle = 16.0
  /// The cost of three further samples for a pixel and for a triangle.
  private static let pixelSamples = 0.9
  private static let triangleSamples = 14.0
  /// The cost of thin features, or of edges that are better than with four samples, by which a picture may exceed one with
  /// four samples everywhere: a millisecond of one core, about what any picture takes besides its pixels.
  static let allowance = 32_000.0

  /// Pixels of the picture, and of the whole of which it is a part.
  private let area: Double, wholeArea: Double
  /// The triangles that are drawn, and those of the meshes before simplification.
  private let triangles: Double, allTriangles: Double

  init(area: Int, wholeArea: Int, triangles: Int, allTriangles: Int) {
    (self.area, self.wholeArea) = (Double(area), Double(wholeArea))
    (self.triangles, self.allTriangles) = (Double(triangles), Double(max(allTriangles, triangles)))
  }

  /// The cost of the picture with four samples everywhere and all triangles: the plain path.
  var plain: Double { whole(allTriangles, isUniform: true) }

  /// The cost of the picture without tiles that are drawn again.
  func whole(isUniform: Bool) -> Double { whole(triangles, isUniform: isUniform) }

  private func whole(_ triangles: Double, isUniform: Bool) -> Double {
    let one = wholeArea + triangles * Self.triangle
    return isUniform ? one + Self.furtherSamples(wholeArea, triangles) : one
  }

  /// Whether the triangles of a picture with one sample a pixel cost more than its pixels.
  var isTriangleBound: Bool { whole(isUniform: false) > 2 * wholeArea }

  /// The cost of three further samples everywhere.
  private static func furtherSamples(_ area: Double, _ triangles: Double) -> Double {
    area * pixelSamples + triangles * triangleSamples
  }

  /// The cost of a tile that is drawn again.
  /// - `factor`: fragments a side of each pixel, 1, 2 or 4; each has four samples.
  /// - `triangles`: those in the tile.
  static func tile(factor: Int, triangles: Int) -> Double {
    let pixels = Double(ScreenTiles.side * ScreenTiles.side)
    return pixels * (factor == 1 ? 8 : factor == 2 ? 16 : 48) + Double(triangles) * triangle
  }

  /// The cost of finding what folds hide: 0.3 microseconds for each triangle of a screen tile with edges.
  /// - `triangles`: their number, summed over tiles.
  static func folds(triangles: Int) -> Double { Double(triangles) * 10 }

  /// The share of tiles with edges that is drawn again when hidden edges have been left out and others are blended: of
  /// ripples and curtains between 0.05 and 0.35.
  static let shareOfFolds = 0.3

  /// Whether tiles that are drawn again with four samples cost more than these samples everywhere.
  func isUniformCheaper(thanTiles cost: Double) -> Bool { cost > Self.furtherSamples(area, triangles) }

  /// Whether thin features cost no more than the plain path allows.
  /// - `tiles`: the cost of the tiles that are drawn again, thin features among them.
  func allows(tiles cost: Double, isUniform: Bool) -> Bool {
    whole(isUniform: isUniform) + cost <= plain + Self.allowance
  }
}

extension SamplingCost {
  init(_ groups: [DepthGroup], area: Int, wholeArea: Int) {
    let commands = groups.lazy.flatMap(\.commands)
    self.init(
      area: area, wholeArea: wholeArea,
      triangles: commands.reduce(0) { $0 + $1.triangleCount },
      allTriangles: commands.reduce(0) { $0 + $1.meshTriangleCount })
  }
}

extension RenderPass {
  /// Whether its triangles take longer than its pixels on a software rasterizer.
  package var isTriangleBound: Bool {
    SamplingCost(groups, area: size.area, wholeArea: size.area).isTriangleBound
  }
}

extension DrawCommand {
  fileprivate var triangleCount: Int { triangles.indices.count / 3 }
  /// The number of triangles before simplification.
  fileprivate var meshTriangleCount: Int { item.mesh.map { 2 * $0.faceCount } ?? 2 }
}
