import MeshTransform
import Testing

@testable import RenderGraph
@testable import SoftwareRaster
@testable import TestSupport

/// Which items of a graph are simplified, and how much their content, light and neighbors leave.
struct GridSimplificationPassTests {
  private static func mesh() throws -> Mesh {
    try Mesh.ripple { ($0.rows, $0.columns, $0.waves, $0.amplitude) = (70, 70, 1, 0.04) }
  }

  /// The share of the triangles that is left.
  private static func share(
    _ mesh: Mesh? = nil, blending: Canvas.Blending = .encoded, lights: [Light] = [], more: [Layer] = [],
    _ change: (inout Layer) -> Void = { _ in }
  ) throws -> Double {
    let mesh = try mesh ?? Self.mesh()
    let layer = Layer(Rect(20, 30, 160, 120), .pureRed).with {
      $0.mesh = mesh
      $0.transform = .rotation(.degrees(-30), about: Point3D(1, 0.2, 0)) * .perspective(eyeDistance: 600)
      change(&$0)
    }
    var scene = Scene(200, [layer] + more, lights: lights)
    (scene.canvas.blending, scene.canvas.depth) = (blending, .shared)
    let graph = try GraphCompiler([GridSimplification()]).graph(scene)
    let command = try #require(graph.commands.first { $0.item.mesh?.faceCount == mesh.faceCount })
    return Double(command.triangles.indices.count) / Double(6 * mesh.faceCount)
  }

  /// Light needs more triangles than one color, highlights more than matte light, and light before it is encoded the most.
  @Test func moreDetailNeedsMoreTriangles() throws {
    let plain = try Self.share()
    let lit = try Self.share(lights: [Light()])
    let shiny = try Self.share(lights: [Light()]) { $0.surface = Surface(specular: 1, specularExponent: 200) }
    let linear = try Self.share(blending: .linear, lights: [Light()])
    #expect(
      plain < lit && lit <= shiny && lit <= linear && plain < 0.5, "\(plain), \(lit), \(shiny), \(linear)")
    // Highlights of small exponents have no bound.
    #expect(
      try Self.share(lights: [Light()]) { $0.surface = Surface(specular: 1, specularExponent: 0.5) } == 1)
    #expect(try Self.share(lights: [Light()]) { $0.surface.shading = .flat } == 1)
  }

  /// On a larger canvas the same error in pixels leaves more triangles.
  @Test func largerPicturesKeepMore() throws {
    let small = try Self.share { $0.transform = .scale(0.3, 0.3) }
    let large = try Self.share { $0.transform = .scale(1.2, 1.2) }
    #expect(small < large)
  }

  /// Items that share surfaces with others keep their vertices; those that are only near keep exact depths.
  @Test func neighborsKeepDepths() throws {
    let mesh = try Self.mesh()
    let own = Layer(Rect(20, 30, 160, 120), .pureBlue).with {
      ($0.mesh, $0.transform) = (
        mesh, .rotation(.degrees(-30), about: Point3D(1, 0.2, 0)) * .perspective(eyeDistance: 600)
      )
    }
    let alone = try Self.share(mesh)
    #expect(try Self.share(mesh, more: [own]) == 1)
    #expect(try Self.share(mesh, more: [own.with { $0.position = Point(900, 900) }]) == alone)
    let crossing = Layer(Rect(20, 30, 160, 120), .pureBlue).with {
      $0.transform = .rotation(.degrees(40), about: Point3D(0, 1, 0))
    }
    // The plane parts of a roof.
    let roof = try Mesh.grid(rows: 70, columns: 70) { SIMD3($0.x, $0.y, 0.2 * abs($0.x - 0.5)) }
    let near = try Self.share(roof, more: [crossing])
    #expect(try near >= Self.share(roof) && near < 0.5)
  }

  /// Small meshes, quads that a shader interpolates, and grids in another order stay.
  @Test func meshesThatStay() throws {
    let mesh = try Self.mesh()
    #expect(try Self.share(.grid(rows: 20, columns: 20)) == 1)
    var bilinear = mesh
    bilinear.faceInterpolation = .bilinear
    #expect(try Self.share(bilinear) == 1)
    var faces = mesh.faces
    faces.swapAt(3, 4)
    #expect(try Self.share(try Mesh(vertices: mesh.vertices, faces: faces)) == 1)
    #expect(try Self.share(.grid(rows: 70, columns: 70)) < 0.01)
  }
}
