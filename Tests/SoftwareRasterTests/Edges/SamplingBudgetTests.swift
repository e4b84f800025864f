import MeshTransform
import Testing

@testable import RenderGraph
@testable import SoftwareRaster
@testable import TestSupport

/// Decisions between samples everywhere and tiles drawn again, beside the costs that they compare.
struct SamplingBudgetTests {
  private typealias Mark = ScreenTiles.Mark

  private static func groups(_ layers: [Layer]) throws -> [DepthGroup] {
    try Scene(400, layers).graph().canvas.groups
  }

  private static func tiles(_ marks: [UInt8: Int]) -> ScreenTiles {
    var tiles = ScreenTiles(PixelSize(400, 400))
    var next = 0
    for (mark, count) in marks {
      for _ in 0..<count {
        tiles.replace(next, by: mark)
        next += 1
      }
    }
    return tiles
  }

  private static func budget(_ limit: SamplingBudget.Limit, wholeArea: Int = 160_000) throws -> SamplingBudget
  {
    SamplingBudget(
      try groups([Layer(Rect(0, 0, 9, 9), .pureRed)]), area: 160_000, wholeArea: wholeArea, limit: limit)
  }

  private static func none() -> SamplingBudget.Limit {
    .cost(TileLoad([], over: ScreenTiles(PixelSize(400, 400))))
  }

