import MeshTransform
import Testing

@testable import RenderGraph
@testable import SoftwareRaster
@testable import TestSupport

/// A picture with the default options has no more samples and triangles than the same picture with four samples everywhere
/// and all triangles. These numbers are counted; no time is measured.
struct SamplingCostTests {
  /// The numbers of samples and triangles of a picture. A triangle that is drawn with four samples counts twice.
  private struct Work {
    var samples = 0, triangles = 0

    init(_ graph: RenderGraph, maxViewportSize: Int) throws {
      let pass = graph.canvas
      samples = pass.size.area * pass.sampling.deviceSamples
      triangles = pass.groups.reduce(0) { $0 + $1.commands.reduce(0) { $0 + $1.triangles.indices.count / 3 } }
      if pass.sampling.deviceSamples > 1 { triangles *= 2 }
      guard let edges = pass.edges else { return }
      for tile in pass.tiling.tiles {
        let drawn = EdgeTiles(edges, of: pass.groups, in: tile, maxViewportSize: maxViewportSize)
        for level in drawn.levels {
          let factor = level.region.supersamplingFactor
          for edgeTile in level.batches.flatMap(\.self) {
            samples += edgeTile.area.width * edgeTile.area.height * factor * factor * pass.edgeSamples
          }
        }
        triangles += 2 * (drawn.indices.count / 3)
      }
    }

    /// In samples: a triangle takes as long as about eight of four a pixel.
    var cost: Int { samples + 30 * triangles }
  }

  private static func surface(_ mesh: Mesh, tilt: Double, width: Double) -> Scene {
    let size = Size(width, width * 9 / 16)
    var layer = Layer(
      bounds: Rect(origin: .zero, size: size), position: .zero, contents: .image(.noise(90, 90)))
    layer.transform =
      .rotation(.degrees(-tilt), about: Point3D(1, 0, 0)) * .perspective(eyeDistance: width * 800 / 1280)
    layer.mesh = mesh
    return Scene(
      canvas: Canvas(frame: Rect(-size.width / 2, -size.height / 2, size.width, size.height)), layers: [layer]
    )
  }

  /// - `isExact`: whether the picture has four samples everywhere, and all triangles.
  /// - `blends`: whether edges may be blended.
  private static func work(
    _ scene: Scene, isExact: Bool = false, share: Double? = nil, blends: Bool = true
  ) throws -> Work {
    var compiler = GraphCompiler(isExact ? [] : .softwareRaster(EdgeSearch(share: share)))
    if !blends { compiler.device.samplePositions = [] }
    return try Work(compiler.graph(scene), maxViewportSize: compiler.device.maxViewportSize)
  }

  @Test(arguments: [0, 30, 45, 70.0], [160, 320, 640.0])
  func noMoreThanThePlainPath(_ tilt: Double, width: Double) throws {
    let meshes: [(String, Mesh)] = [
      ("ripple", try .ripple { ($0.rows, $0.columns, $0.phase) = (80, 80, 0.23) }),
      ("curtain", try .curtain { ($0.rows, $0.columns, $0.amount) = (80, 80, 0.3) }),
      ("page curl", try .pageCurl { ($0.rows, $0.columns, $0.amount) = (80, 80, 0.3) }),
      ("flag", try .flag { ($0.rows, $0.columns, $0.phase) = (80, 80, 0.23) }),
    ]
    for (name, mesh) in meshes {
      let scene = Self.surface(mesh, tilt: tilt, width: width)
      let (own, other) = (try Self.work(scene), try Self.work(scene, isExact: true))
      // Besides, a picture may take a millisecond of one core: 140,000 samples.
      #expect(
        Double(own.cost) <= 1.05 * Double(other.cost) + 140_000,
        "\(name) at \(tilt): \(own), plain \(other)")
    }
  }

  /// A limit on the area of edges alone, which ignores triangles and thin features, costs more than the plain path.
  @Test func areaAloneIsNoMeasure() throws {
    let scene = try Self.surface(
      .ripple { ($0.rows, $0.columns, $0.phase) = (100, 100, 0.23) }, tilt: 70, width: 640)
    // All tiles with edges are drawn again.
    let byArea = try Self.work(scene, share: 0.1, blends: false)
    let plain = try Self.work(scene, isExact: true)
    let own = try Self.work(scene, blends: false)
    #expect(byArea.samples > plain.samples && byArea.cost > plain.cost, "\(byArea), plain \(plain)")
    #expect(own.samples < byArea.samples && own.cost < byArea.cost, "\(own), by area \(byArea)")
  }

  /// More triangles in a tile, or more samples, cost more; a whole picture does not depend on its tiles.
  @Test func tilesAndTriangles() {
    let costs = [1, 2, 4].map { SamplingCost.tile(factor: $0, triangles: 10) }
    #expect(costs == costs.sorted() && Set(costs).count == 3)
    #expect(SamplingCost.tile(factor: 1, triangles: 100) > SamplingCost.tile(factor: 1, triangles: 10))
    let cost = SamplingCost(area: 100_000, wholeArea: 100_000, triangles: 500, allTriangles: 20_000)
    #expect(
      cost.whole(isUniform: true) < cost.plain && cost.whole(isUniform: false) < cost.whole(isUniform: true))
    #expect(cost.isUniformCheaper(thanTiles: 200_000) && !cost.isUniformCheaper(thanTiles: 50_000))
    // What simplification saves may be spent on thin features.
    let saved = cost.plain - cost.whole(isUniform: true)
    #expect(cost.allows(tiles: saved, isUniform: true) && !cost.allows(tiles: 2 * saved, isUniform: true))
  }
}
