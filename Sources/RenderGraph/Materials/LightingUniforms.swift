import MeshTransform

/// The uniforms of the mesh shader for a layer's surface and its lights.
package struct LightingUniforms {
  /// The largest number of lights in the shader.
  package static let capacity = 64

  /// The surface's ambient reflectance times the sum of the lights' ambient parts.
  package let ambient: SIMD3<Float>
  package let specularExponent: Float
  /// The enabled lights that are not ambient.
  package let lights: [Parameters]
  /// Whether there is any light.
  package let isLit: Bool
  let hasHighlights: Bool, hasPositionalLights: Bool, hasSpotLights: Bool
  /// Whether each facet has its own normal.
  let isFlatShaded: Bool

  /// One light: the fields of the shader's `Light`, in their order, times the surface's reflectance.
  package struct Parameters: Equatable {
    package let position: SIMD4<Float>, diffuse: SIMD4<Float>, specular: SIMD4<Float>, direction: SIMD4<Float>

    package var fields: [(name: String, value: SIMD4<Float>)] {
      [("position", position), ("diffuse", diffuse), ("specular", specular), ("direction", direction)]
    }
  }

  init(_ lights: [Light], on surface: Surface, _ blending: Canvas.Blending) {
    var active = lights.filter(\.isEnabled)
    for i in active.indices { active[i].color = blending.channels(of: active[i].color) }
    var sum = SIMD3<Double>.zero
    for light in active { sum += light.rgb * (light.intensity * light.ambientIntensity) }
    ambient = SIMD3<Float>(sum * surface.ambient)
    specularExponent = Float(surface.specularExponent)
    self.lights = active.filter { $0.kind != .ambient }.map { Parameters($0, on: surface) }
    isLit = !active.isEmpty
    hasHighlights = surface.specular > 0 && active.contains { $0.specularIntensity > 0 }
    hasPositionalLights = active.contains { $0.kind == .point || $0.kind == .spot }
    hasSpotLights = active.contains { $0.kind == .spot }
    isFlatShaded = isLit && surface.shading == .flat
  }

  /// The binary logarithm of the specular exponent; nil where it is no power of two in 2...1024.
  var exponentSquarings: Int? {
    let exponent = specularExponent
    return exponent >= 2 && exponent <= 1024 && exponent.significand == 1 ? Int(exponent.exponent) : nil
  }

  /// One gray light, directional or a point light without falloff, with or without gray ambient lights. A directional
  /// light travels along -z in the space of this light.
  package struct ScalarLight {
    /// The diffuse, ambient and specular parts, at least 0, and the specular exponent.
    package let parts: SIMD4<Float>
    /// The position of a point light in world space.
    package let position: SIMD3<Float>
    /// The rotation from world space; the identity for a point light.
    package let worldToLight: Transform3D
  }

  /// All light as one ``ScalarLight``; nil where there is other light. Facets and faces that pixels interpolate have one
  /// only for a directional light without highlights.
  /// - `interpolatesFaces`: see ``MeshVariant/interpolatesFaces``.
  package func scalarLight(interpolatesFaces: Bool) -> ScalarLight? {
    let needsVectors = hasHighlights || hasPositionalLights
    guard let light = lights.first, lights.count == 1, light.isGray, light.isUnattenuated,
      ambient.x == ambient.y, ambient.y == ambient.z,
      !needsVectors || !(isFlatShaded || interpolatesFaces)
    else { return nil }
    return ScalarLight(
      parts: SIMD4(light.diffuse.x, ambient.x, light.specular.x, specularExponent),
      position: SIMD3(light.position.x, light.position.y, light.position.z),
      worldToLight: hasPositionalLights ? .identity : light.worldToLight)
  }

  /// The cofactor matrix of the linear part, up to a factor: nine floats in row order. It transforms normals as the
  /// transform does the surface, also where the transform is singular.
  package static func normalMatrix(_ m: Transform3D) -> [Float] {
    let cofactors = [
      m.m22 * m.m33 - m.m23 * m.m32, m.m23 * m.m31 - m.m21 * m.m33, m.m21 * m.m32 - m.m22 * m.m31,
      m.m13 * m.m32 - m.m12 * m.m33, m.m11 * m.m33 - m.m13 * m.m31, m.m12 * m.m31 - m.m11 * m.m32,
      m.m12 * m.m23 - m.m13 * m.m22, m.m13 * m.m21 - m.m11 * m.m23, m.m11 * m.m22 - m.m12 * m.m21,
    ]
    let largest = cofactors.map(abs).max() ?? 0
    return cofactors.map { Float(largest > 0 ? $0 / largest : $0) }
  }
}

extension LightingUniforms.Parameters {
  fileprivate init(_ light: Light, on surface: Surface) {
    let isPositional = light.kind == .point || light.kind == .spot
    position =
      isPositional ? SIMD4(light.position.vector, 1) : SIMD4(-light.direction.normalized, 0)
    let rim = light.kind == .spot ? Float(light.coneAngle.sineAndCosine.cosine) : -2
    let softStart =
      light.kind == .spot
      ? Float(Angle(radians: light.coneAngle.radians * (1 - light.coneEdgeSoftness)).sineAndCosine.cosine)
      : -2
    direction = SIMD4(light.direction.normalized, softStart)
    let (diffuse, specular) = (
      light.diffuseIntensity * surface.diffuse, light.specularIntensity * surface.specular
    )
    self.diffuse = SIMD4(SIMD3<Float>(light.rgb * (light.intensity * diffuse)), rim)
    let attenuation = isPositional ? light.falloff / (light.falloffDistance * light.falloffDistance) : 0
    self.specular = SIMD4(SIMD3<Float>(light.rgb * (light.intensity * specular)), Float(attenuation))
  }

  fileprivate var isGray: Bool {
    diffuse.x == diffuse.y && diffuse.y == diffuse.z && specular.x == specular.y && specular.y == specular.z
  }

  /// Whether all light of a place arrives, as of directional lights, and of point lights without falloff.
  fileprivate var isUnattenuated: Bool { direction.w < -1 && diffuse.w < -1 && specular.w == 0 }

  /// The rotation by the smallest angle that turns a directional light's direction to -z.
  fileprivate var worldToLight: Transform3D {
    let (x, y, z) = (-Double(position.x), -Double(position.y), -Double(position.z))
    let sine = (x * x + y * y).squareRoot()
    // Along z any axis in the plane of x and y serves.
    let axis = sine > 0 ? Point3D(-y, x, 0) : Point3D(1, 0, 0)
    return .rotation(.ofVector(-z, sine), about: axis)
  }
}

extension Light {
  fileprivate var rgb: SIMD3<Double> { SIMD3(color.red, color.green, color.blue) }
}

extension Point3D {
  fileprivate var vector: SIMD3<Float> { SIMD3(Float(x), Float(y), Float(z)) }

  fileprivate var normalized: SIMD3<Float> {
    // Scaled to about 1 first: squares of large or tiny numbers leave the range.
    let scaled = SIMD3(x, y, z) / max(abs(x), abs(y), abs(z))
    return SIMD3<Float>(scaled / (scaled * scaled).sum().squareRoot())
  }
}
