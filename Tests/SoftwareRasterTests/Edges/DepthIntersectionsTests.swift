import MeshTransform
import Testing

@testable import RenderGraph
@testable import SoftwareRaster
@testable import TestSupport

/// Tiles in which surfaces may intersect, against their depths at many points.
struct DepthIntersectionsTests {
  private static let size = PixelSize(64, 64)

  /// A plane over the whole picture: its depth at the origin, and its slope.
  private struct Plane {
    let depth: Double
    let slope: SIMD2<Double>

    func depth(_ x: Double, _ y: Double) -> Double { depth + slope.x * x + slope.y * y }

    var mesh: ProjectedMesh? {
      let corners: [(Double, Double)] = [(-20, -20), (90, -20), (90, 90), (-20, 90)]
      let vertices = corners.map {
        Mesh.Vertex(from: .zero, to: SIMD3(Float($0.0), Float($0.1), Float(depth($0.0, $0.1))))
      }
      let list = TriangleList(vertices: vertices, normals: [], brightness: [], indices: [0, 1, 2, 2, 3, 0])
      let item = RenderItem(
        projection: LayerProjection(planeOf: Rect(0, 0, 1, 1), toCanvas: .identity), content: .white,
        isOpaque: true)
      return ProjectedMesh(item, list, ProjectedVertices(vertices, .identity), bias: 0)
    }
  }

  /// Every tile in which the order of two planes changes is found; of those in which they are clearly apart, none is.
  @Test(arguments: 0..<30) func tilesWhereTheOrderChanges(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    let common = SIMD2(number(-1...1), number(-1...1))
    let planes = (0..<2).map { _ in
      Plane(depth: number(-20...20), slope: common + SIMD2(number(-0.5...0.5), number(-0.5...0.5)))
    }
    let tiles = ScreenTiles(Self.size)
    // Every second tile is examined.
    let examined = tiles.marks.indices.filter { $0 % 2 == 0 }
    var intersections = DepthIntersections(examined, of: tiles, slope: common, margin: 0.01)
    var found: Set<Int> = []
    for plane in planes { intersections.add(try #require(plane.mesh), in: tiles) { found.insert($0) } }
    #expect(found.isSubset(of: examined))
    for tile in examined {
      let (x, y) = (Double(tile % tiles.columns) * 8, Double(tile / tiles.columns) * 8)
      let differences = (0...8).flatMap { u in
        (0...8).map { v in
          planes[0].depth(x + Double(u), y + Double(v)) - planes[1].depth(x + Double(u), y + Double(v))
        }
      }
      let changes = differences.min()! < 0 && differences.max()! > 0
      if changes { #expect(found.contains(tile), "seed \(seed), tile \(tile)") }
      // Apart by more than both change over the tile beside the common slope.
      if differences.map(abs).min()! > 2 * 8 + 1 {
        #expect(!found.contains(tile), "seed \(seed), tile \(tile)")
      }
    }
  }

  /// Surfaces over one another, however many, are compared with all earlier ones, up to a number.
  @Test func parallelPlanes() throws {
    let tiles = ScreenTiles(Self.size)
    func found(_ depths: [Double]) throws -> Int {
      var intersections = DepthIntersections([0, 9], of: tiles, slope: .zero, margin: 0.01)
      var found: Set<Int> = []
      for depth in depths {
        let mesh = try #require(Plane(depth: depth, slope: .zero).mesh)
        intersections.add(mesh, in: tiles) { found.insert($0) }
      }
      return found.count
    }
    #expect(try found([0, 5, -5, 2]) == 0 && found([0, 5, -5, 5.005]) == 2)
    #expect(try found((0..<24).map(Double.init)) == 0 && found((0..<26).map(Double.init)) == 2)
  }
}
