import Foundation
import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// Lights of all kinds together on a dome whose normal has a closed form, against Phong's formula at every pixel.
struct MixedLightingTests {
  private static let side = 96.0
  private static let texel = Pixel(210, 150, 100, 255)

  /// `z = -steepness * ((x - c)^2 + (y - c)^2)` in points.
  private static let steepness = 0.008

  private func dome(_ interpolation: Mesh.FaceInterpolation = .triangles, cells: Int = 64) throws -> Mesh {
    var mesh = try Mesh.grid(rows: cells, columns: cells) {
      let p = SIMD2<Double>(Double($0.x) - 0.5, Double($0.y) - 0.5) * Self.side
      return SIMD3($0.x, $0.y, Float(-Self.steepness * (p * p).sum()))
    }
    (mesh.depthNormalization, mesh.faceInterpolation) = (.none, interpolation)
    return mesh
  }

  private func difference(_ phong: ReferencePhong, _ mesh: Mesh, by renderer: Renderer) throws
    -> ImageDifference
  {
    let scene = Scene.oneLayer(
      .solid(1, 1, Self.texel), size: Size(Self.side, Self.side), mesh: mesh, surface: phong.surface,
      lights: phong.lights)
    return ImageDifference(try scene.rendered(by: renderer)) { column, row in
      // One-sided means at the outline are not the surface's normals.
      guard (4..<92).contains(column), (4..<92).contains(row) else { return nil }
      let p = SIMD2(Double(column) + 0.5, Double(row) + 0.5)
      let q = p - Self.side / 2
      return phong.shade(
        SIMD4<Double>(Self.texel), at: SIMD3(p.x, p.y, -Self.steepness * (q * q).sum()),
        normal: normalize(SIMD3(2 * Self.steepness * q.x, 2 * Self.steepness * q.y, 1)),
        viewer: SIMD3(0, 0, 1))
    }
  }

  /// A light of any kind with nothing left at its default, near the dome.
  private func light(_ random: inout SplitMix64, of count: Int) -> Light {
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    var light = Light(Light.Kind.allCases.randomElement(using: &random) ?? .point)
    light.color = Color(red: number(0...1), green: number(0...1), blue: number(0...1))
    light.intensity = number(1...4) / Double(count)
    light.ambientIntensity = number(0...0.5)
    if light.kind != .ambient {
      (light.diffuseIntensity, light.specularIntensity) = (number(0...1), number(0...1))
    }
    light.position = Point3D(number(-20...116), number(-20...116), number(10...90))
    light.direction = Point3D(number(-0.7...0.7), number(-0.7...0.7), -1)
    (light.falloff, light.falloffDistance) = (number(0...3), number(20...200))
    (light.coneAngle, light.coneEdgeSoftness) = (.degrees(number(10...85)), number(0.3...1))
    light.isEnabled = number(0...1) > 0.1
    return light
  }

  @Test(arguments: [1, 2, 3, 8, 64])
  func mixtures(_ count: Int) throws {
    let renderer = try Renderer.any()
    let mesh = try dome()
    var random = SplitMix64(seed: UInt64(count))
    for _ in 0..<(count == 64 ? 3 : 8) {
      let surface = Surface(
        ambient: .random(in: 0...1, using: &random), diffuse: .random(in: 0.3...1, using: &random),
        specular: .random(in: 0...1, using: &random), specularExponent: .random(in: 1...40, using: &random))
      let phong = ReferencePhong(
        surface: surface, lights: (0..<count).map { _ in light(&random, of: count) })
      let difference = try difference(phong, mesh, by: renderer)
      #expect(difference.count > 7000)
      #expect(difference.isWithin(2), "\(difference)\n\(phong)")
    }
  }

  @Test(arguments: [Light.Kind.directional, .point, .spot])
  func exponentsOnBilinearFaces(_ kind: Light.Kind) throws {
    let renderer = try Renderer.any()
    var light = Light(kind)
    (light.position, light.direction) = (Point3D(30, 40, 60), Point3D(0.2, 0.1, -1))
    (light.coneEdgeSoftness, light.falloff, light.falloffDistance) = (0.8, 0.5, 50)
    for exponent in [0.5, 4, 60, 200] {
      let surface = Surface(ambient: 0.5, diffuse: 0.4, specular: 0.5, specularExponent: exponent)
      let phong = ReferencePhong(surface: surface, lights: [light])
      let difference = try difference(phong, dome(.bilinear, cells: 48), by: renderer)
      #expect(difference.isWithin(2), "\(exponent): \(difference)")
    }
  }