  /// A share of the picture decides by area alone.
  @Test func shares() throws {
    let budget = try Self.budget(.share(0.1))
    // 250 tiles of 64 pixels are a tenth of 160,000.
    #expect(
      !budget.isExceeded(by: Self.tiles([Mark.edge: 250]))
        && budget.isExceeded(by: Self.tiles([Mark.edge: 251])))
    #expect(budget.isExceeded(by: Self.tiles([Mark.edge: 200, Mark.thinnest: 51])))
    #expect(!budget.isExceeded(by: Self.tiles([Mark.edge: 200, Mark.blended: 500])))
    #expect(
      !budget.prefersBlending(to: Self.tiles([Mark.edge: 250]))
        && budget.prefersBlending(to: Self.tiles([Mark.edge: 251])))
    #expect(budget.thinSamples(of: Self.tiles([Mark.thinnest: 2000]), isUniform: false) == .all)
    let owners = TileOwners(ScreenTiles(PixelSize(400, 400)))
    #expect(!budget.prefersUniform(toFoldsIn: Self.tiles([Mark.edge: 2500]), owners))
  }

  /// By cost: the tiles that are drawn again against three further samples for all pixels and triangles.
  @Test func costs() throws {
    let budget = try Self.budget(Self.none())
    let further = 160_000 * 0.9 + 2 * 14.0
    let most = Int(further / SamplingCost.tile(factor: 1, triangles: 0))
    #expect(
      !budget.isExceeded(by: Self.tiles([Mark.edge: most]))
        && budget.isExceeded(by: Self.tiles([Mark.edge: most + 1])))
    #expect(budget.prefersBlending(to: Self.tiles([:])))
  }

  /// As many samples for thin features as the plain path allows, and a fixed cost besides; fewer step by step.
  @Test func thinSamples() throws {
    let budget = try Self.budget(Self.none())
    let room = 160_000 * 0.9 + 2 * 14.0 + SamplingCost.allowance
    let (thin, thinnest) = (
      SamplingCost.tile(factor: 2, triangles: 0), SamplingCost.tile(factor: 4, triangles: 0)
    )
    let (many, more) = (Int(room / thinnest), Int(room / thin))
    func samples(_ count: Int) -> SamplingBudget.ThinSamples {
      budget.thinSamples(of: Self.tiles([Mark.thinnest: count]), isUniform: false)
    }
    #expect(
      samples(many) == .all && samples(many + 1) == .reduced && samples(more) == .reduced
        && samples(more + 1) == .none)
    // With several samples everywhere, only the fixed cost is left.
    let few = Int(SamplingCost.allowance / thinnest)
    #expect(budget.thinSamples(of: Self.tiles([Mark.thinnest: few]), isUniform: true) == .all)
    #expect(budget.thinSamples(of: Self.tiles([Mark.thinnest: few + 1]), isUniform: true) != .all)
    // Tiles with other edges are drawn with these samples anyway.
    #expect(
      budget.thinSamples(of: Self.tiles([Mark.edge: 2400, Mark.thinnest: few]), isUniform: true) == .all)
  }

  /// Triangles that lie behind pixels take longer than these where they are many.
  @Test func trianglesBindSomePictures() throws {
    let mesh = try Mesh.grid(rows: 60, columns: 60) { SIMD3($0.x, $0.y, 0.1 * $0.x * $0.y) }
    func isBound(_ side: Double) throws -> Bool {
      let layer = Layer(Rect(0, 0, side, side), .pureRed).with { $0.mesh = mesh }
      return try Scene(side, [layer]).graph().canvas.isTriangleBound
    }
    // 7,200 triangles of 16 pixels each are 115,200 pixels.
    #expect(try isBound(330) && !isBound(345))
  }

  /// The item whose edges cross a tile, if it is the only one.
  @Test func owners() {
    let tiles = ScreenTiles(PixelSize(64, 64))
    var owners = TileOwners(tiles)
    owners.add([EdgeSegment(start: SIMD2(4, 4), end: SIMD2(28, 4))], of: 0, in: tiles)
    owners.add([EdgeSegment(start: SIMD2(20, 4), end: SIMD2(60, 4))], of: 1, in: tiles)
    let alone = (0..<8).map { tile in owners.isAlone(0, in: tile) ? 0 : owners.isAlone(1, in: tile) ? 1 : -1 }
    #expect(alone == [0, 0, -1, -1, 1, 1, 1, 1])
    #expect((0..<8).allSatisfy { owners.hasEdges($0) } && !owners.hasEdges(8))
  }

  /// Which items may occlude others: those after them in the list, or all where depth decides.
  @Test func occlusion() throws {
    func occlusion(_ layers: [Layer], _ depth: SublayerDepth) throws -> (TileOcclusion, ScreenTiles) {
      var scene = Scene(100, layers)
      scene.canvas.depth = depth
      let tiles = ScreenTiles(PixelSize(100, 100))
      let groups = try scene.graph().canvas.groups.map { group in
        (
          meshes: try group.commands.map {
            try #require(ProjectedMesh($0.item, $0.triangulation.list, $0.projected, bias: 0))
          }, ranks: group.ranks, isOrdered: !group.mayCross
        )
      }
      return (TileOcclusion(groups, over: tiles), tiles)
    }
    let cards = [Layer(Rect(10, 10, 40, 40), .pureRed), Layer(Rect(40, 40, 40, 40), .pureBlue)]
    let (ordered, tiles) = try occlusion(cards, .ordered)
    func tile(_ x: Int, _ y: Int) -> Int { y / 8 * tiles.columns + x / 8 }
    let (first, second) = (try #require(ordered.isUnoccluded(0)), try #require(ordered.isUnoccluded(1)))
    #expect(first(tile(20, 20)) && !first(tile(45, 45)) && second(tile(45, 45)))
    var contested: Set<Int> = []
    ordered.forEachContestedTile { contested.insert($0) }
    #expect(contested.isEmpty)
    let tilted = [
      cards[0], cards[1].with { $0.transform = .rotation(.degrees(20), about: Point3D(1, 0, 0)) },
    ]
    let (crossing, _) = try occlusion(tilted, .shared)
    #expect(
      crossing.isUnoccluded(0)?(tile(45, 45)) == false && crossing.isUnoccluded(1)?(tile(45, 45)) == false)
    #expect(crossing.isUnoccluded(0)?(tile(20, 20)) == true)
    crossing.forEachContestedTile { contested.insert($0) }
    #expect(
      contested.contains(tile(45, 45)) && !contested.contains(tile(20, 20))
        && !contested.contains(tile(70, 70)))
  }
}
