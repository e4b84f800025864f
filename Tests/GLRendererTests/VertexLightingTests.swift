import MeshTransform
import Testing

@testable import GLRenderer
@testable import RenderGraph

/// Light at the vertices, where a bound proves that nobody sees the difference.
struct VertexLightTests {
  /// - Returns: nil where no light is for vertices.
  private func plan(_ scene: Scene) -> BatchSelection? {
    let layer = scene.layers[0]
    let frame = scene.canvas.frame
    let projection = LayerProjection(
      layer, superlayerToCanvas: .translation(-frame.minX, -frame.minY, 0))
    let triangles = TriangleList(layer.mesh, inBoundsOf: layer.bounds.size, lit: true)
    let lighting = LightingUniforms(scene.lights, on: layer.surface, scene.canvas.blending)
    guard let light = VertexLighting(lighting, triangles, projection, scene.canvas.blending) else {
      return nil
    }
    return BatchSelection(
      FilterSelection(contentSize: PixelSize(1, 1)), triangles,
      ProjectedVertices(triangles.vertices, projection.unitToCanvas), light)
  }

  /// The part of the area that is lit at vertices.
  private func share(_ scene: Scene) -> Double {
    guard let plan = plan(scene) else { return 0 }
    let (vertices, all) = BatchKey.all.reduce(into: (0.0, 0.0)) { sum, style in
      let area = plan.area(of: style)
      sum.1 += area
      if style.light != .pixels { sum.0 += area }
    }
    return vertices / all
  }

  private func random(_ generator: inout SplitMix64, positional: Bool) -> Light {
    func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &generator) }
    let kinds: [Light.Kind] = positional ? [.point, .spot, .directional] : [.directional, .ambient]
    var light = Light(kinds.randomElement(using: &generator)!)
    light.color = Color(red: number(0...1), green: number(0...1), blue: number(0...1))
    light.intensity = number(0.2...1.5)
    light.position = Point3D(number(-200...840), number(-200...680), number(150...900))
    light.direction = Point3D(number(-1...1), number(-1...1), number(-2 ... -0.2))
    (light.falloff, light.falloffDistance) = (number(0...2), number(100...900))
    (light.coneAngle, light.coneEdgeSoftness) = (.degrees(number(10...60)), number(0...1))
    return light
  }

  /// Gently and strongly bent, seen from both sides, dense and coarse: never more than one step from the light of pixels.
  @Test(arguments: 0..<12)
  func withinOneStep(_ seed: Int) throws {
    var generator = SplitMix64(seed: UInt64(seed))
    func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &generator) }
    // No more faces than are always drawn one by one.
    let cells = [8, 20, 40, 60].randomElement(using: &generator)!
    let mesh = try Mesh.ripple {
      ($0.rows, $0.columns) = (cells, cells)
      ($0.amplitude, $0.waves) = (number(0...0.04), number(0.5...4))
    }
    let count = Int(number(2...6))
    let lights = (0..<count).map { _ in random(&generator, positional: seed % 3 > 0) }
    let surface = Surface(
      specular: seed % 2 == 0 ? 0 : number(0.1...1), specularExponent: number(1...60))
    var scene = Scene.sheet(
      Image(1, 1) { _, _ in Pixel(255, 255, 255, 255) }, size: Size(640, 480), mesh: mesh,
      transform: .rotation(.degrees(number(-70...250)), about: Point3D(number(-1...1), number(-1...1), 0.2))
        * .perspective(eyeDistance: 1500), surface: surface, lights: lights)
    if seed % 5 == 4 { scene.canvas.blending = .linear }
    let renderer = try Renderer()
    var exact = RenderOptions(samples: 1)
    exact.isExact = true
    let (pixels, vertices) = (
      try renderer.render(scene, options: exact),
      try renderer.render(scene, options: RenderOptions(samples: 1))
    )
    let difference = ImageDifference(vertices, pixels)
    let share = share(scene)
    #expect(difference.isWithin(1), "\(difference), with \(share) of it lit at vertices")
  }

  /// A single light from far away is linear in the normal: most faces of usual meshes pass.
  @Test(arguments: [(50, 0.3), (100, 0.5), (200, 0.85)])
  func acceptsSmoothMeshes(_ cells: Int, _ least: Double) throws {
    let scene = try ripple(cells, [Light(), Light()])
    let share = share(scene)
    #expect(share > least && share < 1, "\(share)")
  }

  private func ripple(_ cells: Int, _ lights: [Light]) throws -> Scene {
    let mesh = try Mesh.ripple { ($0.rows, $0.columns) = (cells, cells) }
    var scene = Scene.sheet(
      Image(1, 1) { _, _ in Pixel(255, 255, 255, 255) }, size: Size(960, 540), mesh: mesh, lights: lights)
    for i in scene.lights.indices { scene.lights[i].intensity = 1 / Double(lights.count) }
    return scene
  }

  /// Where light is cut off, where a highlight is sharp and where a lamp is near, pixels keep their light.
  @Test func refusesWhatPixelsShow() throws {
    var lamp = Light(.point)
    lamp.position = Point3D(480, 270, 30)
    var scene = try ripple(6, [lamp, lamp])
    #expect(share(scene) < 0.2)
    scene = try ripple(100, [Light(), Light()])
    let plain = share(scene)
    scene.layers[0].surface.specular = 1
    scene.layers[0].surface.specularExponent = 200
    #expect(share(scene) < plain)
  }

  /// Flat sheets under light from far away have one color: they need no light in pixels at all.
  @Test func flatSheetsAreLitAtTheirCorners() throws {
    let mesh = try Mesh.grid(rows: 4, columns: 4)
    let scene = Scene.sheet(
      Image.noise(32, 32), size: Size(64, 64), mesh: mesh,
      transform: .rotation(.degrees(40), about: Point3D(1, 1, 0)), lights: [Light()])
    #expect(plan(scene)?.whole.light == .frontVertices)
  }
}
