import Foundation
import MeshTransform

/// Phong's model on the CPU, written from the definition: `ka * ΣA + Σ att * spot * (kd * max(0, N·L) * C +
/// ks * max(0, R·V)^n * C)`, clamped to the coverage.
struct ReferencePhong {
  var surface = Surface()
  var lights: [Light]

  typealias Vector = SIMD3<Double>

  /// - `texel`: premultiplied, 0...255.
  /// - `normal`: of unit length, on the viewer's side of the surface.
  /// - `viewer`: of unit length, from the surface to the eye.
  func shade(_ texel: SIMD4<Double>, at position: Vector, normal: Vector, viewer: Vector) -> SIMD4<Double> {
    let active = lights.filter(\.isEnabled)
    guard !active.isEmpty else { return texel }
    var diffuse = Vector.zero
    var specular = Vector.zero
    for light in active {
      let color = Vector(light.color.red, light.color.green, light.color.blue) * light.intensity
      diffuse += color * (light.ambientIntensity * surface.ambient)
      guard light.kind != .ambient else { continue }
      let (toLight, strength) = arrival(of: light, at: position)
      let facing = dot(normal, toLight)
      // A light behind the surface makes no highlight either.
      guard facing > 0 else { continue }
      let reflected = 2 * facing * normal - toLight
      diffuse += color * (strength * surface.diffuse * light.diffuseIntensity * facing)
      specular +=
        color * strength * surface.specular * light.specularIntensity
        * pow(max(0, dot(reflected, viewer)), surface.specularExponent)
    }
    let rgb = Vector(texel.x, texel.y, texel.z) * diffuse + texel.w * specular
    return SIMD4(min(rgb.x, texel.w), min(rgb.y, texel.w), min(rgb.z, texel.w), texel.w)
  }

  /// The unit vector toward the light, and what attenuation and cone leave of it.
  private func arrival(of light: Light, at position: Vector) -> (toLight: Vector, strength: Double) {
    let direction = normalize(Vector(light.direction.x, light.direction.y, light.direction.z))
    if light.kind == .directional { return (-direction, 1) }
    let way = Vector(light.position.x, light.position.y, light.position.z) - position
    let distance = dot(way, way).squareRoot()
    let toLight = way / distance
    var strength = 1 / (1 + light.falloff * pow(distance / light.falloffDistance, 2))
    if light.kind == .spot {
      let cosine = dot(-toLight, direction)
      let rim = cos(light.coneAngle.radians)
      let inner = cos(light.coneAngle.radians * (1 - light.coneEdgeSoftness))
      if cosine < rim {
        strength = 0
      } else if cosine < inner {
        let t = (cosine - rim) / (inner - rim)
        strength *= t * t * (3 - 2 * t)
      }
    }
    return (toLight, strength)
  }
}

func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { (a * b).sum() }

func normalize(_ a: SIMD3<Double>) -> SIMD3<Double> { a / dot(a, a).squareRoot() }

func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
  SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}
