import MeshTransform
import Testing

@testable import RenderGraph
@testable import SoftwareRaster
@testable import TestSupport

/// Each pass changes what it is for, and nothing else.
struct PassChangesTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let pass: any GraphPass
    let changes: Set<String>
    let scene: @Sendable () throws -> Scene

    var testDescription: String { pass.name }
  }

  private static func ripple(_ cells: Int) throws -> Mesh {
    try Mesh.grid(rows: cells, columns: cells) { from in
      let away = from - 0.5
      return SIMD3(from.x, from.y, 0.1 * max(0, 1 - 6 * (away * away).sum()))
    }
  }

  private static func photo(_ side: Double, _ image: Image, _ mesh: Mesh? = nil) -> Layer {
    Layer(Rect(side / 20, side / 20, side * 0.9, side * 0.9), .image(image)).with { $0.mesh = mesh }
  }

  private static let tilt: Transform3D =
    .rotation(.degrees(55), about: Point3D(1, 0, 0)) * .perspective(eyeDistance: 900)

  private static func bent(_ side: Double, _ texels: Int, cells: Int, lights: [Light] = []) throws -> Scene {
    let mesh = try ripple(cells)
    return Scene(
      side, [photo(side, .noise(texels, texels), mesh).with { $0.transform = tilt }], lights: lights)
  }

  static let cases: [Case] = [
    Case(pass: GridSimplification(), changes: ["indices", "vertices", "calls"]) {
      try bent(96, 60, cells: 80)
    },
    Case(pass: FilterBatches(), changes: ["indices", "calls"]) { try bent(1200, 1000, cells: 24) },
    Case(pass: BackFaceCulling(sharesAdjacency: false), changes: ["sides"]) { try bent(120, 40, cells: 24) },
    Case(pass: UniformLight(), changes: ["variant"]) { try bent(40, 40, cells: 40, lights: [Light()]) },
    Case(pass: ScalarLight(), changes: ["variant"]) { try bent(96, 40, cells: 8, lights: [Light()]) },
    Case(pass: PixelCopies(), changes: ["copies"]) {
      Scene(96, [Layer(Rect(0, 0, 96, 96), .image(.noise(96, 96))), Layer(Rect(9, 9, 9, 9), .pureRed)])
    },
    Case(pass: SquareBatches(), changes: ["count"]) {
      Scene(96, (0..<64).map { Layer(Rect(Double($0 % 8) * 12, Double($0 / 8) * 12, 10, 10), .pureRed) })
    },
    Case(pass: CrossingPlanes(), changes: ["indices", "vertices", "calls", "order", "depth"]) {
      Scene(
        96,
        [30.0, -30].map { degrees in
          Layer(Rect(20, 20, 50, 50), .color(Color(red: 1, green: 0, blue: 0, alpha: 0.5))).with {
            $0.transform = .rotation(.degrees(degrees), about: Point3D(0, 1, 0))
          }
        })
    },
    Case(pass: EdgeSearch(share: 1), changes: ["sampling", "edges"]) { try bent(96, 40, cells: 8) },
    Case(pass: DepthFreeItems(fewestSamples: 1), changes: ["depth"]) {
      Scene(96, [photo(96, .noise(40, 40), try ripple(8))])
    },
  ]

  @Test(arguments: cases) func passesChangeOneThing(_ test: Case) throws {
    let scene = try test.scene()
    let before = GraphState(try GraphCompiler().graph(scene))
    #expect(GraphState(try GraphCompiler().graph(scene)).changes(from: before).isEmpty)
    var graph = try GraphCompiler([test.pass]).graph(scene)
    let after = GraphState(graph)
    #expect(after.changes(from: before) == test.changes)
    // A second time, nothing is left to change.
    test.pass.apply(to: &graph, for: GraphCompiler().device)
    #expect(GraphState(graph).changes(from: after).isEmpty)
  }

  /// Every pass of the module is examined here, in its order.
  @Test func allPassesAreTested() {
    let names = Self.cases.map(\.pass.name)
    #expect(Set(names).count == names.count)
    #expect([any GraphPass].softwareRaster(EdgeSearch(share: 1)).map(\.name) == names.dropLast())
    #expect([any GraphPass].softwareRaster(nil).map(\.name) == names.dropLast(2))
    let shared = [any GraphPass].anyDevice(EdgeSearch(share: 1)).map(\.name)
    #expect(shared == names.filter(shared.contains) && shared.last == names.last)
  }

  /// A translucent flat layer, which no pass but that of edges has anything to do with.
  @Test(arguments: cases) func otherItemsStay(_ test: Case) throws {
    let scene = Scene(96, [Layer(Rect(10.5, 10, 50, 50), .image(.translucentNoise(7, 7)))])
    let before = GraphState(try GraphCompiler().graph(scene))
    let changes = GraphState(try GraphCompiler([test.pass]).graph(scene)).changes(from: before)
    #expect(changes == (test.pass is EdgeSearch ? test.changes : []))
  }

  /// The light of a mesh whose triangles have fewer than four pixels each is uniform: 1600 pixels have 400.
  @Test(arguments: [(10, false), (14, false), (15, true), (30, true)])
  func tinyTrianglesHaveUniformLight(_ cells: Int, _ isUniform: Bool) throws {
    let mesh = try Mesh.grid(rows: cells, columns: cells)
    func isTiny(_ rect: Rect) throws -> Bool {
      let scene = Scene(96, [Layer(rect, .pureRed).with { $0.mesh = mesh }], lights: [Light()])
      return try GraphCompiler([UniformLight()]).graph(scene).commands[0].look.hasTinyTriangles
    }
    #expect(try isTiny(Rect(20, 20, 40, 40)) == isUniform)
    // Pixels beyond the canvas do not count: of 60 x 60 a part of 40 x 40 is seen.
    #expect(try isTiny(Rect(56, 56, 60, 60)) == isUniform)
    #expect(try isTiny(Rect(200, 20, 40, 40)))
  }

  @Test func layersWithoutMeshesHaveNoTinyTriangles() throws {
    let scene = Scene(96, [Layer(Rect(20, 20, 1, 1), .pureRed)], lights: [Light()])
    #expect(try !GraphCompiler([UniformLight()]).graph(scene).commands[0].look.hasTinyTriangles)
  }

  /// The variant says where four numbers hold the light.
  @Test func scalarLights() throws {
    func isScalar(_ lights: [Light], _ surface: Surface = Surface()) throws -> Bool {
      let mesh = try Self.ripple(4)
      let layer = Layer(Rect(20, 20, 40, 40), .pureRed).with { ($0.mesh, $0.surface) = (mesh, surface) }
      let command = try GraphCompiler([ScalarLight()]).graph(Scene(96, [layer], lights: lights)).commands[0]
      #expect(
        command.look.hasScalarLight
          == (command.lighting.scalarLight(interpolatesFaces: command.look.interpolatesFaces) != nil))
      #expect(
        command.look.needsLightVectors
          == (command.look.hasScalarLight && surface.specular > 0))
      return command.look.hasScalarLight
    }
    var tinted = Light()
    tinted.color = .pureRed
    #expect(
      try isScalar([Light()]) && isScalar([Light(), .ambient(0.2)])
        && isScalar([Light()], Surface(specular: 1)))
    #expect(
      try !isScalar([]) && !isScalar([Light(), Light()]) && !isScalar([tinted]) && !isScalar([.ambient()]))
  }
}
