import MeshTransform
import Testing

@testable import GLRenderer
@testable import RenderGraph
@testable import TestSupport

/// Edges of a folded mesh: those that folds hide are not drawn again, and those in front are blended.
struct FoldedEdgeTests {
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
    var layer = Layer(
      bounds: Rect(0, 0, width, 100), position: Point(width / 2, 60), contents: .image(image))
    layer.mesh = try Mesh(vertices: vertices, faces: faces)
    layer.isDoubleSided = true
    return Scene(canvas: Canvas(frame: Rect(0, 0, width, 120)), layers: [layer])
  }

  /// The marks of the tiles in the column of a pixel, without the first and the last, which contain the ends of the edges.
  /// - `share`: as ``Tuning/edgeShare``.
  private static func marks(_ scene: Scene, x: Double, share: Double? = nil) throws -> Set<UInt8> {
    let renderer = try Renderer.software(tuning: Tuning(edgeShare: share))
    guard let tiles = try renderer.compile(scene, RenderOptions()).graph.canvas.edges?.tiles else {
      return []
    }
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

  /// Other layers behind the sheet, and in front of a part of it, change nothing where they do not reach.
  @Test func betweenOtherLayers() throws {
    var scene = try Self.sheet(Self.s)
    scene.layers.insert(Layer(Rect(-5, -5, 170, 130), .pureGreen), at: 0)
    var card = Layer(Rect(40, 95, 60, 40), .pureRed)
    card.transform = .rotation(.degrees(12), about: Point3D(0, 0, 1))
    scene.layers.append(card)
    // In a small picture of few triangles, four samples everywhere cost less.
    scene.canvas.scale = 4
    let hidden = try Self.marks(scene, x: 0.263 * 640)
    let visible = try Self.marks(scene, x: 0.812 * 640)
    #expect(hidden.contains(ScreenTiles.Mark.none) && visible.contains(ScreenTiles.Mark.blended))
    let renderer = try Renderer.software()
    let reference = try scene.rendered(by: renderer, samples: 64)
    let four = ImageDifference(try scene.rendered(by: renderer, samples: 4), reference)
    let own = ImageDifference(try scene.rendered(by: renderer), reference)
    #expect(own.max <= four.max + 1 && own.mean < four.mean, "\(own), with four \(four)")
  }

  /// A translucent sheet shows what lies below it: all its edges count.
  @Test func translucentSheetsHideNothing() throws {
    let scene = try Self.sheet(Self.s, image: .translucentNoise(20, 20))
    let description = try Renderer.software().describe(scene)
    #expect(!description.contains("blended"), "\(description)")
  }

  /// The first part passes through the last one: the line in which they meet has several samples.
  @Test func intersectionsHaveSamples() throws {
    let scene = try Self.sheet([(0.111, 9), (0.812, -4), (0.863, -4), (0.263, 4.4), (0.913, 3.6)])
    // 9 - 13 t = 4.4 - 0.8 s, where x = 0.111 + 0.701 t = 0.263 + 0.65 s.
    let t = (4.6 + 0.8 * (0.111 - 0.263) / 0.65) / (13 - 0.8 * 0.701 / 0.65)
    let marks = try Self.marks(scene, x: (0.111 + 0.701 * t) * 160, share: 1)
    #expect(marks == [ScreenTiles.Mark.edge], "\(marks)")
  }

  /// Beside 64 samples per pixel, pictures of presets that fold are no worse than those with four; together, they have less than
  /// two thirds of their error.
  @Test func areBetterThanFourSamples() throws {
    let meshes: [Mesh] = [
      try .ripple { ($0.rows, $0.columns, $0.phase) = (60, 60, 0.23) },
      try .curtain { ($0.rows, $0.columns, $0.amount) = (60, 60, 0.3) },
      try .pageCurl { ($0.rows, $0.columns, $0.amount) = (60, 60, 0.3) },
      try .twist { ($0.rows, $0.columns) = (60, 60) },
    ]
    let renderer = try Renderer.software()
    var (ownSum, fourSum) = (0.0, 0.0)
    for (mesh, tilt) in meshes.flatMap({ mesh in [30, 45, 60.0].map { (mesh, $0) } }) {
      var layer = Layer(
        bounds: Rect(0, 0, 320, 180), position: Point(160, 90), contents: .image(.noise(40, 40)))
      layer.transform =
        .rotation(.degrees(-tilt), about: Point3D(1, 0, 0)) * .perspective(eyeDistance: 200)
      (layer.mesh, layer.magnificationFilter) = (mesh, .linear)
      let scene = Scene(canvas: Canvas(frame: Rect(0, 0, 320, 180)), layers: [layer])
      let reference = try scene.rendered(by: renderer, samples: 64)
      let four = ImageDifference(try scene.rendered(by: renderer, samples: 4), reference).mean
      let own = ImageDifference(try scene.rendered(by: renderer), reference).mean
      #expect(own <= four, "at \(tilt): \(own), with four \(four)")
      (ownSum, fourSum) = (ownSum + own, fourSum + four)
    }
    #expect(ownSum < 0.67 * fourSum, "\(ownSum), with four \(fourSum)")
  }
}
