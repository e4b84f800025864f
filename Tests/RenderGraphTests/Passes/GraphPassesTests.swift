import MeshTransform
import Testing

@testable import RenderGraph
@testable import TestSupport

/// Lists of passes, and what a graph lets them change.
struct GraphPassesTests {
  /// Writes its name.
  private final class Log: @unchecked Sendable { var names: [String] = [] }

  private struct Pass: GraphPass {
    let name: String
    var readsVertices = false
    var simplifies = false
    let log: Log

    func triangles(of item: RenderItem, _ lighting: LightingUniforms, _ view: RenderView) -> TriangleList? {
      log.names.append("\(name) triangles")
      guard simplifies, let mesh = item.mesh else { return nil }
      var list = TriangleList(mesh, inBoundsOf: Size(1, 1), lit: false)
      list.indices = Array(list.indices.prefix(3))
      return list
    }

    func apply(to graph: inout RenderGraph, for device: DeviceProfile) { log.names.append("\(name) applied") }
  }

  private static func scene() throws -> Scene {
    Scene(
      100,
      [
        try Layer(Rect(10, 10, 50, 50), .pureRed).with { layer in
          layer.mesh = try .grid(rows: 2, columns: 2) { SIMD3($0.x, $0.y, 0.1 * $0.x * $0.y) }
        }
      ])
  }

  /// Passes are applied in their order; the first that has triangles for an item decides them.
  @Test func passesAreAppliedInOrder() throws {
    let log = Log()
    let passes = [
      Pass(name: "a", log: log), Pass(name: "b", simplifies: true, log: log), Pass(name: "c", log: log),
    ]
    let graph = try GraphCompiler(passes).graph(Self.scene())
    #expect(log.names == ["a triangles", "b triangles", "a applied", "b applied", "c applied"])
    #expect(graph.commands[0].triangles.indices.count == 3)
    #expect(graph.itemLines == ["color; 1 triangle of 8; opaque"])
  }

  @Test func passesAreTheirNames() {
    let log = Log()
    func passes(_ names: String...) -> GraphPasses { GraphPasses(names.map { Pass(name: $0, log: log) }) }
    #expect(passes("a", "b") == passes("a", "b") && passes("a", "b").hashValue == passes("a", "b").hashValue)
    #expect(passes("a", "b") != passes("b", "a") && passes("a") != passes() && passes() == GraphPasses())
    #expect(!passes("a").readVertices)
    #expect(GraphPasses([Pass(name: "a", readsVertices: true, log: log)]).readVertices)
  }

  /// Every pass that draws items is visited once, that of the canvas last; changes stay.
  @Test func everyPassIsVisited() throws {
    let group = Layer(Rect(10, 10, 50, 50), .none).with {
      ($0.opacity, $0.shadowOpacity) = (0.5, 0.5)
      $0.sublayers = [Layer(Rect(0, 0, 30, 30), .pureRed), Layer(Rect(10, 10, 30, 30), .pureBlue)]
    }
    var graph = try GraphCompiler().graph(Scene(100, [group]))
    var visits: [PixelSize] = []
    graph.forEachPass { pass in
      visits.append(pass.size)
      pass.sampling = .none
    }
    #expect(visits.count > 1 && visits.last == PixelSize(100, 100))
    graph.forEachPass { pass in #expect(pass.sampling == .none) }
    let drawn = graph.texturePasses.count { if case .offscreen = $0 { true } else { false } }
    #expect(visits.count == drawn + 1)
  }

  /// Of a picture without depths nothing is hidden; an opaque item that covers pixels must show.
  @Test func picturesThatMustShow() throws {
    func mustShow(_ layer: Layer) throws -> Bool { try Scene(100, [layer]).graph().canvas.mustShow }
    #expect(try mustShow(Layer(Rect(10, 10, 50, 50), .pureRed)))
    #expect(try !mustShow(Layer(Rect(10, 10, 50, 50), .pureRed).with { $0.opacity = 0.5 }))
    #expect(try !mustShow(Layer(Rect(200, 10, 50, 50), .pureRed)))
    #expect(try !mustShow(Layer(Rect(10, 10, 50, 1), .pureRed)))
  }

  /// Errors by their kinds, with the values at fault.
  @Test func limits() throws {
    let far = Layer(Rect(10, 10, 50, 50), .pureRed).with { ($0.name, $0.position) = ("far", Point(1e30, 0)) }
    #expect(throws: GraphError.nonFiniteGeometry(layer: 1, name: "far")) {
      try Scene(100, [Layer(Rect(0, 0, 9, 9), .pureRed), far]).graph()
    }
    var compiler = GraphCompiler()
    compiler.options.limits.pictureArea = 5000
    let gradient = Gradient(
      start: Point(0, 0), end: Point(1, 1), stops: [.init(0, .pureRed), .init(1, .pureBlue)])
    #expect(throws: GraphError.pictureArea(8100, limit: 5000)) {
      try compiler.graph(Scene(100, [Layer(Rect(0, 0, 90, 90), .gradient(gradient))]))
    }
    // One gradient counts once.
    let small = Layer(Rect(0, 0, 60, 60), .gradient(gradient))
    _ = try compiler.graph(Scene(100, [small, small, small]))
    compiler = GraphCompiler()
    compiler.device.maxTextureSize = 64
    let blended = Layer(Rect(0, 0, 90, 90), .pureRed).with { $0.blendMode = .multiply }
    let mesh = try Mesh.grid(rows: 2, columns: 2) { SIMD3($0.x, $0.y, 0.1 * $0.x) }
    let bent = Layer(Rect(0, 0, 90, 90), .pureRed).with { $0.mesh = mesh }
    #expect(throws: GraphError.self) { try compiler.graph(Scene(100, [bent, blended])) }
  }

  /// Changes to the shader variants of commands are counted, and shared ones stand for too many.
  @Test func variantsOfGroups() throws {
    let graph = try GraphCompiler().graph(Self.scene())
    let group = graph.canvas.groups[0]
    #expect(group.variants([0]) == [group.commands[0].variant])
    #expect(group.unbatched == [0] && group.batches.isEmpty && !graph.needsGeneralVariants)
    #expect(group.commands[0].aBufferVariant.usesABuffer && group.commands[0].opaquePart == nil)
  }
}
