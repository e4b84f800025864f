import Foundation
import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// Flat layers, whose normal is known, against Phong's formula at every pixel.
struct LightingTests {
  private static let side = 64.0
  private static let texel = Pixel(180, 120, 240, 255)
  /// Leaves room around a turned layer.
  private static let frame = Rect(-32, -32, 64, 64)

  /// A layer of one color turned about its middle at the origin, without perspective: the point at a pixel and the
  /// normal have closed forms.
  private func difference(
    _ renderer: Renderer, turned degrees: Double, about axis: SIMD3<Double>, _ phong: ReferencePhong,
    mirrored: Bool = false,
    texel: Pixel = texel
  ) throws -> ImageDifference {
    let rotation = Transform3D.rotation(.degrees(degrees), about: Point3D(axis.x, axis.y, axis.z))
    let scene = Scene.oneLayer(
      .solid(1, 1, texel), size: Size(Self.side, Self.side), canvas: Self.frame, position: .zero,
      transform: mirrored ? .scale(-1, 1) * rotation : rotation, surface: phong.surface, lights: phong.lights)
    // Where the layer's axes go: Rodrigues' formula, in full.
    let (x, y) = (turn(SIMD3(1, 0, 0), degrees, axis), turn(SIMD3(0, 1, 0), degrees, axis))
    var normal = turn(SIMD3(0, 0, 1), degrees, axis)
    if normal.z < 0 { normal = -normal }
    let area = x.x * y.y - x.y * y.x
    let plain = SIMD4<Double>(texel) * SIMD4(SIMD3(repeating: Double(texel.w) / 255), 1)
    return ImageDifference(try scene.rendered(by: renderer)) { column, row in
      let p = SIMD2(Double(column) + 0.5 + Self.frame.minX, Double(row) + 0.5 + Self.frame.minY)
      // The layer point seen there: two equations in two unknowns.
      let u = (p.x * y.y - p.y * y.x) / area
      let v = (x.x * p.y - x.y * p.x) / area
      guard abs(u) < Self.side / 2 - 3, abs(v) < Self.side / 2 - 3 else { return nil }
      return phong.shade(plain, at: u * x + v * y, normal: normal, viewer: SIMD3(0, 0, 1))
    }
  }

  private func turn(_ p: SIMD3<Double>, _ degrees: Double, _ axis: SIMD3<Double>) -> SIMD3<Double> {
    let (k, t) = (normalize(axis), degrees * .pi / 180)
    return p * cos(t) + cross(k, p) * sin(t) + k * (dot(k, p) * (1 - cos(t)))
  }

  private static let windings: [(Double, SIMD3<Double>)] = [
    (0, SIMD3(1, 0, 0)), (40, SIMD3(1, 0, 0)), (-55, SIMD3(1, 0, 0)), (50, SIMD3(0, 1, 0)),
    (35, SIMD3(0.3, -0.8, 0.5)), (180, SIMD3(0, 1, 0)), (140, SIMD3(1, 0, 0)), (215, SIMD3(0.2, 1, 0)),
  ]

