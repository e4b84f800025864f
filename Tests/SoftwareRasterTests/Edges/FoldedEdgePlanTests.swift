import MeshTransform
import Testing

@testable import RenderGraph
@testable import SoftwareRaster
@testable import TestSupport

/// Edges of a folded mesh: those that folds hide are not drawn again, and those in front are blended.
struct FoldedEdgePlanTests {
  /// A sheet whose columns have these places: a fraction of the width, and the height above the layer in points.
  private static func sheet(_ columns: [(x: Double, z: Double)], image: Image = .noise(20, 20)) throws
    -> Scene
  {
    let width = 160.0
    let vertices = (0...1).flatMap { row in
      columns.enumerated().map { index, column in
        let u = Double(index) / Double(columns.count - 1)
        return Mesh.Vertex(
          from: SIMD2(Float(u), Float(row)), to: SIMD3(Float(column.x), Float(row), Float(column.z / width)))
      }
    }
    let count = UInt32(columns.count)
    let faces = (0..<count - 1).map { Mesh.Face($0, $0 + 1, count + $0 + 1, count + $0) }
    let mesh = try Mesh(vertices: vertices, faces: faces)
    let layer = Layer(Rect(0, 10, width, 100), .image(image)).with { $0.mesh = mesh }
    return Scene(canvas: Canvas(frame: Rect(0, 0, width, 120)), layers: [layer])
  }

  private static func graph(_ scene: Scene, share: Double? = nil) throws -> RenderGraph {
    try GraphCompiler(.softwareRaster(EdgeSearch(share: share))).graph(scene)
  }

  /// The marks of the tiles in the column of a pixel, without the first and the last, which contain the ends of the edges.
  private static func marks(_ scene: Scene, x: Double, share: Double? = nil) throws -> Set<UInt8> {
    guard let tiles = try graph(scene, share: share).canvas.edges?.tiles else { return [] }
    let column = Int(x) / ScreenTiles.side
    return Set((3..<tiles.rows - 3).map { tiles.marks[$0 * tiles.columns + column] })
  }

  /// An S from the side: the upper fold is visible, and the lower one is hidden below the first part.
  private static let s: [(x: Double, z: Double)] = [(0.111, 9), (0.812, 8), (0.263, 4), (0.913, 0)]

  @Test func hiddenEdgesHaveNoTiles() throws {
    let scene = try Self.sheet(Self.s)
    #expect(try Self.marks(scene, x: 0.812 * 160) == [ScreenTiles.Mark.blended])
    #expect(try Self.marks(scene, x: 0.263 * 160) == [ScreenTiles.Mark.none])
    // Outer boundaries.
    #expect(try Self.marks(scene, x: 0.111 * 160) == [ScreenTiles.Mark.blended])
    #expect(try Self.marks(scene, x: 0.913 * 160) == [ScreenTiles.Mark.blended])
  }

  /// From below, the other fold is visible.
  @Test func visibleEdgesDependOnTheSide() throws {
    let scene = try Self.sheet(Self.s.map { ($0.x, -$0.z) })
    #expect(try Self.marks(scene, x: 0.812 * 160) == [ScreenTiles.Mark.none])
    #expect(try Self.marks(scene, x: 0.263 * 160) == [ScreenTiles.Mark.blended])
  }

  /// The blended pixels of the S cover what its outline and its upper fold bound: rectangles, whose areas are known.
  @Test func blendedSharesAreTheAreas() throws {
    let blended = try #require(try Self.graph(Self.sheet(Self.s)).canvas.edges).blended
    // Between the rows of pixels, edges at x = 0.111, 0.812 and 0.913 of 160 leave these shares.
    for (x, isRight) in [(0.111, false), (0.812, true), (0.913, true)] {
      let place = x * 160
      let own = blended.filter { Int($0.x) == Int(place) && $0.y > 30 && $0.y < 90 }
      #expect(own.count == 59)
      let covered = isRight ? place - place.rounded(.down) : place.rounded(.up) - place
      for pixel in own {
        #expect(abs(Double(pixel.share) / 65536 - covered) < 0.01)
        // One side is the pixel's own, the other that of a neighbor across the edge.
        #expect((pixel.inner == .zero) != (pixel.outer == .zero))
        #expect(pixel.inner.y == 0 && pixel.outer.y == 0)
      }
    }
  }

  /// A translucent sheet shows what lies below it: all its edges count.
  @Test func translucentSheetsHideNothing() throws {
    let scene = try Self.sheet(Self.s, image: .translucentNoise(20, 20))
    #expect(try !Self.graph(scene).description.contains("blended"))
  }

  /// The first part passes through the last one: the line in which they meet has several samples.
  @Test func intersectionsHaveSamples() throws {
    let scene = try Self.sheet([(0.111, 9), (0.812, -4), (0.863, -4), (0.263, 4.4), (0.913, 3.6)])
    // 9 - 13 t = 4.4 - 0.8 s, where x = 0.111 + 0.701 t = 0.263 + 0.65 s.
    let t = (4.6 + 0.8 * (0.111 - 0.263) / 0.65) / (13 - 0.8 * 0.701 / 0.65)
    let marks = try Self.marks(scene, x: (0.111 + 0.701 * t) * 160, share: 1)
    #expect(marks == [ScreenTiles.Mark.edge], "\(marks)")
  }

  /// Others behind the sheet, and in front of a part of it, change nothing where they do not reach.
  @Test func betweenOtherLayers() throws {
    var scene = try Self.sheet(Self.s)
    scene.layers.insert(Layer(Rect(-5, -5, 170, 130), .pureGreen), at: 0)
    scene.layers.append(Layer(Rect(40, 95, 60, 40), .pureRed).with { $0.transform = .rotation(.degrees(12)) })
    // In a small picture of few triangles, four samples everywhere cost less.
    scene.canvas.scale = 4
    #expect(try Self.marks(scene, x: 0.263 * 640).contains(ScreenTiles.Mark.none))
    #expect(try Self.marks(scene, x: 0.812 * 640).contains(ScreenTiles.Mark.blended))
  }
}
