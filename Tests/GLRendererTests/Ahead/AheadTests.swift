import MeshTransform
import Testing

@testable import GLRenderer
@testable import RenderGraph
@testable import TestSupport

/// Pictures that are begun while another is being drawn are those that `render` gives, to the byte.
struct AheadTests {
  /// A scene and its options.
  struct Work {
    let scene: Scene
    var options = RenderOptions()

    /// Alone, by a renderer that draws nothing else.
    func alone(_ tuning: Tuning = AheadTests.tuning) throws -> Image {
      try Renderer.any(tuning: tuning).render(scene, options: options)
    }
  }

  /// Small pictures have parts that are drawn apart, too.
  static let tuning = Tuning(edgeShare: 1)

  /// Each is begun before the one before it is asked for.
  static func ahead(_ works: [Work], by renderer: Renderer) throws -> [Image] {
    var images: [Image] = []
    var pending: PendingFrame?
    for work in works {
      let next = try renderer.begin(work.scene, options: work.options)
      if let pending { images.append(try pending.image()) }
      pending = next
    }
    if let pending { images.append(try pending.image()) }
    return images
  }

  /// Frames of an animation: buffers, textures and pictures of layers go from one to the next.
  @Test(arguments: SteadyCountTests.loops) func frames(_ loop: SteadyCountTests.Loop) throws {
    // With edges drawn apart, too, in the pictures of layers as well.
    var apart = loop.options
    apart.samples = nil
    for options in [loop.options, apart] {
      let works = try (0..<SteadyCountTests.frameCount).map {
        Work(scene: try loop.scene($0), options: options)
      }
      let expected = try works.map { try $0.alone() }
      #expect(
        try Self.ahead(works + works, by: Renderer.any(tuning: Self.tuning)) == expected + expected,
        "\(options)")
    }
  }

  /// Edges of every kind, parts of all in the same targets.
  @Test(arguments: [1, nil]) func edges(_ share: Double?) throws {
    let named = try EdgeScenes.named()
    let tuning = Tuning(edgeShare: share)
    let renderer = try Renderer.any(tuning: tuning)
    let expected = try named.map { try renderer.render($0.scene) }
    let images = try Self.ahead(named.map { Work(scene: $0.scene) }, by: Renderer.any(tuning: tuning))
    try #require(images.count == named.count)
    for (index, image) in images.enumerated() { #expect(image == expected[index], "\(named[index].name)") }
  }

  /// Thin strips all over, of which not even a tenth finds room in a target at a time.
  @Test func moreThinPartsThanFitAtOnce() throws {
    let works = (0..<3).map { frame in
      let strips = (0..<60).map { index in
        var layer = Layer(Rect(0, 0, 0.4, 300), index % 2 == 0 ? .pureRed : .pureBlue)
        layer.position = Point(6 * Double(index) + Double(frame), 150)
        layer.transform = .rotation(.degrees(3 + Double(frame)), about: Point3D(0, 0, 1))
        return layer
      }
      return Work(scene: Scene(canvas: Canvas(frame: Rect(0, 0, 360, 300)), layers: strips))
    }
    #expect(try Self.ahead(works, by: Renderer.any(tuning: Self.tuning)) == works.map { try $0.alone() })
  }

  /// Whatever is begun, asked for in whatever order, dropped, refused or drawn at once in between, by two renderers of
  /// one thread.
  @Test(arguments: 0..<4) func anyOrder(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed + 77)
    let works = try Self.mixture()
    let tunings = [Self.tuning, Tuning()]
    let expected = try tunings.map { tuning in try works.map { try $0.alone(tuning) } }
    let renderers = try tunings.map { try Renderer.any(tuning: $0) }
    var wrong = works[0].scene
    wrong.layers[0].transform = .scale(1e30, 1)
    var pending: [(expected: Image, picture: PendingFrame)] = []
    for _ in 0..<80 {
      let number = Int.random(in: 0..<2, using: &random)
      let renderer = renderers[number]
      let work = Int.random(in: works.indices, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0..<4:
        pending.append(
          (expected[number][work], try renderer.begin(works[work].scene, options: works[work].options)))
      case 4:
        #expect(
          try renderer.render(works[work].scene, options: works[work].options) == expected[number][work])
      case 5:
        #expect(throws: RenderError.self) { try renderer.begin(wrong) }
        #expect(throws: RenderError.self) {
          try renderer.begin(works[work].scene, options: RenderOptions(samples: 3))
        }
      case 6:
        if let place = pending.indices.randomElement(using: &random) { pending.remove(at: place) }
      default:
        if let (expected, picture) = pending.randomElement(using: &random) {
          #expect(try picture.image() == expected)
        }
      }
    }
    // The second time, too.
    for (expected, picture) in pending + pending { #expect(try picture.image() == expected) }
  }

  /// Pictures of many sizes and kinds.
  private static func mixture() throws -> [Work] {
    let edges = try EdgeScenes.named().map(\.scene)
    var works = [edges[0], edges[2], edges[edges.count - 4], edges[edges.count - 2]].map { Work(scene: $0) }
    works.append(Work(scene: edges[5]))
    works.append(Work(scene: edges[4], options: RenderOptions(samples: 16)))
    works.append(Work(scene: edges[4], options: RenderOptions(samples: 1)))
    works.append(Work(scene: edges[7], options: RenderOptions(wireframe: Wireframe())))
    for index in [1, 3] {
      var scene = edges[index]
      scene.canvas.scale = 1.5
      works.append(Work(scene: scene))
    }
    for loop in SteadyCountTests.loops where loop.name.contains("flattened") || loop.name.contains("cross") {
      works += try (0..<2).map { Work(scene: try loop.scene($0)) }
    }
    // Frames that wait while the next one is compiled.
    works += try (0..<2).map { Work(scene: try WaitingFrameTests.scene(phase: Double($0) / 4)) }
    // Two tiles.
    var wide = Scene.oneLayer(
      .noise(64, 4), size: Size(9000, 12), transform: .rotation(.degrees(0.05), about: Point3D(0, 0, 1)))
    wide.canvas.background = .white
    works.append(Work(scene: wide))
    return works
  }
}
