import MeshTransform
import Testing

@testable import GLRenderer
@testable import RenderGraph
@testable import TestSupport

/// A graphics processor's ways of drawing, on whatever draws here: they make the pictures that a software rasterizer's do.
struct DeviceClassTests {
  private static func hardware() throws -> Renderer { try Renderer.hardware() }
  /// On the same device, whose samples lie at the same places.
  private static func software() throws -> Renderer { try Renderer.any { $0.deviceClass = .software } }

  @Test func classFollowsFromTheRenderersName() {
    let software = [
      "llvmpipe (LLVM 15.0.6, 256 bits)", "softpipe", "Google SwiftShader",
      "zink Vulkan 1.3(llvmpipe (LLVM 15.0.6, 256 bits) (MESA_LLVMPIPE))",
    ]
    let hardware = [
      "Mesa Intel(R) UHD Graphics 620 (KBL GT2)", "AMD Radeon RX 6600 (navi23, LLVM 15.0.7)", "V3D 4.2",
    ]
    for name in software { #expect(DeviceClass(renderer: name) == .software, "\(name)") }
    for name in hardware { #expect(DeviceClass(renderer: name) == .hardware, "\(name)") }
  }

  /// Samples are averaged by a blit instead of a shader: the driver may round a mean of two levels the other way.
  private static func rounding(_ samples: Int) -> Double { samples > 1 ? 1 : 0 }

  /// Edges are as good as with four samples everywhere.
  @Test func edgesAreWithinTolerance() throws {
    let hardware = try Self.hardware()
    for (name, scene) in try EdgeScenes.named() { try EdgeTests.check(scene, name, by: hardware) }
  }

  /// Pictures of a few unbent layers have the same edges: their exact areas.
  @Test func edgesOfLayersAreExact() throws {
    let (software, hardware) = (try Self.software(), try Self.hardware())
    var card = Layer(Rect(10, 10, 60, 60), .pureRed)
    (card.cornerRadius, card.borderWidth, card.borderColor) = (9, 1.5, .pureBlue)
    card.transform = .rotation(.degrees(11), about: Point3D(0, 0.5, 1)) * .perspective(eyeDistance: 200)
    let scene = Scene(canvas: Canvas(frame: Rect(0, 0, 80, 80)), layers: [card])
    let expected = try scene.rendered(by: software)
    #expect(try scene.rendered(by: hardware) == expected)
    #expect(try scene.rendered(by: hardware, samples: 4) != expected)
  }

  /// A lit mesh that is thinner than a pixel, of which more fragments are drawn.
  @Test func thinLitMeshesKeepTheirInk() throws {
    let scene = Scene.oneLayer(
      .solid(1, 1, Pixel(255, 255, 255, 255)), size: Size(60, 0.4), canvas: Rect(0, 0, 80, 80),
      mesh: try .grid(rows: 1, columns: 12), transform: .rotation(.degrees(7), about: Point3D(0, 0, 1)),
      lights: [.directional(Point3D(0, 0, -1))])
    for renderer in [try Self.software(), try Self.hardware()] {
      let picture = try scene.rendered(by: renderer)
      let ink = (0..<80 * 80).reduce(0.0) { $0 + Double(picture[$1 % 80, $1 / 80].w) / 255 }
      #expect(abs(ink / (60 * 0.4) - 1) < 0.1, "\(ink)")
    }
  }

  /// A bent mesh, and edges that are long together, are not worth an analysis beside a GPU.
  @Test func otherEdgesHaveSamples() throws {
    let bent = Scene.oneLayer(
      .noise(9, 9, seed: 3), canvas: Rect(0, 0, 160, 90),
      mesh: try .ripple { ($0.rows, $0.columns) = (10, 10) })
    var long = Scene(canvas: Canvas(frame: Rect(0, 0, 400, 400)), layers: [])
    long.layers = (0..<100).map { index in
      var layer = Layer(Rect(0, 0, 30, 30), .pureRed)
      layer.position = Point(Double(index % 10) * 40 + 20, Double(index / 10) * 40 + 20)
      layer.transform = .rotation(.degrees(20), about: Point3D(0, 0, 1))
      return layer
    }
    let few = Scene(canvas: long.canvas, layers: Array(long.layers.prefix(40)))
    let (software, hardware) = (try Self.software(), try Self.hardware())
    for scene in [bent, long] {
      #expect(try software.describe(scene).contains("1 sample per pixel"))
      #expect(!(try hardware.describe(scene).contains("1 sample per pixel")))
    }
    #expect(try hardware.describe(few).contains("1 sample per pixel; edges blended in "))
  }

  @Test(arguments: [1, 4, 16], [Canvas.Blending.encoded, .linear])
  func picturesComeBackThroughBuffers(samples: Int, blending: Canvas.Blending) throws {
    let (software, hardware) = (try Self.software(), try Self.hardware())
    // One tile; several; one again, over what is there.
    for size in [Size(61, 47), Size(8300, 12), Size(61, 47)] {
      var scene = Scene.oneLayer(.translucentNoise(31, 9), canvas: Rect(origin: .zero, size: size))
      scene.layers[0].bounds = Rect(0, 0, size.width - 5, size.height - 3)
      scene.layers[0].transform = .rotation(.degrees(20), about: Point3D(1, 0, 0))
      scene.canvas.blending = blending
      let expected = try scene.rendered(by: software, samples: samples)
      let difference = ImageDifference(try scene.rendered(by: hardware, samples: samples), expected)
      #expect(difference.isWithin(Self.rounding(samples)), "\(size): \(difference)")
    }
  }

  /// Several are on their way at a time, are asked for in any order, or not at all.
  @Test func picturesOnTheirWay() throws {
    let (software, hardware) = (try Self.software(), try Self.hardware())
    var random = SplitMix64(seed: 4)
    let scenes = (0..<12).map { index -> Scene in
      let turn = Transform3D.rotation(.degrees(Double(7 * index)), about: Point3D(0, 0, 1))
      let canvas = Rect(0, 0, index % 3 == 0 ? 50 : 64, 40)
      return Scene.oneLayer(.noise(40, 30, seed: UInt64(index)), canvas: canvas, transform: turn)
    }
    let options = RenderOptions(samples: 4)
    let expected = try scenes.map { try hardware.render($0, options: options) }
    for (picture, scene) in zip(expected, scenes) {
      let difference = ImageDifference(picture, try software.render(scene, options: options))
      #expect(difference.isWithin(Self.rounding(4)), "\(difference)")
    }
    for _ in 0..<4 {
      var pending = try scenes.map { try hardware.begin($0, options: options) }
      for index in scenes.indices.shuffled(using: &random).prefix(9) {
        #expect(try pending[index].image() == expected[index], "\(index)")
        #expect(try pending[index].image() == expected[index], "\(index) again")
      }
      pending = []
    }
  }

  /// Depths of 24 bits serve one item. Several may be moved apart by less, and so have floats; what depth does not order
  /// has none.
  @Test func depthsOfOneItemHaveFewerBits() throws {
    let tilt = Transform3D.rotation(.degrees(30), about: Point3D(1, 0, 0))
    let bent = Scene.oneLayer(
      .noise(20, 20), mesh: try .ripple { ($0.rows, $0.columns) = (8, 8) }, transform: tilt)
    let flat = Scene.oneLayer(.noise(20, 20))
    var two = bent
    two.layers.append(two.layers[0])
    two.layers[1].transform = .rotation(.degrees(20), about: Point3D(0, 1, 0))
    func depths(_ deviceClass: DeviceClass) throws -> [DepthFormat] {
      let renderer = try Renderer.any { $0.deviceClass = deviceClass }
      return try [flat, bent, two].map {
        try renderer.compile($0, RenderOptions(samples: 1)).graph.canvas.depth(deviceClass)
      }
    }
    #expect(try depths(.hardware) == [.none, .fixed, .float])
    #expect(try depths(.software) == [.none, .float, .float])
  }

  /// Fragment lists are emptied and blended without a look at what the device counts.
  @Test(arguments: [1, 4, 16]) func listsStayOnTheDevice(samples: Int) throws {
    let (software, hardware) = (try Self.software(), try Self.hardware())
    try #require(hardware.capabilities.hasExactTransparency)
    let glass = [Color.pureRed, .pureGreen, .pureBlue].enumerated().map { index, color in
      var layer = Layer(
        Rect(10, 10, 60, 60), Color(red: color.red, green: color.green, blue: color.blue, alpha: 0.5))
      layer.transform = .rotation(.degrees(60 * Double(index) + 10), about: Point3D(0.2, 1, 0.1))
      return layer
    }
    let scene = Scene(canvas: Canvas(frame: Rect(0, 0, 80, 80)), layers: glass)
    let expected = try scene.rendered(by: software, samples: samples)
    for _ in 0..<2 {
      let difference = ImageDifference(try scene.rendered(by: hardware, samples: samples), expected)
      #expect(difference.isWithin(Self.rounding(samples)), "\(difference)")
    }
  }

  /// Smaller levels of a flattened layer's picture are the driver's own there, which differ by its rounding.
  @Test func flattenedLayersAgree() throws {
    let (software, hardware) = (try Self.software(), try Self.hardware())
    for seed in 0..<12 {
      let scene = try RandomTree.scene(seed: UInt64(seed)).scene
      let expected = try scene.rendered(by: software, samples: 4)
      let difference = ImageDifference(try scene.rendered(by: hardware, samples: 4), expected)
      #expect(difference.isWithin(.within(max: 16, mean: 0.1)), "tree \(seed): \(difference)")
    }
  }
}
