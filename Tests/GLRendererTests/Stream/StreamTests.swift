import Testing

@testable import GLRenderer
@testable import MeshTransform
@testable import RenderGraph
@testable import TestSupport

/// Vertices and uniforms in rings of mapped buffers, as a GPU gets them: the pictures of a software rasterizer.
struct StreamTests {
  private static func renderer(_ deviceClass: DeviceClass, isMapped: Bool = true) throws -> Renderer {
    try Renderer.any {
      $0.deviceClass = deviceClass
      if !isMapped { $0.extensions.remove("GL_EXT_buffer_storage") }
    }
  }

  /// - `isExact`: without the optimizations, which differ between the classes.
  private static func expectEqual(
    _ scenes: [Scene], max most: Int = 1, isExact: Bool = true, isMapped: Bool = true,
    _ comment: String = ""
  ) throws {
    let (software, hardware) = (try renderer(.software), try renderer(.hardware, isMapped: isMapped))
    let options = RenderOptions(samples: 1, isExact: isExact)
    for (number, scene) in scenes.enumerated() {
      let expected = try software.render(scene, options: options)
      let difference = ImageDifference(try hardware.render(scene, options: options), expected)
      #expect(difference.max <= Double(most), "\(comment) \(number): \(difference)")
    }
  }

  private static let tilt =
    Transform3D.rotation(.degrees(35), about: Point3D(1, 0.4, 0)) * .perspective(eyeDistance: 300)

  /// A layer whose content is not averaged where it is small: a GPU chooses its filters by pixel.
  private static func lit(
    _ mesh: Mesh, _ image: Image = .noise(12, 9), size: Size = Size(90, 60),
    lights: [Light] = [.directional(Point3D(0.5, 0.3, -1))]
  ) -> Scene {
    var scene = Scene.oneLayer(
      image, size: size, canvas: Rect(0, 0, 96, 80), mesh: mesh, transform: tilt,
      surface: Surface(specular: 0.3), lights: lights, background: .white)
    scene.layers[0].minificationFilter = .linear
    return scene
  }

  private static func ripple(_ phase: Double, rows: Int = 12, columns: Int = 17) throws -> Mesh {
    try .ripple { ($0.rows, $0.columns, $0.phase, $0.amplitude) = (rows, columns, phase, 0.1) }
  }

  /// The vertex shader sums the normals that the mesh has, at borders and corners too.
  @Test(arguments: [(1, 1), (1, 5), (4, 1), (12, 17), (40, 40)])
  func normalsOfGrids(rows: Int, columns: Int) throws {
    let scenes = try (0..<5).map { Self.lit(try Self.ripple(Double($0) / 5, rows: rows, columns: columns)) }
    try Self.expectEqual(scenes)
  }

  /// Meshes whose normals are not such sums, or not of these signs, and meshes that become others from frame to frame.
  @Test func normalsOfOtherMeshes() throws {
    var mirrored = try Self.ripple(0.2)
    try mirrored.moveContent { 1 - $0 }
    var halfMirrored = try Self.ripple(0.2)
    try halfMirrored.moveContent { abs(2 * $0 - 1) }
    var flat = try Self.ripple(0.3)
    try flat.mapVertices { vertex, _ in
      var vertex = vertex
      vertex.toZ = 0
      return vertex
    }
    let folded = try Mesh.grid(rows: 6, columns: 9) { SIMD3(abs($0.x - 0.5), $0.y, 0.2 * $0.x) }
    let collapsed = try Mesh.grid(rows: 3, columns: 3) { SIMD3($0.x, 0.5, 0) }
    var smooth = try Self.ripple(0.1, rows: 3, columns: 4)
    smooth.subdivisionSteps = 2
    var bilinear = try Self.ripple(0.4)
    bilinear.faceInterpolation = .bilinear
    var points = try Self.ripple(0.6)
    points.depthNormalization = .none
    let meshes = [mirrored, halfMirrored, flat, folded, collapsed, smooth, bilinear, points]
    for mesh in meshes { try Self.expectEqual([Self.lit(mesh)]) }
    try Self.expectEqual((meshes + meshes.reversed()).map { Self.lit($0) }, "in turn")
    // The same grid in bounds of another shape has other normals.
    let sizes = [Size(90, 60), Size(40, 70), Size(90, 60)]
    try Self.expectEqual(try sizes.map { Self.lit(try Self.ripple(0.3), size: $0) }, "sizes")
  }

