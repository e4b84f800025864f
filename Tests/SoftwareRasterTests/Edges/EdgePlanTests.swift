import MeshTransform
import Testing

@testable import RenderGraph
@testable import SoftwareRaster
@testable import TestSupport

/// The tiles and pixels of a picture in which edges are antialiased.
struct EdgePlanTests {
  typealias Mark = ScreenTiles.Mark

  /// - `share`: small pictures are nearly all edge; a share of 1 has edges drawn apart all the same.
  private static func plan(_ scene: Scene, share: Double? = 1) throws -> EdgePlan? {
    try GraphCompiler([EdgeSearch(share: share)]).graph(scene).canvas.edges
  }

  private static func card(_ seed: Int) -> (layer: Layer, polygon: Polygon) {
    var random = SplitMix64(seed: UInt64(seed))
    func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    let layer = Layer(Rect(number(25...35), number(25...35), number(25...50), number(20...50)), .pureRed).with
    {
      let turn = Transform3D.rotation(.degrees(number(0...360)))
      $0.transform =
        seed % 2 == 0
        ? turn
        : turn * .rotation(.degrees(number(-50...50)), about: Point3D(1, 0.4, 0))
          * .perspective(eyeDistance: 300)
    }
    let projection = LayerProjection(layer, superlayerToCanvas: .identity).unitToCanvas
    let corners = Rect(0, 0, 1, 1).corners.compactMap { projection.project($0) }.map { SIMD2($0.x, $0.y) }
    return (layer, Polygon(corners))
  }

  /// The area that pixels show adds up to that of the polygon: blended ones show their share, others their middle.
  @Test(arguments: 0..<24) func areasAddUp(_ seed: Int) throws {
    let (layer, polygon) = Self.card(seed)
    let plan = try #require(try Self.plan(Scene(100, [layer]), share: nil) ?? Self.plan(Scene(100, [layer])))
    var shares: [SIMD2<Int>: Double] = [:]
    for pixel in plan.blended { shares[SIMD2(Int(pixel.x), Int(pixel.y))] = Double(pixel.share) / 65536 }
    var sum = 0.0
    for y in 0..<100 {
      for x in 0..<100 {
        let covered = polygon.coverage(x, y)
        let mark = plan.tiles.marks[y / 8 * plan.tiles.columns + x / 8]
        if let share = shares[SIMD2(x, y)] {
          sum += share
          #expect(abs(share - covered) < 0.012)
          #expect(mark == Mark.blended)
        } else if mark == Mark.blended || mark <= Mark.border {
          // The color of one side is within a step of 8 bits.
          sum += covered.rounded()
          #expect(min(covered, 1 - covered) < 1.0 / 200, "seed \(seed), pixel \(x), \(y): \(covered)")
        } else {
          // Drawn with several samples.
          sum += covered
        }
      }
    }
    #expect(abs(sum / polygon.area - 1) < 1e-3, "seed \(seed)")
    #expect(plan.blended.count > 60 && !plan.isUniform)
  }

