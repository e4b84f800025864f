import MeshTransform
import Testing

@testable import GLRenderer
@testable import TestSupport

/// After the first frames of an animation, its frames compile nothing and make no GL object, whatever they are made of;
/// and each is still the picture that it is alone.
struct SteadyCountTests {
  /// Frames that come back to the first one, so that the second time nothing is larger than it was.
  struct Loop: CustomTestStringConvertible, Sendable {
    let name: String
    var options = RenderOptions(samples: 4)
    let scene: @Sendable (_ frame: Int) throws -> Scene
    var testDescription: String { name }
  }

  static let frameCount = 4

  @Test(arguments: loops, DeviceClass.allCases)
  func framesTakeNothingNew(_ loop: Loop, _ deviceClass: DeviceClass) throws {
    let renderer = try Renderer.any { $0.deviceClass = deviceClass }
    func draw() throws -> [Image] {
      try (0..<Self.frameCount).map { try renderer.render(loop.scene($0), options: loop.options) }
    }
    let first = try draw()
    // A film's second texture is made when the first is let go.
    _ = try draw()
    let before = renderer.statistics
    let later = try draw()
    let change = renderer.statistics - before
    #expect(change.pictures == Self.frameCount)
    #expect(change.compiledPrograms == 0 && change.objects == 0, "\(change)")
    #expect(change.readBytes >= first.reduce(0) { $0 + $1.bytes.count })
    #expect(change.uploadedBytes > 0, "frames that do not move show nothing")
    #expect(later == first)
    #expect(Set(first).count == Self.frameCount, "frames that do not move show nothing")
    let alone = try Renderer.any { $0.deviceClass = deviceClass }.render(loop.scene(2), options: loop.options)
    #expect(first[2] == alone)
  }

  /// A flattened layer is drawn when something in it has changed, not when it moves, fades or bends.
  @Test func aFlattenedLayerThatStaysIsNotDrawnAnew() throws {
    func scene(_ change: (inout Layer) -> Void) throws -> Scene {
      var inner = Self.surface(Self.image, try Self.ripple(0))
      inner.sublayers = [Layer(Rect(4, 4, 20, 20), .pureBlue)]
      var outer = Self.surface(.color(.white), try Self.ripple(1))
      outer.sublayers = [inner, Layer(Rect(50, 30, 20, 20), .pureGreen)]
      change(&outer)
      return Self.scene(outer)
    }
    let renderer = try Renderer.any()
    /// Bytes that the picture takes; it must be the one that a new renderer draws.
    func upload(_ change: (inout Layer) -> Void) throws -> Int {
      let before = renderer.statistics.uploadedBytes
      let scene = try scene(change)
      let picture = try renderer.render(scene)
      #expect(try picture == Renderer.any().render(scene))
      return renderer.statistics.uploadedBytes - before
    }
    let all = try upload { _ in }
    let bent = try Self.ripple(2)
    let outside: [(inout Layer) -> Void] = [
      { _ in }, { $0.opacity = 0.5 }, { $0.position.x += 3 }, { $0.mesh = bent },
      { $0.transform = .rotation(.degrees(3)) * $0.transform },
      { $0.surface.specular = 0.5 }, { $0.name = "moved" },
    ]
    for change in outside {
      // One mesh with normals and indices at most.
      #expect(try upload(change) <= 13 * 13 * (20 + 12) + 6 * 144 * 4)
    }
    let inside: [(inout Layer) -> Void] = [
      { $0.sublayers[0].position.x += 1 }, { $0.sublayers[0].mesh = bent }, { $0.backgroundColor = .pureRed },
      { $0.cornerRadius = 5 }, { $0.sublayers[0].sublayers[0].contents = .color(.pureRed) },
      { $0.sublayerTransform = .rotation(.degrees(3)) }, { $0.lights = [Light()] },
      { $0.anchorPoint = Point(0, 0) }, { $0.bounds = Rect(3, 0, 80, 60) }, { $0.sublayers.removeLast() },
    ]
    for change in inside {
      _ = try upload(change)
      _ = try upload { _ in }
    }
    #expect(all > 2 * 13 * 13 * 20)
    // Other options draw it anew.
    let scene = try scene { _ in }
    for samples in [1, 4, 1] {
      let options = RenderOptions(samples: samples)
      #expect(try renderer.render(scene, options: options) == Renderer.any().render(scene, options: options))
    }
  }