  /// Content that moves over a mesh, and brightness, are uploaded when they change.
  @Test func valuesThatSeldomChange() throws {
    func mesh(_ frame: Int) throws -> Mesh {
      var mesh = try Self.ripple(Double(frame) / 7)
      if frame / 2 % 2 == 1 { try mesh.moveContent { 0.8 * $0 + 0.1 } }
      if frame > 3 { mesh.brightness = mesh.vertices.map { 0.5 + 0.5 * $0.fromY * Float(frame / 3 % 2) } }
      return mesh
    }
    try Self.expectEqual((0..<10).map { Self.lit(try mesh($0)) })
  }

  /// Sorted triangles and fragment lists.
  @Test func translucentMeshes() throws {
    let scenes = try (0..<4).map { frame in
      var scene = Self.lit(try Self.ripple(Double(frame) / 4), .translucentNoise(9, 8))
      var other = scene.layers[0]
      other.transform = .rotation(.degrees(-40), about: Point3D(0, 1, 0)) * .perspective(eyeDistance: 300)
      scene.layers.append(other)
      return scene
    }
    try Self.expectEqual(scenes, max: 2)
  }

  /// Each number of lights has a program of its own, and each kind of light its own vectors.
  @Test func numbersOfLights() throws {
    func lamp(at position: Point3D) -> Light {
      var light = Light(.point)
      light.position = position
      return light
    }
    let all: [Light] = [
      .directional(Point3D(0.5, 0.3, -1)), .ambient(0.2), lamp(at: Point3D(20, 30, 50)),
      .directional(Point3D(-0.5, 0.3, -1)), lamp(at: Point3D(60, 10, 40)),
    ].map { light in
      var light = light
      light.intensity *= 0.4
      light.color = Color(red: 1, green: 0.8, blue: 0.5)
      return light
    }
    var scenes = try (1...5).map { Self.lit(try Self.ripple(0.2), lights: Array(all.prefix($0))) }
    scenes += try (1...5).map { Self.lit(try Self.ripple(0.2), lights: Array(all.suffix($0))) }
    scenes.append(Self.lit(try Self.ripple(0.2), lights: [all[1]]))
    try Self.expectEqual(scenes + scenes.reversed())
    for index in scenes.indices { scenes[index].layers[0].surface.specular = 0 }
    try Self.expectEqual(scenes)
  }

  /// More draw calls than fit into the first buffer of uniforms, then fewer, then more again.
  @Test func manyDrawCalls() throws {
    func scene(_ count: Int) -> Scene {
      let layers = (0..<count).map { index in
        var layer = Layer(
          Rect(Double(index % 20) * 4, Double(index / 20) * 4, 5, 5),
          Color(red: Double(index % 7) / 7, green: Double(index % 3) / 3, blue: 0.5))
        layer.transform = .rotation(.degrees(Double(index)), about: Point3D(0, 0, 1))
        layer.surface.diffuse = 0.5 + 0.5 * Double(index % 11) / 11
        return layer
      }
      return Scene(
        canvas: Canvas(frame: Rect(0, 0, 80, 64)), layers: layers,
        lights: [.directional(Point3D(0.5, 0.3, -1))])
    }
    try Self.expectEqual([3, 300, 320, 5, 320].map(scene))
  }

  /// Drivers without GL_EXT_buffer_storage map each range.
  @Test func withoutPersistentMaps() throws {
    let scenes = try (0..<5).map { Self.lit(try Self.ripple(Double($0) / 5)) }
    try Self.expectEqual(scenes, isMapped: false)
  }

  /// A frame of a lit grid uploads twelve bytes a vertex and a block of uniforms, and makes nothing.
  @Test func bytesOfAFrame() throws {
    let (renderer, image) = (try Self.renderer(.hardware), Image.noise(61, 47))
    func draw(_ frames: Range<Int>) throws {
      for frame in frames { _ = try renderer.render(Self.lit(Self.ripple(Double(frame) / 20), image)) }
    }
    try draw(0..<6)
    let before = renderer.statistics
    try draw(6..<10)
    let change = renderer.statistics - before
    #expect(change.objects == 0 && change.compiledPrograms == 0, "\(change)")
    #expect(change.uploadedBytes == 4 * (13 * 18 * 12 + MemoryLayout<DrawUniforms>.stride))
  }
}

extension Mesh {
  fileprivate mutating func moveContent(_ body: (Float) -> Float) throws {
    try mapVertices { vertex, _ in
      var vertex = vertex
      vertex.fromX = body(vertex.fromX)
      return vertex
    }
  }
}