  /// Tiles that an edge crosses are marked; those that none comes near are not.
  @Test(arguments: 0..<24) func tilesOfEdges(_ seed: Int) throws {
    let (layer, polygon) = Self.card(seed)
    let tiles = try #require(try Self.plan(Scene(100, [layer]))).tiles
    var crossed = [Bool](repeating: false, count: tiles.marks.count)
    for i in polygon.corners.indices {
      let (a, b) = (polygon.corners[i], polygon.corners[(i + 1) % 4])
      for step in 0...2000 {
        let p = a + (b - a) * (Double(step) / 2000)
        guard p.min() >= 0, p.x < 100, p.y < 100 else { continue }
        crossed[Int(p.y) / 8 * tiles.columns + Int(p.x) / 8] = true
      }
    }
    for tile in tiles.marks.indices {
      let (x, y) = (Double(tile % tiles.columns) * 8, Double(tile / tiles.columns) * 8)
      if crossed[tile] { #expect(tiles.marks[tile] > Mark.border, "tile \(tile) of seed \(seed)") }
      let nearest =
        (0...8).flatMap { u in (0...8).map { SIMD2(x + Double(u), y + Double($0)) } }.map(polygon.distance)
        .min() ?? 0
      if nearest > 1.5, !crossed[tile] {
        #expect(tiles.marks[tile] == Mark.none, "tile \(tile) of seed \(seed)")
      }
    }
  }

  /// Boundaries exactly between pixels need no samples.
  @Test func uprightLayersHaveNoEdges() throws {
    #expect(try Self.plan(Scene(100, [Layer(Rect(10, 20, 50, 40), .pureRed)])) == nil)
    let half = try #require(try Self.plan(Scene(100, [Layer(Rect(10.5, 20, 50, 40), .pureRed)]), share: nil))
    let sides = half.blended.filter { $0.y > 20 && $0.y < 59 }
    #expect(sides.count == 2 * 38 && sides.allSatisfy { abs(Int($0.share) - 32768) < 400 })
    // Two layers side by side, of which one has an edge between pixels.
    let both = [Layer(Rect(10, 20, 50, 40), .pureRed), Layer(Rect(60, 20, 20, 40), .pureBlue)]
    #expect(try Self.plan(Scene(100, both)) == nil)
  }

  /// Two planes cross in a line, where both have samples; nothing is blended there.
  @Test(arguments: [20.0, 35, 60]) func intersectionsHaveSamples(_ degrees: Double) throws {
    let cards = [degrees, -degrees].map { angle in
      Layer(Rect(14, 20, 72, 60), angle > 0 ? .pureRed : .pureBlue).with {
        $0.transform = .rotation(.degrees(angle), about: Point3D(0, 1, 0))
      }
    }
    var scene = Scene(100, cards)
    scene.canvas.depth = .shared
    let plan = try #require(try Self.plan(scene))
    // The line x = 50 runs through the tiles of column 6.
    for row in 3...8 { #expect(plan.tiles.marks[row * plan.tiles.columns + 6] == Mark.edge) }
    #expect(plan.blended.allSatisfy { !(48..<56).contains($0.x) || $0.y < 24 || $0.y >= 76 })
    #expect(!plan.isUniform && plan.levels[0].supersamplingFactor == 1)
    // In painter's order the second card covers the first one: there is no line.
    scene.canvas.depth = .ordered
    let ordered = try Self.plan(scene)?.tiles.marks
    for row in 3...8 { #expect((ordered?[row * plan.tiles.columns + 6] ?? Mark.none) == Mark.none) }
  }

  /// Narrow shapes have more samples, the narrowest the most; wide ones are blended.
  @Test(
    arguments: [(0.1, Mark.thinnest), (0.35, Mark.thin), (0.8, Mark.edge), (30, Mark.blended)]
      as [(Double, UInt8)])
  func thinFeatures(_ width: Double, _ mark: UInt8) throws {
    let line = Layer(Rect(10, 50 - width / 2, 80, width), .white).with {
      $0.transform = .rotation(.degrees(4))
    }
    let tiles = try #require(try Self.plan(Scene(100, [line]), share: width > 1 ? nil : 1)).tiles
    let marks = (3...8).flatMap { column in (0..<tiles.rows).map { tiles.marks[$0 * tiles.columns + column] }
    }
    // A tile with only a corner of the line may have less.
    #expect(marks.max() == mark && Set(marks).isSubset(of: [Mark.none, Mark.edge, mark]))
    #expect(marks.count { $0 == mark } >= 6)
  }

  /// Thin features of a picture with few edges keep the samples that they need, also by cost.
  @Test func thinFeaturesOfCheapPictures() throws {
    let line = Layer(bounds: Rect(0, 0, 300, 0.2), position: Point(160, 90), contents: .color(.white)).with {
      $0.transform = .rotation(.degrees(4))
    }
    var compiler = GraphCompiler(.softwareRaster(EdgeSearch()))
    compiler.device.maxTargetSize = 16_384
    let scene = Scene(canvas: Canvas(frame: Rect(0, 0, 640, 360)), layers: [line])
    #expect(try compiler.graph(scene).description.contains("again with 64"))
  }

  /// What is in front of an edge decides: nothing is blended below another layer's edge, or in a translucent fold.
  @Test func occludedEdgesAreNotBlended() throws {
    let below = Layer(Rect(20, 20, 60, 60), .pureRed).with { $0.transform = .rotation(.degrees(20)) }
    let above = Layer(Rect(45.3, 10.2, 50, 50), .pureBlue).with { $0.transform = .rotation(.degrees(5)) }
    var scene = Scene(100, [below, above])
    scene.canvas.scale = 4
    let plan = try #require(try Self.plan(scene, share: nil))
    let projection = LayerProjection(above, superlayerToCanvas: .scale(4, 4)).unitToCanvas
    let corners = Rect(0, 0, 1, 1).corners.compactMap { projection.project($0) }
    let polygon = Polygon(corners.map { SIMD2($0.x, $0.y) })
    let hidden = plan.blended.filter {
      let place = SIMD2(Double($0.x) + 0.5, Double($0.y) + 0.5)
      return polygon.contains(place) && polygon.distance(place) > 1
    }
    #expect(hidden.isEmpty && !plan.blended.isEmpty)
  }

  /// Turned layers, each under its own perspective.
  private static func cards(_ side: Int, gap: Double = 0.75) -> Scene {
    let cell = 256 / Double(side)
    let gradient = Gradient(stops: [.init(0, .pureRed), .init(1, .pureBlue)])
    return Scene(
      256,
      (0..<side * side).map { index in
        Layer(
          bounds: Rect(0, 0, cell * gap, cell * gap),
          position: Point((Double(index % side) + 0.5) * cell, (Double(index / side) + 0.5) * cell),
          contents: .gradient(gradient)
        ).with {
          $0.transform =
            .rotation(.degrees(20), about: Point3D(1, 1, 0)) * .rotation(.degrees(7))
            * .perspective(eyeDistance: 300)
        }
      })
  }

  private static func canvas(_ scene: Scene) throws -> String {
    try #require(try GraphCompiler(.softwareRaster(EdgeSearch())).graph(scene).passLines.last)
  }

  /// Pictures of few and of many layers have one sample a pixel, and several only where layers are too near to each other.
  @Test(arguments: [1, 4, 8]) func costOneSample(_ side: Int) throws {
    let canvas = try Self.canvas(Self.cards(side))
    #expect(canvas.contains("1 sample per pixel; edges blended in "), "\(canvas)")
    #expect(!canvas.contains(" again with 16") && !canvas.contains(" again with 64"), "\(canvas)")
  }

  /// Layers that touch everywhere take the plain path: several samples everywhere, and no tiles drawn again.
  @Test func tooManyAreUniform() throws {
    let canvas = try Self.canvas(Self.cards(40, gap: 0.98))
    #expect(canvas.contains("4 samples per pixel") && !canvas.contains("again"), "\(canvas)")
  }

  /// Edges are blended in linear light, below mesh lines and in tiles of the canvas, too; in textures, and without positions
  /// of samples, they are not.
  @Test func edgesAreBlendedOnTheCanvas() throws {
    func isBlended(_ change: (inout GraphCompiler, inout Scene) throws -> Void = { _, _ in }) throws -> Bool {
      var (compiler, scene) = (GraphCompiler([EdgeSearch()]), Self.cards(4))
      try change(&compiler, &scene)
      return try compiler.graph(scene).description.contains("edges blended in ")
    }
    #expect(try isBlended())
    #expect(try isBlended { $1.canvas.blending = .linear })
    #expect(try isBlended { compiler, _ in compiler.options.wireframe = Wireframe() })
    #expect(try isBlended { compiler, _ in compiler.device.maxTargetSize = 128 })
    #expect(
      try !isBlended { _, scene in
        let mesh = try Mesh.grid(rows: 1, columns: 1)
        scene.layers = [
          Layer(Rect(0, 0, 256, 256), .none).with { [layers = scene.layers] in
            ($0.mesh, $0.sublayers) = (mesh, layers)
          }
        ]
      })
    #expect(try !isBlended { compiler, _ in compiler.device.samplePositions = [] })
  }

  /// With limits, edges are searched in targets of few unbent triangles and short edges.
  @Test func limitedTargets() throws {
    func isSearched(_ limits: EdgeLimits, _ scene: Scene) throws -> Bool {
      try GraphCompiler([EdgeSearch(limits: limits)]).graph(scene).canvas.edges != nil
    }
    let mesh = try Mesh.grid(rows: 1, columns: 2) { SIMD3($0.x, $0.y, $0.x * $0.x) }
    var bent = Self.cards(1)
    bent.layers[0].mesh = mesh
    let limits = EdgeLimits(triangles: 32, length: 1e4, lengthPerPixel: 0)
    #expect(
      try isSearched(limits, Self.cards(4)) && !isSearched(limits, Self.cards(5)) && !isSearched(limits, bent)
    )
    // The edges of a card of 192 pixels have a length of about 4 * 192.
    #expect(try isSearched(EdgeLimits(triangles: 32, length: 900, lengthPerPixel: 0), Self.cards(1)))
    #expect(try !isSearched(EdgeLimits(triangles: 32, length: 600, lengthPerPixel: 0), Self.cards(1)))
    #expect(
      try isSearched(EdgeLimits(triangles: 32, length: 0, lengthPerPixel: 900.0 / 65536), Self.cards(1)))
  }