  /// A group of flat layers that stays where it is is not drawn anew, whatever changes beside it, nor when it fades.
  @Test func aFlatGroupThatStaysIsNotDrawnAnew() throws {
    let inner = Self.surface(Self.image, try Self.ripple(0))
    func scene(_ change: (inout Layer, inout Layer) -> Void) -> Scene {
      var group = Layer(bounds: Rect(0, 0, 80, 60), position: Point(48.3, 36.4))
      (group.transform, group.opacity) = (.rotation(.degrees(20)), 0.5)
      (group.masksToBounds, group.cornerRadius) = (true, 8)
      group.sublayers = [inner, Layer(Rect(50, 30, 20, 20), .pureGreen)]
      var beside = Layer(Rect(4, 4, 20, 20), .pureBlue)
      change(&group, &beside)
      return Self.scene(beside, group)
    }
    let renderer = try Renderer.any()
    func upload(_ change: (inout Layer, inout Layer) -> Void) throws -> Int {
      let before = renderer.statistics.uploadedBytes
      let picture = try renderer.render(scene(change))
      #expect(try picture == Renderer.any().render(scene(change)))
      return renderer.statistics.uploadedBytes - before
    }
    let all = try upload { _, _ in }
    // The mesh of the ripple is part of it.
    #expect(all > 13 * 13 * 20)
    let changes: [(inout Layer, inout Layer) -> Void] = [
      { _, _ in }, { group, _ in group.opacity = 0.9 }, { _, beside in beside.position.x += 3 },
    ]
    for change in changes { #expect(try upload(change) < 13 * 13 * 20) }
    #expect(try upload { group, _ in group.position.x += 0.5 } > 13 * 13 * 20)
  }

  /// A texture with mipmaps also serves where the same image is drawn larger, with the same pixels as one without. On a GPU,
  /// which selects filters by pixel, all have mipmaps.
  @Test func aTextureWithMipmapsServesWithout() throws {
    let image = Image.noise(90, 60)
    func scene(_ scale: Double) -> Scene {
      var layer = Self.surface(.image(image), nil)
      (layer.transform, layer.minificationFilter) = (.scale(scale, scale), .trilinear)
      return Self.scene(layer)
    }
    let renderer = try Renderer.software()
    func upload(_ scale: Double) throws -> Int {
      let before = renderer.statistics.uploadedBytes
      #expect(try renderer.render(scene(scale)) == Renderer.software().render(scene(scale)))
      return renderer.statistics.uploadedBytes - before
    }
    let size = image.bytes.count
    let first = try upload(2)
    #expect(first >= size && first < size * 5 / 4)
    #expect(try upload(0.3) > size * 5 / 4)
    for scale in [2, 0.3, 1.8] { #expect(try upload(scale) < size / 4) }
  }

  /// The counters count: a first picture takes all there is.
  @Test func theFirstPictureIsCounted() throws {
    let renderer = try Renderer.any()
    #expect(renderer.statistics.pictures == 0 && renderer.statistics.objects == 0)
    let image = Image.noise(20, 10)
    _ = try renderer.render(.oneLayer(image), options: RenderOptions(samples: 4))
    let counts = renderer.statistics
    #expect(counts.pictures == 1 && counts.compiledPrograms >= 1 && counts.textures >= 1)
    #expect(counts.framebuffers >= 1 && counts.buffers >= 1)
    #expect(counts.uploadedBytes >= image.bytes.count && counts.readBytes == image.bytes.count)
    #expect(counts - counts == RenderStatistics())
  }
}

extension SteadyCountTests {
  private static let canvas = Canvas(frame: Rect(0, 0, 96, 72), background: .white)
  private static let tilt =
    Transform3D.rotation(.degrees(30), about: Point3D(1, 0, 0)) * .perspective(eyeDistance: 300)

  private static func surface(_ contents: Layer.Contents, _ mesh: Mesh?, opacity: Double = 1) -> Layer {
    var layer = Layer(bounds: Rect(0, 0, 80, 60), position: Point(48, 36), contents: contents)
    (layer.mesh, layer.transform, layer.opacity) = (mesh, tilt, opacity)
    return layer
  }

  private static func scene(_ layers: Layer..., lights: [Light] = [Light()]) -> Scene {
    Scene(canvas: canvas, layers: layers, lights: lights)
  }

  private static func ripple(_ frame: Int) throws -> Mesh {
    try .ripple { ($0.phase, $0.rows, $0.columns) = (Double(frame) / 5, 12, 12) }
  }

  private static let image = Layer.Contents.image(.noise(64, 48))
  private static let gradient = Layer.Contents.gradient(
    Gradient(stops: [.init(0, .pureRed), .init(1, .pureBlue)]))

  static let loops = [
    Loop(name: "a ripple") { scene(surface(image, try ripple($0))) },
    Loop(name: "a ripple without antialiasing", options: RenderOptions(samples: 1)) {
      scene(surface(image, try ripple($0)))
    },
    Loop(name: "a ripple with supersampling", options: RenderOptions(samples: 16)) {
      scene(surface(image, try ripple($0)))
    },
    Loop(name: "a ripple in linear light") {
      var scene = scene(surface(image, try ripple($0)))
      scene.canvas.blending = .linear
      return scene
    },
    Loop(name: "a translucent page that folds over itself") { frame in
      let mesh = try Mesh.pageCurl {
        ($0.amount, $0.rows, $0.columns) = (0.3 + 0.1 * Double(frame), 12, 12)
      }
      return scene(surface(image, mesh, opacity: 0.6))
    },
    Loop(name: "surfaces that cross") { frame in
      scene(
        surface(image, try ripple(frame), opacity: 0.5),
        surface(.color(.pureGreen), try .wave { $0.phase = Double(frame) / 5 }, opacity: 0.5))
    },
    Loop(name: "flattened layers") { frame in
      var inner = Layer(bounds: Rect(0, 0, 40, 30), position: Point(50, 30), contents: gradient)
      (inner.opacity, inner.masksToBounds, inner.cornerRadius) = (0.7, true, 8)
      inner.sublayers = [Layer(Rect(5, 5, 20, 20), .pureGreen), Layer(Rect(10, 10, 20, 20), .pureRed)]
      var outer = surface(image, try ripple(frame))
      outer.sublayers = [Layer(Rect(2 * Double(frame), 3, 20, 20), .pureBlue), inner]
      return scene(outer)
    },
    Loop(name: "groups that turn") { frame in
      var inner = Layer(bounds: Rect(0, 0, 40, 30), position: Point(50, 30))
      (inner.opacity, inner.masksToBounds, inner.cornerRadius) = (0.7, true, 8)
      inner.transform = .rotation(.degrees(40 * Double(frame)))
      inner.sublayers = [Layer(Rect(-5, 5, 20, 20), .pureGreen), Layer(Rect(10, 10, 20, 40), .pureRed)]
      var outer = surface(image, nil, opacity: 0.5)
      outer.transform = .rotation(.degrees(25 * Double(frame))) * tilt
      outer.sublayers = [inner]
      return scene(outer)
    },
    Loop(name: "a gradient") { scene(surface(gradient, try ripple($0))) },
    Loop(name: "a gradient whose colors move") { frame in
      let color = Color(red: Double(frame) / 5, green: 1, blue: 0)
      return scene(surface(.gradient(Gradient(stops: [.init(0, color), .init(1, .pureBlue)])), nil))
    },
    Loop(name: "a film") { frame in
      scene(surface(.image(.noise(64, 48, seed: UInt64(frame + 1))), nil))
    },
    Loop(name: "a film with mipmaps") { frame in
      scene(surface(.image(.noise(400, 300, seed: UInt64(frame + 1))), nil))
    },
    Loop(name: "content that is cut") { frame in
      let shift = 0.15 * Float(frame)
      var mesh = try Mesh.grid(rows: 9, columns: 9) { SIMD3($0.x, $0.y, 0.2 * $0.x * $0.x) }
      mesh = try Mesh(
        vertices: mesh.vertices.map { Mesh.Vertex(from: $0.from + SIMD2(shift, 0), to: $0.to) },
        faces: mesh.faces)
      mesh.replicatesEdges = false
      return scene(surface(image, mesh))
    },
    Loop(name: "bilinear faces") { frame in
      var mesh = try ripple(frame)
      mesh.faceInterpolation = .bilinear
      return scene(surface(image, mesh))
    },
    Loop(
      name: "lines", options: RenderOptions(samples: 4, wireframe: Wireframe())
    ) { scene(surface(image, try ripple($0))) },
  ]
}
