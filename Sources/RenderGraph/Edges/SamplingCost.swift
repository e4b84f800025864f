/// The cost of a picture with several samples a pixel. The unit is a pixel with one sample: 30 ns of one core on llvmpipe
/// (`Benchmarks/frames.sh --works W2`), the only device on which edges are drawn apart.
///
/// Measured with the same script and `Benchmarks/matrix.sh`: a picture with 4 samples takes 2.2 times the time of one with
/// 1; a triangle takes half a microsecond, in the picture and in each screen tile that is drawn again; such a tile takes 15
/// microseconds besides, and more with more samples.
struct SamplingCost {
  /// The cost of a triangle.
  private static let triangle = 16.0
  /// The cost of a pixel with four samples everywhere, and its excess over one sample.
  private static let fourSamples = 2.2
  /// The cost of thin features by which a picture may exceed one with four samples everywhere: a millisecond of one core,
  /// about what any picture takes besides its pixels.
  private static let allowance = 32_000.0

  /// Pixels of the picture, and of the whole of which it is a part.
  private let area: Double, wholeArea: Double
  /// The triangles that are drawn, and those of the meshes before simplification.
  private let triangles: Double, allTriangles: Double

  init(area: Int, wholeArea: Int, triangles: Int, allTriangles: Int) {
    (self.area, self.wholeArea) = (Double(area), Double(wholeArea))
    (self.triangles, self.allTriangles) = (Double(triangles), Double(max(allTriangles, triangles)))
  }

  /// The cost of the picture with four samples everywhere and all triangles: the plain path.
  var plain: Double { wholeArea * Self.fourSamples + allTriangles * Self.triangle }

  /// The cost of the picture without tiles that are drawn again.
  func whole(isUniform: Bool) -> Double {
    wholeArea * (isUniform ? Self.fourSamples : 1) + triangles * Self.triangle
  }

  /// The cost of a tile that is drawn again.
  /// - `factor`: fragments a side of each pixel, 1, 2 or 4; each has four samples.
  /// - `triangles`: those in the tile.
  static func tile(factor: Int, triangles: Int) -> Double {
    let pixels = Double(ScreenTiles.side * ScreenTiles.side)
    return pixels * (factor == 1 ? 8 : factor == 2 ? 16 : 48) + Double(triangles) * triangle
  }

  /// Whether tiles that are drawn again with four samples cost more than these samples everywhere.
  func isUniformCheaper(thanTiles cost: Double) -> Bool { cost > area * (Self.fourSamples - 1) }

  /// Whether thin features cost no more than the plain path allows.
  /// - `tiles`: the cost of the tiles that are drawn again, thin features among them.
  func allows(tiles cost: Double, isUniform: Bool) -> Bool {
    whole(isUniform: isUniform) + cost <= plain + Self.allowance
  }
}
