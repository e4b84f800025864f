import MeshTransform
import Testing

@testable import RenderGraph
@testable import TestSupport

/// The items and passes of a layer tree, as the lines of the graph's description.
struct LayerItemsTests {
  private static let photo = Image.noise(40, 30)
  private static let gradient = Gradient(stops: [.init(0, .pureRed), .init(1, .pureBlue)])

  private static func card(_ contents: Layer.Contents = .color(.pureRed)) -> Layer {
    Layer(Rect(20, 20, 40, 30), contents)
  }

  private static func lines(_ layers: Layer...) throws -> [String] {
    try Scene(100, layers).graph().itemLines
  }

  private static func passes(_ layers: Layer...) throws -> [String] {
    try Scene(100, layers).graph().passLines.dropLast().map { String($0.prefix { $0 != ":" }) }
  }

  /// Background, contents, sublayers, border, from back to front.
  @Test func partsOfALayer() throws {
    let layer = Self.card(.image(Self.photo)).with {
      ($0.backgroundColor, $0.borderWidth) = (.pureGreen, 2)
      $0.sublayers = [Layer(Rect(5, 5, 10, 10), .gradient(Self.gradient))]
    }
    #expect(
      try Self.lines(layer) == [
        "color; 2 triangles; opaque", "image 40x30 px; 2 triangles; opaque",
        "gradient 1x10 px; 2 triangles; opaque", "color; 8 triangles; opaque",
      ])
    #expect(try Self.passes(layer).isEmpty)
  }

  /// What shows nothing makes no item.
  @Test func invisibleParts() throws {
    #expect(try Self.lines(Self.card(.none)).isEmpty)
    #expect(try Self.lines(Self.card().with { $0.isHidden = true }).isEmpty)
    #expect(try Self.lines(Self.card().with { $0.opacity = 0 }).isEmpty)
    #expect(try Self.lines(Self.card(.none).with { $0.backgroundColor = .clear }).isEmpty)
    #expect(try Self.lines(Self.card(.none).with { ($0.borderWidth, $0.borderColor) = (2, .clear) }).isEmpty)
    let behind = Transform3D.rotation(.degrees(180), about: Point3D(0, 1, 0))
    #expect(try Self.lines(Self.card().with { ($0.transform, $0.isDoubleSided) = (behind, false) }).isEmpty)
  }

  @Test func opacityAndColors() throws {
    #expect(try Self.lines(Self.card().with { $0.opacity = 0.5 }) == ["color; 2 triangles; translucent"])
    let command = try #require(try Scene(100, [Self.card().with { $0.opacity = 0.5 }]).graph().commands.first)
    #expect(command.item.tint == SIMD4(0.5, 0, 0, 0.5))
    #expect(try Self.lines(Self.card(.image(.translucentNoise(4, 4))))[0].contains("translucent"))
    let faded = Gradient(stops: [.init(0, .pureRed), .init(1, .clear)])
    #expect(try Self.lines(Self.card(.gradient(faded)))[0].contains("translucent"))
    // Colors are rounded to those of a picture, and are light where blending is linear.
    var scene = Scene(100, [Self.card(.color(Color(red: 0.5, green: 0.25, blue: 1)))])
    let encoded = try #require(try scene.graph().commands.first).item.tint
    #expect(encoded == SIMD4<Float>(128 / 255, 64 / 255, 1, 1))
    scene.canvas.blending = .linear
    let linear = try #require(try scene.graph().commands.first).item.tint
    #expect(abs(Double(linear.x) - SRGBCurve.decoded(128.0 / 255)) < 1e-3)
  }

  /// Sublayers in parallel planes are drawn in the plane of their superlayer, from back to front.
  @Test func sublayersInOrderOfDepth() throws {
    func colors(_ depth: SublayerDepth) throws -> [SIMD4<Float>] {
      let layer = Self.card(.none).with {
        $0.depth = depth
        $0.sublayers = [
          Layer(Rect(0, 0, 10, 10), .pureRed, z: 5), Layer(Rect(2, 2, 10, 10), .pureGreen, z: -5),
          Layer(Rect(4, 4, 10, 10), .pureBlue),
        ]
      }
      return try Scene(100, [layer]).graph().commands.map(\.item.tint)
    }
    let (red, green, blue) = (SIMD4<Float>(1, 0, 0, 1), SIMD4<Float>(0, 1, 0, 1), SIMD4<Float>(0, 0, 1, 1))
    #expect(try colors(.shared) == [green, blue, red])
    #expect(try colors(.ordered) == [red, green, blue])
  }

  /// Groups that need a texture of their own, and those that do not.
  @Test func texturesOfGroups() throws {
    let two = [Layer(Rect(0, 0, 20, 20), .pureRed), Layer(Rect(10, 10, 20, 20), .pureBlue)]
    func passes(_ change: (inout Layer) -> Void) throws -> [String] {
      try Self.passes(Self.card(.none).with { $0.sublayers = two }.with(change))
    }
    #expect(try passes { _ in }.isEmpty)
    #expect(try passes { $0.opacity = 0.5 } == ["offscreen 0, as it is"])
    #expect(try passes { ($0.opacity, $0.sublayers) = (0.5, [two[0]]) }.isEmpty)
    #expect(try passes { ($0.cornerRadius, $0.masksToBounds) = (5, true) } == ["offscreen 0, as it is"])
    // Clipping is no work where nothing reaches beyond the bounds.
    #expect(try passes { $0.masksToBounds = true }.isEmpty)
    #expect(try passes { ($0.masksToBounds, $0.sublayers[1].position) = (true, Point(40, 20)) }.count == 1)
    #expect(
      try passes { $0.sublayers[0].transform = .rotation(.degrees(9), about: Point3D(1, 0, 0)) }.count == 1)
    // A mesh bends the texture of the group, which is drawn four times, half a pixel apart.
    let bent = try Mesh.grid(rows: 2, columns: 2) { SIMD3($0.x, 0.9 * $0.y, 0.2 * $0.x * $0.y) }
    #expect(
      try passes { $0.mesh = bent } == [
        "offscreen 0, quadrant 1 of 4", "offscreen 0, quadrant 2 of 4", "offscreen 0, quadrant 3 of 4",
        "offscreen 0, quadrant 4 of 4",
      ])
    // Groups within groups come first.
    let nested = Self.card(.none).with {
      ($0.opacity, $0.sublayers) = (
        0.5, [two[0], Self.card(.none).with { ($0.opacity, $0.sublayers) = (0.5, two) }]
      )
    }
    #expect(try Self.passes(two[0], nested) == ["offscreen 1.1, as it is", "offscreen 1, as it is"])
  }

  /// A mesh bends a layer of one part directly.
  @Test func bentLayers() throws {
    let mesh = try Mesh.grid(rows: 3, columns: 4) { SIMD3($0.x, $0.y, 0.2 * $0.x * $0.y) }
    #expect(try Self.lines(Self.card().with { $0.mesh = mesh }) == ["color; 24 triangles; opaque"])
    #expect(
      try Self.lines(Self.card().with { ($0.mesh, $0.isDoubleSided) = (mesh, false) }) == [
        "color; 24 triangles; opaque; backs culled"
      ])
    // With a border, the mesh bends a texture.
    #expect(
      try Self.passes(Self.card().with { ($0.mesh, $0.borderWidth) = (mesh, 1) }) == ["offscreen 0, as it is"]
    )
    let sides = Self.card().with {
      ($0.mesh, $0.sublayers) = (
        mesh, [Layer(Rect(0, 0, 40, 30), .pureBlue).with { $0.isBackContents = true }]
      )
    }
    let lines = try Self.lines(sides)
    #expect(lines.count == 2 && lines[0].hasSuffix("backs culled") && lines[1].hasSuffix("fronts culled"))
    #expect(try Self.passes(sides).allSatisfy { $0.hasPrefix("offscreen 0 back") })
  }

  /// A layer with a back that is not bent shows the side that faces the viewer.
  @Test(arguments: [0.0, 89, 91, 180, 271]) func backsOfFlatLayers(_ degrees: Double) throws {
    let layer = Self.card().with {
      $0.transform = .rotation(.degrees(degrees), about: Point3D(0, 1, 0))
      $0.sublayers = [Layer(Rect(0, 0, 40, 30), .pureBlue).with { $0.isBackContents = true }]
    }
    let tints = try Scene(100, [layer]).graph().commands.map(\.item.tint)
    #expect(tints == [degrees > 90 && degrees < 270 ? SIMD4(0, 0, 1, 1) : SIMD4(1, 0, 0, 1)])
  }

  @Test func masks() throws {
    let layer = Self.card(.image(Self.photo)).with {
      $0.sublayers = [Layer(Rect(0, 0, 20, 30), .pureBlue).with { $0.maskMode = .alpha }]
    }
    #expect(try Self.passes(layer) == ["offscreen 0.0 mask, as it is", "offscreen 0, as it is"])
    let graph = try Scene(100, [layer]).graph()
    let modes = graph.commands.map(\.item.maskMode)
    #expect(modes == [.none, .none, .alpha, .none])
    // A mask that shows nothing leaves nothing.
    let hidden = layer.with { $0.sublayers[0].isHidden = true }
    #expect(try Self.passes(hidden).isEmpty || Self.passes(hidden) == ["offscreen 0, as it is"])
  }

  /// A blended layer over a photo takes the pixels behind it alone; over bent layers, those of the whole target.
  @Test func blendedLayers() throws {
    let logo = Layer(Rect(30, 30, 20, 20), .pureBlue).with { $0.blendMode = .multiply }
    let photo = Layer(Rect(0, 0, 100, 100), .image(Self.photo))
    #expect(
      try Self.passes(photo, logo) == [
        "offscreen 1 backdrop, as it is", "offscreen 1 isolated, as it is", "filter 1 blended",
      ])
    let part = try Scene(100, [photo, logo]).graph()
    // From the corner of a screen tile on.
    let sizes = part.texturePasses.compactMap { pass -> PixelSize? in
      if case .filter(let filter) = pass { filter.texture.size } else { nil }
    }
    #expect(sizes == [PixelSize(28, 28)] && part.canvas.groups.count == 2)
    let bent = try photo.with { $0.mesh = try .grid(rows: 2, columns: 2) { SIMD3($0.x, $0.y, 0.1 * $0.x) } }
    let whole = try Scene(100, [bent, logo]).graph()
    #expect(
      whole.texturePasses.contains {
        if case .filter(let filter) = $0 { filter.texture.size.width == 100 } else { false }
      })
    #expect(whole.canvas.groups.count == 1 && whole.itemLines.count == 1)
    // Over nothing there is nothing to blend.
    #expect(try Self.passes(logo) == ["offscreen 0 isolated, as it is"])
  }

  /// Many blended layers cost their own pixels each: the whole target is drawn once for some of them.
  @Test func manyBlendedLayers() throws {
    let photo = try Layer(Rect(0, 0, 100, 100), .image(Self.photo)).with {
      $0.mesh = try .grid(rows: 2, columns: 2) { SIMD3($0.x, $0.y, 0.1 * $0.x) }
    }
    let labels = (0..<12).map { number in
      Layer(Rect(30, 30, 20, 20), .pureBlue).with {
        ($0.position.x, $0.blendMode) = (20 + 5 * Double(number), .multiply)
      }
    }
    var scene = Scene(100, [photo] + labels)
    scene.canvas.background = .white
    var (wholes, parts) = (0, 0)
    for pass in try scene.graph().texturePasses {
      switch pass {
      case .filter(let filter):
        #expect(filter.texture.size.area < 30 * 40)
        parts += 1
      case .offscreen(let offscreen): if offscreen.texture.size.width == 100 { wholes += 1 }
      }
    }
    #expect(parts == 12 && wholes == 3, "\(parts) parts, \(wholes) pictures of the whole")
    // The blend pass of a layer is the last one that reads the layer's texture and its backdrop.
    let graph = try scene.graph()
    var held: Set<OffscreenTexture.ID> = []
    var most = 0
    for (pass, released) in zip(graph.texturePasses, graph.released) {
      held.insert(pass.texture.id)
      most = max(most, held.count)
      held.subtract(released)
    }
    #expect(most <= 11 && graph.texturePasses.count == 39, "\(most) of \(graph.texturePasses.count)")
    // A clear target may stay translucent behind an item, so that each item is blended with the whole.
    scene.canvas.background = .clear
    let filters = try scene.graph().texturePasses.filter { if case .filter = $0 { true } else { false } }
    #expect(filters.count == 12)
    // The result of one is what the next is blended with.
    #expect(try scene.graph().texturePasses.count == 12 + 1 + 12)
  }

  @Test func shadows() throws {
    let layer = Self.card().with { ($0.shadowOpacity, $0.shadowRadius) = (0.5, 3) }
    #expect(
      try Self.passes(layer) == [
        "offscreen 0 shadow, as it is", "filter 0 shadow blurred along x", "filter 0 shadow blurred",
      ])
    #expect(
      try Self.lines(layer).map { String($0.prefix { $0 != ";" }) } == [
        "color", "offscreen 0 shadow blurred",
      ])
    let wide = layer.with { $0.shadowRadius = 20 }
    #expect(try Self.passes(wide)[1] == "filter 0 shadow reduced")
    let graph = try Scene(100, [layer]).graph()
    let shadow = try #require(graph.commands.last)
    #expect(shadow.item.isShadow && shadow.item.endsClear && shadow.item.tint == SIMD4(0, 0, 0, 0.5))
    // Two pixels around the shape and three standard deviations, moved by the offset.
    guard case .offscreen(let texture) = shadow.item.content else {
      Issue.record("a shadow is a texture")
      return
    }
    #expect(texture.size == PixelSize(40 + 2 * 2 + 2 * 10, 30 + 2 * 2 + 2 * 10))
    #expect(shadow.projected.low.x == 20 - 12 && shadow.projected.low.y == 20 - 12 + 3)
    // Off the canvas there is none.
    #expect(try Self.passes(layer.with { $0.position = Point(900, 50) }).isEmpty)
  }

  @Test func contactShadows() throws {
    let layer = try Self.card().with {
      $0.contactShadowOpacity = 0.5
      $0.mesh = try .grid(rows: 2, columns: 2) { SIMD3($0.x, $0.y, 0.3 * $0.x) }
    }
    let passes = try Self.passes(layer)
    for role in ["contact heights", "contact underside", "contact band", "contact shadow"] {
      #expect(passes.contains { $0.contains(role) }, "\(role) in \(passes)")
    }
    #expect(passes.last == "filter 0 contact shadow" && !passes.contains { $0.contains("shape") })
    #expect(try Self.lines(layer)[1].hasPrefix("offscreen 0 contact shadow"))
    #expect(try Self.passes(layer.with { $0.mesh = nil }).isEmpty)
  }

  /// Layers that lie apart or in one plane share a group; where order and depth may differ, groups follow each other.
  @Test func groupsOfTheCanvas() throws {
    func groups(_ depth: SublayerDepth, _ layers: [Layer]) throws -> [Int] {
      var scene = Scene(100, layers)
      scene.canvas.depth = depth
      return try scene.graph().canvas.groups.map(\.commands.count)
    }
    let tilted = Self.card().with { $0.transform = .rotation(.degrees(30), about: Point3D(1, 0, 0)) }
    #expect(try groups(.ordered, [Self.card(), Self.card(), Self.card()]) == [3])
    #expect(try groups(.ordered, [Self.card(), tilted, Self.card()]) == [1, 1, 1])
    #expect(try groups(.ordered, [Self.card(), tilted.with { $0.position = Point(85, 85) }]) == [2])
    #expect(try groups(.shared, [Self.card(), tilted, Self.card()]) == [3])
    #expect(try groups(.automatic, [Self.card(), tilted]) == [2])
    // Bent labels over one another are groups of their own; side by side, they share one above the photo.
    let mesh = try Mesh.grid(rows: 1, columns: 8) { SIMD3($0.x, $0.y, $0.x - 0.5) }
    func labels(_ step: Double) -> [Layer] {
      (0..<5).map { number in
        Layer(Rect(4 + step * Double(number), 8, 12, 16), .pureGreen).with { $0.mesh = mesh }
      }
    }
    #expect(try groups(.automatic, labels(18)) == [5] && groups(.automatic, labels(1)) == [1, 1, 1, 1, 1])
    #expect(try groups(.automatic, [Layer(Rect(0, 0, 100, 40), .pureRed)] + labels(18)) == [1, 5])
  }

  /// Light falls on items, not on textures; the plane of a layer is that of its parts.
  @Test func lightOfItems() throws {
    let layer = Self.card(.none).with {
      ($0.lights, $0.sublayers) = ([Light()], [Layer(Rect(0, 0, 20, 20), .pureRed)])
    }
    let lit = try Scene(100, [layer, Self.card()]).graph().commands.map(\.item.lights.count)
    #expect(lit.sorted() == [0, 1])
    #expect(
      try Scene(100, [Self.card()], lights: [.ambient(0.5)]).graph().itemLines[0].contains("ambient light"))
    #expect(
      try Scene(100, [Self.card()], lights: [Light(), Light()]).graph().itemLines[0].contains("2 lights"))
    let planes = try Scene(100, [Self.card().with { $0.borderWidth = 1 }]).graph().commands.map(\.item.plane)
    #expect(planes.count == 2 && planes[0] == planes[1] && planes[0] != nil)
  }

  /// The description of the canvas: its size, its samples, and its tiles.
  @Test func descriptions() throws {
    var compiler = GraphCompiler(samples: 1)
    #expect(try compiler.graph(Scene(100, [])).description == "canvas: 100x100 px; 1 sample per pixel")
    compiler = GraphCompiler(samples: 16)
    compiler.device.maxTargetSize = 128
    compiler.options.wireframe = Wireframe()
    let lines = try compiler.graph(Scene(100, [Self.card()])).description.split(separator: "\n")
    #expect(lines[0] == "canvas: 100x100 px; 4 tiles of up to 64x64 px; 16 samples per pixel; 1 wireframe")
    #expect(lines[1] == "  group 0: 1 item, 1 draw call")
    compiler.device.maxTextureSize = 32
    compiler.device.maxImageSize = 32
    let tiled = try compiler.graph(Scene(100, [Self.card(.image(Self.photo))])).itemLines
    #expect(tiled[0].hasPrefix("image 40x30 px in 2 tiles"))
  }
}