  /// A superlayer's lights stand in its own points and light its sublayers; then the scene's lights light what comes of it.
  @Test func superlayersLightTheirSublayers() throws {
    var point = Light(.point)
    (point.position, point.falloff, point.falloffDistance) = (Point3D(20, 45, 50), 0.7, 60)
    point.color = Color(red: 1, green: 0.8, blue: 0.4)
    let inner = ReferencePhong(surface: Surface(specular: 0.4, specularExponent: 7), lights: [point])
    var spot = Light(.spot)
    (spot.position, spot.coneEdgeSoftness) = (Point3D(50, 40, 70), 1)
    let outer = ReferencePhong(
      surface: Surface(ambient: 0.9, diffuse: 0.8), lights: [spot, .ambient(0.3)])

    let degrees = 40.0
    var sublayer = Layer(
      bounds: Rect(0, 0, 64, 64), position: Point(32, 32), contents: .image(.solid(1, 1, Self.texel)))
    sublayer.transform = .rotation(.degrees(degrees), about: Point3D(0, 1, 0))
    sublayer.surface = inner.surface
    var layer = Layer(bounds: Rect(0, 0, 64, 64), position: Point(48, 40))
    (layer.surface, layer.lights, layer.sublayers) = (outer.surface, inner.lights, [sublayer])
    let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    for sceneLights in [[], outer.lights] {
      let scene = Scene(
        canvas: Canvas(frame: Rect(0, 0, 96, 80)), layers: [layer], lights: sceneLights)
      let difference = ImageDifference(try scene.rendered()) { column, row in
        let canvas = SIMD3(Double(column) + 0.5, Double(row) + 0.5, 0)
        let p = canvas - SIMD3(16, 8, 0)
        let along = (p.x - 32) / cosine
        guard abs(along) < 29, abs(p.y - 32) < 29 else { return nil }
        let lit = inner.shade(
          SIMD4<Double>(Self.texel), at: SIMD3(p.x, p.y, -along * sine), normal: SIMD3(sine, 0, cosine),
          viewer: SIMD3(0, 0, 1))
        guard !sceneLights.isEmpty else { return lit }
        return outer.shade(lit, at: canvas, normal: SIMD3(0, 0, 1), viewer: SIMD3(0, 0, 1))
      }
      #expect(difference.count > 2000)
      #expect(difference.isWithin(2), "\(difference)")
    }
  }

  /// Light changes no coverage, and a strong highlight is as bright as the coverage lets it be, in its own color: a
  /// translucent pixel is the opaque one's color times its alpha.
  @Test func highlightsStayWithinCoverage() throws {
    let renderer = try Renderer.any()
    var light = Light.directional(Point3D(0.1, -0.1, -1))
    light.color = Color(red: 1, green: 0.5, blue: 0)
    for specular in [0.3, 1, 100] {
      let surface = Surface(ambient: 0.4, diffuse: 0.4, specular: specular, specularExponent: 20)
      func picture(_ alpha: (Int) -> UInt8) throws -> Image {
        let image = Image(64, 64, alpha: .straight) { x, _ in Pixel(60, 90, 200, alpha(x)) }
        return try Scene.oneLayer(image, surface: surface, lights: [light]).rendered(by: renderer)
      }
      let soft = try picture { UInt8(min(255, $0 * 5)) }
      let opaque = try picture { _ in 255 }
      let difference = ImageDifference(soft) { x, y in
        let alpha = Double(min(255, x * 5))
        var expected = SIMD4<Double>(opaque[x, y]) * (alpha / 255)
        expected.w = alpha
        return expected
      }
      // The texel was rounded when it was premultiplied, and both pictures at the end.
      #expect(difference.isWithin(1.5), "\(specular): \(difference)")
      for x in 0..<64 {
        let p = soft[x, 32]
        #expect(p.w == UInt8(min(255, x * 5)) && p.x <= p.w && p.y <= p.w && p.z <= p.w)
      }
    }
  }
}
