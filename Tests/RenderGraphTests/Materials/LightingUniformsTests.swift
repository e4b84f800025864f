import MeshTransform
import TestSupport
import Testing

@testable import RenderGraph

/// The numbers of lights that shaders get, against the formulas of the lights.
struct LightingUniformsTests {
  private static func vector(_ random: inout SplitMix64) -> SIMD3<Double> {
    func number() -> Double { Double.random(in: -1...1, using: &random) }
    return SIMD3(number(), number(), number())
  }

  private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }

  /// The linear part of a transform, applied to a row vector.
  private static func linear(_ v: SIMD3<Double>, _ m: Transform3D) -> SIMD3<Double> {
    func xyz(_ row: Int) -> SIMD3<Double> { SIMD3(m.row(row).x, m.row(row).y, m.row(row).z) }
    return xyz(0) * v.x + xyz(1) * v.y + xyz(2) * v.z
  }

  private static func normal(_ n: SIMD3<Double>, _ matrix: [Float]) -> SIMD3<Double> {
    let m = matrix.map { Double($0) }
    return SIMD3(
      n.x * m[0] + n.y * m[3] + n.z * m[6], n.x * m[1] + n.y * m[4] + n.z * m[7],
      n.x * m[2] + n.y * m[5] + n.z * m[8])
  }

  /// The normal of a transformed surface is the cross product of its transformed tangents, also where the transform is
  /// singular.
  @Test(arguments: 0..<40) func normalsAreCrossProducts(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    var m = Transform3D.identity
    let (a, b, c) = (Self.vector(&random), Self.vector(&random), Self.vector(&random))
    (m.m11, m.m12, m.m13) = (a.x, a.y, a.z)
    (m.m21, m.m22, m.m23) = (b.x, b.y, b.z)
    (m.m31, m.m32, m.m33) = seed % 4 == 0 ? (a.x, a.y, a.z) : (c.x, c.y, c.z)
    let matrix = LightingUniforms.normalMatrix(m)
    #expect(abs(matrix.map(abs).max()! - 1) < 1e-6)
    // One factor, which is positive, for all normals.
    var factors: [Double] = []
    for _ in 0..<10 {
      let (u, v) = (Self.vector(&random), Self.vector(&random))
      let expected = Self.cross(Self.linear(u, m), Self.linear(v, m))
      let found = Self.normal(Self.cross(u, v), matrix)
      let square = (expected * expected).sum()
      if square < 1e-6 { continue }
      factors.append((found * expected).sum() / square)
      let error = found - expected * factors[factors.count - 1]
      #expect((error * error).sum().squareRoot() < 1e-5 * (found * found).sum().squareRoot() + 1e-6)
    }
    #expect((factors.min() ?? 1) > 0 && (factors.max() ?? 1) / (factors.min() ?? 1) < 1.001)
    #expect(LightingUniforms.normalMatrix(.scale(0, 0, 0)).allSatisfy { $0 == 0 })
  }

  /// The numbers are products of the light's and the surface's.
  @Test func numbersAreProducts() {
    var light = Light(.spot)
    light.color = Color(red: 0.5, green: 0.25, blue: 1)
    (light.intensity, light.ambientIntensity, light.diffuseIntensity, light.specularIntensity) = (
      2, 0.1, 0.6, 0.8
    )
    (light.position, light.direction) = (Point3D(1, 2, 3), Point3D(0, 3, -4))
    (light.falloff, light.falloffDistance) = (3, 20)
    (light.coneAngle, light.coneEdgeSoftness) = (.degrees(40), 0.25)
    let surface = Surface(ambient: 0.5, diffuse: 0.75, specular: 0.3, specularExponent: 20)
    let uniforms = LightingUniforms([light, .ambient(0.4)], on: surface, .encoded)
    #expect(uniforms.lights.count == 1 && MeshVariant(uniforms).lightCount == 1)
    let ambient = SIMD3<Float>(SIMD3(0.5, 0.25, 1) * 2 * 0.1 + SIMD3(repeating: 0.4)) * 0.5
    #expect((uniforms.ambient - ambient).min() > -1e-6 && (uniforms.ambient - ambient).max() < 1e-6)
    let own = uniforms.lights[0]
    #expect(own.position == SIMD4(1, 2, 3, 1))
    #expect(abs(own.direction.y - 0.6) < 1e-6 && abs(own.direction.z + 0.8) < 1e-6)
    #expect(abs(Double(own.direction.w) - Angle.degrees(30).sineAndCosine.cosine) < 1e-6)
    #expect(abs(Double(own.diffuse.w) - Angle.degrees(40).sineAndCosine.cosine) < 1e-6)
    #expect(abs(own.diffuse.x - 0.5 * 2 * 0.6 * 0.75) < 1e-6 && abs(own.diffuse.z - 2 * 0.6 * 0.75) < 1e-6)
    #expect(abs(own.specular.y - 0.25 * 2 * 0.8 * 0.3) < 1e-6)
    #expect(abs(own.specular.w - 3.0 / 400) < 1e-7)
    #expect(MeshVariant(uniforms).hasHighlights && MeshVariant(uniforms).hasPositionalLights)
    // Only spot lights are compiled with cones.
    var point = light
    point.kind = .point
    #expect(MeshVariant(uniforms).hasSpotLights)
    let points = MeshVariant(LightingUniforms([point], on: surface, .encoded))
    #expect(points.hasPositionalLights && !points.hasSpotLights)
    // Where blending is linear, colors are light.
    let linear = LightingUniforms([light], on: surface, .linear).lights[0]
    #expect(abs(Double(linear.diffuse.x) - SRGBCurve.decoded(0.5) * 2 * 0.6 * 0.75) < 1e-6)
  }

  @Test func lightsThatAreOff() {
    var off = Light()
    off.isEnabled = false
    let none = LightingUniforms([off], on: Surface(), .encoded)
    #expect(!MeshVariant(none).isLit && none.lights.isEmpty && none.ambient == .zero)
    let ambient = LightingUniforms([off, .ambient(0.5)], on: Surface(), .encoded)
    #expect(MeshVariant(ambient).isLit && ambient.lights.isEmpty && MeshVariant(ambient).lightCount == 0)
    let two = LightingUniforms([Light(), Light()], on: Surface(shading: .flat), .encoded)
    #expect(
      MeshVariant(two).lightCount == 2 && MeshVariant(two).isFlatShaded && !MeshVariant(two).hasHighlights)
  }

  /// Exponents that are powers of two from 2 to 1024 need no power.
  @Test func exponentsBySquarings() {
    func squarings(_ exponent: Double, specular: Double = 0.5) -> Int? {
      MeshVariant(
        LightingUniforms([Light()], on: Surface(specular: specular, specularExponent: exponent), .encoded)
      ).exponentSquarings
    }
    for power in 1...10 { #expect(squarings(Double(1 << power)) == power) }
    for exponent in [0.5, 1, 3, 31.9, 2048] { #expect(squarings(exponent) == nil) }
    #expect(squarings(32, specular: 0) == nil)
  }

  /// The homogeneous position of a directional light is the direction to it; it has no falloff.
  @Test func directionalLightsAreFarAway() {
    var light = Light.directional()
    light.direction = Point3D(0, 3, -4)
    (light.falloff, light.falloffDistance) = (3, 20)
    let own = LightingUniforms([light], on: Surface(specular: 0.5), .encoded).lights[0]
    #expect(own.position.w == 0 && own.specular.w == 0)
    #expect(abs(own.position.y + 0.6) < 1e-6 && abs(own.position.z - 0.8) < 1e-6)
  }

  /// Four numbers and a rotation are the general formula for a gray directional light.
  @Test(arguments: 0..<30) func scalarLightIsTheFormula(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    var light = Light.directional()
    let direction = seed < 2 ? SIMD3(0, 0, seed == 0 ? -2.0 : 3) : Self.vector(&random)
    light.direction = Point3D(direction.x, direction.y, direction.z)
    (light.intensity, light.ambientIntensity) = (0.8, 0.3)
    let surface = Surface(ambient: 0.7, diffuse: 0.9, specular: seed % 2 == 0 ? 0 : 0.4, specularExponent: 12)
    let uniforms = LightingUniforms([light], on: surface, .encoded)
    let scalar = try #require(uniforms.scalarLight(interpolatesFaces: false))
    let own = uniforms.lights[0]
    #expect(scalar.parts == SIMD4(own.diffuse.x, uniforms.ambient.x, own.specular.x, 12))
    let toLight = SIMD3<Double>(SIMD3(own.position.x, own.position.y, own.position.z))
    for _ in 0..<20 {
      let v = Self.vector(&random)
      let n = v / (v * v).sum().squareRoot()
      let turned = Self.linear(n, scalar.worldToLight)
      // The normal's z is the cosine; lengths and angles stay.
      #expect(abs(turned.z - (n * toLight).sum()) < 1e-6)
      #expect(abs((turned * turned).sum() - 1) < 1e-9)
      let w = Self.vector(&random)
      let (a, b) = (
        Self.cross(turned, Self.linear(w, scalar.worldToLight)),
        Self.linear(Self.cross(n, w), scalar.worldToLight)
      )
      #expect(((a - b) * (a - b)).sum() < 1e-12)
    }
  }

  @Test func whatFourNumbersCannotHold() {
    func isScalar(_ change: (inout Light, inout Surface) -> Void, more: [Light] = []) -> Bool {
      var (light, surface) = (Light(), Surface())
      change(&light, &surface)
      return LightingUniforms([light] + more, on: surface, .encoded).scalarLight(interpolatesFaces: false)
        != nil
    }
    #expect(isScalar { _, _ in })
    #expect(isScalar({ _, _ in }, more: [.ambient(0.3)]))
    #expect(isScalar { light, _ in (light.kind, light.position) = (.point, Point3D(1, 2, 3)) })
    #expect(isScalar { _, surface in surface.shading = .flat })
    #expect(!isScalar { light, _ in light.color = Color(red: 1, green: 1, blue: 0.9) })
    #expect(!isScalar { light, _ in light.kind = .spot })
    #expect(!isScalar { light, _ in (light.kind, light.falloff) = (.point, 1) })
    #expect(!isScalar { light, surface in (light.kind, surface.shading) = (.point, .flat) })
    #expect(!isScalar { _, surface in (surface.specular, surface.shading) = (0.5, .flat) })
    #expect(!isScalar({ _, _ in }, more: [Light()]))
    var tinted = Light.ambient(0.3)
    tinted.color = .pureRed
    #expect(!isScalar({ _, _ in }, more: [tinted]))
    #expect(!isScalar { light, _ in light.kind = .ambient })
  }
}