  /// Edges that cannot be located: behind the eye, with flat shading, in faces that a shader interpolates.
  @Test func edgesThatAreNotSearched() throws {
    let near = Layer(Rect(20, 20, 60, 60), .pureRed).with {
      $0.transform = .rotation(.degrees(80), about: Point3D(1, 0, 0)) * .perspective(eyeDistance: 10)
    }
    #expect(try Self.plan(Scene(100, [near])) == nil)
    var mesh = try Mesh.grid(rows: 2, columns: 2) { SIMD3($0.x, $0.y + 0.2 * $0.x * $0.x, $0.x * $0.y) }
    let bent = Layer(Rect(20, 20, 60, 60), .image(.noise(9, 9))).with { $0.mesh = mesh }
    #expect(try Self.plan(Scene(100, [bent])) != nil)
    let flat = bent.with { $0.surface.shading = .flat }
    #expect(try Self.plan(Scene(100, [flat], lights: [Light()])) == nil)
    mesh.faceInterpolation = .bilinear
    #expect(try Self.plan(Scene(100, [bent.with { $0.mesh = mesh }])) == nil)
    let graph = try GraphCompiler([EdgeSearch(share: 1)]).graph(Scene(100, [near]))
    #expect(graph.canvas.sampling.deviceSamples == 4)
  }
}