  private func check(_ phong: ReferencePhong, texel: Pixel = texel) throws {
    let renderer = try Renderer.any()
    for (degrees, axis) in Self.windings {
      for mirrored in [false, true] {
        let difference = try difference(
          renderer, turned: degrees, about: axis, phong, mirrored: mirrored, texel: texel)
        #expect(difference.count > 200)
        #expect(
          difference.isWithin(1.5), "\(degrees) about \(axis), mirrored \(mirrored): \(difference)")
      }
    }
  }

  @Test func ambient() throws {
    var light = Light.ambient(0.6)
    light.color = Color(red: 1, green: 0.5, blue: 0.25)
    try check(ReferencePhong(surface: Surface(ambient: 0.9), lights: [light, .ambient(0.1)]))
  }

  @Test func directional() throws { try check(ReferencePhong(lights: [.directional(Point3D(0.5, 0.4, -1))])) }

  /// One light alone, gray or colored, whatever way it travels: from behind the viewer, along an axis, from behind the surface.
  @Test(arguments: [
    Point3D(0, 0, -1), Point3D(1e-9, 0, -3), Point3D(0, 0, 1), Point3D(-1, 2, 1), Point3D(0, 1, 0),
    Point3D(-1, 0, -1e-7), Point3D(3, -2, -0.5),
  ])
  func oneDirectional(along direction: Point3D) throws {
    var light = Light.directional(direction)
    light.intensity = 0.9
    light.ambientIntensity = 0.2
    try check(ReferencePhong(surface: Surface(ambient: 0.8), lights: [light]))
    var ambient = Light.ambient(0.1)
    ambient.color = Color(red: 0.4, green: 0.9, blue: 0.6)
    try check(ReferencePhong(lights: [light, ambient]))
    light.color = Color(red: 0.9, green: 0.4, blue: 0.6)
    try check(ReferencePhong(surface: Surface(ambient: 0.8), lights: [light]))
    try check(ReferencePhong(surface: Surface(specular: 0.5, specularExponent: 7), lights: [light]))
  }

  @Test func translucent() throws {
    try check(
      ReferencePhong(
        surface: Surface(specular: 0.8, specularExponent: 6), lights: [.directional(Point3D(0.5, 0.4, -1))]),
      texel: Pixel(180, 120, 240, 100))
  }

  @Test func coloredAndScaled() throws {
    var light = Light.directional(Point3D(-2, 1, -3))
    light.color = Color(red: 0.2, green: 1, blue: 0.7)
    light.intensity = 1.4
    (light.ambientIntensity, light.diffuseIntensity) = (0.1, 0.5)
    var off = Light()
    off.isEnabled = false
    try check(ReferencePhong(surface: Surface(ambient: 0.7, diffuse: 0.8), lights: [light, off, Light()]))
  }

  @Test func specular() throws {
    for exponent in [1.0, 5, 32] {
      let surface = Surface(ambient: 0.3, diffuse: 0.3, specular: 0.6, specularExponent: exponent)
      try check(ReferencePhong(surface: surface, lights: [.directional(Point3D(0.3, -0.4, -1))]))
    }
  }

  @Test func point() throws {
    var light = Light(.point)
    light.position = Point3D(10, -15, 40)
    let surface = Surface(diffuse: 0.8, specular: 0.5, specularExponent: 12)
    try check(ReferencePhong(surface: surface, lights: [light]))
    (light.falloff, light.falloffDistance) = (1.5, 50)
    try check(ReferencePhong(surface: surface, lights: [light]))
  }

  @Test func spot() throws {
    var light = Light(.spot)
    light.position = Point3D(5, 8, 60)
    light.direction = Point3D(-0.1, 0.2, -3)
    (light.coneAngle, light.coneEdgeSoftness) = (.degrees(28), 0.6)
    (light.falloff, light.falloffDistance) = (0.3, 40)
    try check(ReferencePhong(surface: Surface(specular: 0.3, specularExponent: 9), lights: [light]))
  }

  /// Without softness a cone ends at once: full strength inside, only ambient light outside.
  @Test func hardSpotEdge() throws {
    var light = Light(.spot)
    light.position = Point3D(0, 0, 30)
    light.coneAngle = .degrees(30)
    let scene = Scene.oneLayer(
      .solid(1, 1, Pixel(200, 200, 200, 255)), size: Size(64, 64), canvas: Self.frame, position: .zero,
      lights: [light])
    let radius = 30 * tan(Double.pi / 6)
    let phong = ReferencePhong(lights: [light])
    let difference = ImageDifference(try scene.rendered()) { x, y in
      let p = SIMD3(Double(x) - 31.5, Double(y) - 31.5, 0)
      let distance = dot(p, p).squareRoot()
      guard abs(distance - radius) > 0.01 else { return nil }
      return phong.shade(SIMD4(200, 200, 200, 255), at: p, normal: SIMD3(0, 0, 1), viewer: SIMD3(0, 0, 1))
    }
    #expect(difference.isWithin(1), "\(difference)")
  }

  @Test func sixtyFourLights() throws {
    let lights = (0..<64).map { i in
      var light = Light(i % 2 == 0 ? .point : .directional)
      light.position = Point3D(Double(i) - 32, 20 - Double(i % 7) * 5, 30)
      light.direction = Point3D(Double(i % 5) - 2, Double(i % 3) - 1, -2)
      light.intensity = 1.0 / 64
      light.color = Color(red: Double(i % 4) / 3, green: Double(i % 3) / 2, blue: 1)
      return light
    }
    try check(ReferencePhong(lights: lights))
  }

  /// The principle: with the default light a flat, untilted layer keeps its colors, also where mirrored or turned over.
  @Test func defaultLightKeepsColors() throws {
    let image = Image.noise(40, 30)
    let renderer = try Renderer.any()
    for transform in [
      Transform3D.identity, .scale(-1, 1), .rotation(.degrees(180), about: Point3D(0, 1, 0)),
      .rotation(.degrees(180), about: Point3D(1, 0, 0)), .rotation(.degrees(180)), .translation(0, 0, 50),
    ] {
      let lit = try Scene.oneLayer(image, transform: transform, lights: [Light()]).rendered(by: renderer)
      let unlit = try Scene.oneLayer(image, transform: transform).rendered(by: renderer)
      #expect(ImageDifference(lit, unlit).isWithin(.exact), "\(transform)")
    }
  }
}
