import MeshTransform
import SoftwareRaster
import Testing

@testable import RenderGraph
@testable import TestSupport

/// Many unbent siblings of one look become one item, and lie where they lie one by one.
struct SquareRunTests {
  private static let photo = Image.noise(8, 8)

  /// Turned layers in rows.
  /// - `size`: the side of a layer in parts of its cell.
  private static func cards(
    _ side: Int = 8, size: Double = 0.8, _ contents: Layer.Contents = .image(photo)
  ) -> [Layer] {
    let cell = 192 / Double(side)
    return (0..<side * side).map { index in
      var layer = Layer(
        bounds: Rect(1, 2, cell * size, cell * size),
        position: Point((Double(index % side) + 0.5) * cell, (Double(index / side) + 0.5) * cell),
        contents: contents)
      (layer.zPosition, layer.anchorPoint, layer.anchorPointZ) = (Double(index % 7), Point(0.4, 0.7), 2)
      layer.transform =
        .rotation(.degrees(Double(10 + index % 50)), about: Point3D(1, 2, 0)) * .perspective(eyeDistance: 400)
      return layer
    }
  }

  private static func compile(
    _ layers: [Layer], joined: Bool = true, depth: SublayerDepth = .automatic, lights: [Light] = []
  ) throws -> RenderGraph {
    let device = DeviceProfile(
      hasZeroToOneDepth: true, hasExactTransparency: true, maxTextureSize: 1024, maxTargetSize: 1024,
      maxViewportSize: 1024)
    let limits = GraphOptions.Limits(textureSide: 1024, pictureArea: 1 << 24, transparencyMemory: 1 << 20)
    let sampling = try #require(PixelSampling(samples: 4, offered: [1, 4]))
    let passes = GraphPasses(joined ? [SquareBatches()] : [])
    var canvas = Canvas(frame: Rect(0, 0, 192, 192))
    canvas.depth = depth
    var cache = FrameCache()
    return try RenderGraph(
      Scene(canvas: canvas, layers: layers, lights: lights),
      GraphOptions(limits: limits, sampling: sampling, passes: passes), device, cache: &cache)
  }

  /// The numbers of surfaces of the commands of all groups.
  private static func counts(_ layers: [Layer], depth: SublayerDepth = .automatic, lights: [Light] = [])
    throws
    -> [Int]
  {
    let graph = try compile(layers, depth: depth, lights: lights)
    return graph.canvas.groups.flatMap { $0.commands.map(\.item.surfaceCount) }
  }

  /// Squares, depth range, overdraw and planes are those of the items one by one.
  @Test(arguments: [0.8, 1.6]) func placesAreThoseOfSingleItems(_ size: Double) throws {
    let layers = Self.cards(size: size)
    let (run, single) = (try Self.compile(layers), try Self.compile(layers, joined: false))
    let (group, expected) = (run.canvas.groups[0], single.canvas.groups[0])
    #expect(group.commands.count == 1)
    #expect(expected.commands.count == 64)
    let batch = try #require(group.batches.first)
    #expect(batch.squares.count == 64)
    for (index, command) in expected.commands.enumerated() {
      let square = Square(command.projection.unitToCanvas, tint: .one).moved(by: expected.biases[index])
      for (own, other) in zip(
        [batch.squares[index].origin, batch.squares[index].across], [square.origin, square.across])
      {
        let difference = own - other
        #expect((difference * difference).sum() < 1e-6, "square \(index)")
      }
    }
    #expect(abs(group.depthRange.near - expected.depthRange.near) < 1e-4)
    #expect(abs(group.depthRange.far - expected.depthRange.far) < 1e-4)
    #expect(group.needsDepth == expected.needsDepth)
    #expect(group.needsDepth == (size > 1))
    #expect(group.mayCross)
    var (own, other) = (0.0, 0.0)
    #expect(abs(group.overdraw(&own, limit: .max) - expected.overdraw(&other, limit: .max)) <= 64)
  }

  /// Layers that are more than a square, or another look, end a run; invisible ones do not.
  @Test func whatEndsARun() throws {
    #expect(try Self.counts(Self.cards()) == [64])
    #expect(try Self.counts(Array(Self.cards().prefix(31))).count == 31)
    #expect(try Self.counts(Self.cards(), lights: [Light()]).count == 64)
    let changes: [(inout Layer) throws -> Void] = [
      { $0.mesh = try .grid(rows: 1, columns: 1) }, { $0.borderWidth = 1 }, { $0.cornerRadius = 2 },
      { $0.contents = .color(.white) }, { $0.contentsRect = Rect(0, 0, 0.5, 1) },
      { $0.isDoubleSided = false },
      { $0.magnificationFilter = .nearest }, { $0.backgroundColor = .white },
    ]
    for change in changes {
      var layers = Self.cards(10)
      try change(&layers[40])
      let counts = try Self.counts(layers)
      #expect(counts.contains(40) && counts.contains(59), "\(counts)")
    }
    var hidden = Self.cards()
    hidden[3].isHidden = true
    hidden[5].opacity = 0
    #expect(try Self.counts(hidden) == [62])
  }

