import MeshTransform

/// Lights and surfaces as short texts: `directional:direction=0.3/0.5/-1,diffuse=0.8`.
///
/// A light's name is its kind: ambient, directional, point or spot. The keys are the model's property names and
/// short forms: `ambient` for ambientIntensity, `diffuse`, `specular`, `distance` for falloffDistance, `cone` for
/// coneAngle, `softness` for coneEdgeSoftness, and a surface's `exponent` for specularExponent. Vectors are
/// `x/y/z`, angles degrees unless they have a unit.
public enum LightSpec {
  /// - Throws: `SyntaxError` for what is misspelt, out of range or no property of that kind of light.
  public static func parseLight(_ text: String) throws(SyntaxError) -> Light {
    let spec = try Spec.parse(text, subject: "light")
    guard let kind = Light.Kind(rawValue: spec.name.lowercased()) else {
      let kinds = Light.Kind.allCases.map(\.rawValue)
      throw spec.error(
        at: spec.nameColumn, "\(quoted(spec.name)) is no light; \(NearestName.hint(spec.name, among: kinds))")
    }
    var light = Light(kind)
    let canonical = try assign(
      spec, properties(of: kind).map { ($0.name, $0.shortName) }, what: kind.withArticle + " light"
    ) { key, entry throws(SyntaxError) in try set(key, entry, &light) }
    do { try light.validate() } catch { throw located(error, spec, canonical) }
    return light
  }

  /// - Throws: `SyntaxError` for what is misspelt or out of range.
  public static func parseSurface(_ text: String) throws(SyntaxError) -> Surface {
    let spec = try Spec.parse(unnamed: text, subject: "surface")
    var surface = Surface()
    let canonical = try assign(
      spec, surfaceProperties.map { ($0.name, $0.shortName) }, what: "a surface"
    ) { key, entry throws(SyntaxError) in
      switch key {
      case "ambient": surface.ambient = try entry.number()
      case "diffuse": surface.diffuse = try entry.number()
      case "specular": surface.specular = try entry.number()
      case "specularExponent": surface.specularExponent = try entry.number()
      default: surface.shading = try entry.choice()
      }
    }
    do { try surface.validate() } catch { throw located(error, spec, canonical) }
    return surface
  }

  static func keys(of kind: Light.Kind) -> [String] { properties(of: kind).map(\.name) }

  private static func set(_ key: String, _ entry: Spec.Entry, _ light: inout Light) throws(SyntaxError) {
    switch key {
    case "color": light.color = try entry.color()
    case "intensity": light.intensity = try entry.number()
    case "ambientIntensity": light.ambientIntensity = try entry.number()
    case "diffuseIntensity": light.diffuseIntensity = try entry.number()
    case "specularIntensity": light.specularIntensity = try entry.number()
    case "direction": light.direction = try entry.point3D()
    case "position": light.position = try entry.point3D()
    case "falloff": light.falloff = try entry.number()
    case "falloffDistance": light.falloffDistance = try entry.number()
    case "coneAngle": light.coneAngle = try entry.angle()
    case "coneEdgeSoftness": light.coneEdgeSoftness = try entry.number()
    default: light.isEnabled = try entry.boolean()
    }
  }

  /// Hands each entry on under the model's name of its key. Returns the entries by those names.
  private static func assign(
    _ spec: Spec, _ names: [(name: String, short: String?)], what: String,
    _ set: (String, Spec.Entry) throws(SyntaxError) -> Void
  ) throws(SyntaxError) -> [String: Spec.Entry] {
    var short: [String: String] = [:]
    for (name, shortName) in names { if let shortName { short[shortName] = name } }
    try spec.allow(keys: names.map(\.name) + short.keys.sorted(), of: what)
    var seen: [String: Spec.Entry] = [:]
    for entry in spec.entries {
      let key = short[entry.key] ?? entry.key
      if let other = seen.updateValue(entry, forKey: key) {
        throw spec.error(at: entry.keyColumn, "\(entry.key) and \(other.key) are the same; keep one")
      }
      try set(key, entry)
    }
    return seen
  }

  /// The model's fault, at the value that caused it and under the key that the user wrote.
  private static func located(_ error: LightError, _ spec: Spec, _ entries: [String: Spec.Entry])
    -> SyntaxError
  {
    let entry = entries[error.property]
    if case .outOfRange(_, _, let allowed) = error, let entry { return entry.error(allowed: allowed) }
    return spec.error(at: entry?.valueColumn ?? 1, error.description)
  }
}

extension Light.Kind {
  var withArticle: String { self == .ambient ? "an ambient" : "a \(rawValue)" }
}