  /// A layer that is seen edge-on, or reaches behind the eye, is drawn by itself.
  @Test func unfitLayersAreSingle() throws {
    for transform: Transform3D in [
      .rotation(.degrees(90), about: Point3D(0, 1, 0)),
      .rotation(.degrees(80), about: Point3D(0, 1, 0)) * .perspective(eyeDistance: 4),
    ] {
      var layers = Self.cards(10)
      layers[40].transform = transform
      let counts = try Self.counts(layers)
      #expect(counts.contains(40) && counts.contains(59), "\(counts)")
    }
  }

  /// Translucent layers stay one item where an order of whole items is right, and are divided where it is not.
  @Test func translucentLayers() throws {
    func glass(_ layers: [Layer]) -> [Layer] {
      layers.map { layer in
        var layer = layer
        layer.opacity = 0.5
        return layer
      }
    }
    #expect(try Self.counts(glass(Self.cards())) == [64])
    // They cross.
    let crossing = try Self.compile(glass(Self.cards(size: 1.6)))
    #expect(crossing.commands.count == 64)
    #expect(crossing.canvas.groups[0].aBufferItems.entries.count > 0)
    // Each at one depth: from back to front.
    let parallel = glass(Self.cards(size: 1.6)).map { layer in
      var layer = layer
      layer.transform = .identity
      return layer
    }
    let group = try Self.compile(parallel, depth: .shared).canvas.groups[0]
    // Without the biases of those in one plane.
    let depths = try #require(group.batches.first).squares.map { $0.middleDepth.rounded() }
    #expect(depths.count == 64)
    #expect(depths == depths.sorted())
    // In one plane: in painter's order, without a depth buffer.
    let flat = parallel.map { layer in
      var layer = layer
      layer.zPosition = 0
      return layer
    }
    let plane = try Self.compile(flat).canvas.groups[0]
    #expect(plane.commands.map(\.item.surfaceCount) == [64])
    #expect(!plane.needsDepth)
    #expect(plane.batches[0].squares.map(\.origin.x) == flat.map { Float($0.frame.minX) })
  }

  /// Painter's order decides between squares in one plane and the layers around them.
  @Test func contactsInAPlane() throws {
    var layers = Self.cards(size: 1.6)
    for index in layers.indices { (layers[index].transform, layers[index].zPosition) = (.identity, 2) }
    var (floor, tilted) = (layers[0], Self.cards(1, size: 0.5)[0])
    (floor.bounds, floor.contents) = (Rect(0, 0, 150, 150), .color(.white))
    tilted.contents = .color(.black)
    let group = try Self.compile([floor] + layers + [tilted], depth: .shared).canvas.groups[0]
    let single = try Self.compile([floor] + layers + [tilted], joined: false, depth: .shared).canvas.groups[0]
    #expect(group.commands.map(\.item.surfaceCount) == [1, 64, 1])
    let (squares, biases) = (group.batches[0].squares, single.biases)
    #expect(biases.contains { $0 > 0 })
    for (index, square) in squares.enumerated() {
      #expect(abs(Double(square.origin.z) - biases[index + 1]) < 1e-4, "square \(index)")
    }
  }

  /// Layers in painter's order in several planes are one item where they lie apart.
  @Test func paintersOrder() throws {
    #expect(try Self.counts(Self.cards(), depth: .ordered) == [64])
    #expect(try Self.counts(Self.cards(size: 1.6), depth: .ordered).count == 64)
  }

  /// A picture whose edges are searched one by one keeps its items.
  @Test func edgesNeedItems() {
    let size = PixelSize(192, 192)
    #expect(EdgeSearch().joinsSquares(512, in: size) == false)
    #expect(EdgeSearch().joinsSquares(513, in: size) == nil)
    #expect(EdgeSearch().joinsSquares(4000, in: PixelSize(1920, 1080)) == false)
    #expect(!GraphPasses([SquareBatches(), EdgeSearch()]).joinsSquares(512, in: size))
    #expect(GraphPasses([SquareBatches(), EdgeSearch()]).joinsSquares(513, in: size))
    #expect(!GraphPasses([EdgeSearch()]).joinsSquares(513, in: size))
    let few = EdgeSearch(limits: EdgeLimits(triangles: 100, length: 1000, lengthPerPixel: 1))
    #expect(few.joinsSquares(50, in: size) == false)
    #expect(few.joinsSquares(51, in: size) == nil)
  }
}
