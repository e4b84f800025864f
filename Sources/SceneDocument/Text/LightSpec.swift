import MeshTransform

/// Lights and surfaces as short texts: `directional:direction=0.3/0.5/-1,diffuse=0.8`.
///
/// A light's name is its kind: ambient, directional, point or spot. The keys are the names and the short names in
/// ``Light/properties(of:)`` and ``Surface/properties``. Vectors are `x/y/z`, angles degrees unless they have a unit.
public enum LightSpec {
  /// - Throws: `SyntaxError` for a misspelt name, a value out of range, or a property of another kind of light.
  public static func parseLight(_ text: String) throws(SyntaxError) -> Light {
    let spec = try Spec.parse(text, subject: "light")
    guard let kind = Light.Kind(rawValue: spec.name.lowercased()) else {
      let kinds = Light.Kind.allCases.map(\.rawValue)
      throw spec.error(
        at: spec.nameColumn,
        "\(quoted(spec.name)) is not a kind of light; \(NearestName.hint(spec.name, among: kinds))")
    }
    var light = Light(kind)
    let entries = try assign(
      spec, Light.properties(of: kind), to: &light, what: kind.withArticle + " light")
    do { try light.validate() } catch { throw located(error, spec, entries) }
    return light
  }

  /// - Throws: `SyntaxError` for a misspelt name or a value out of range.
  public static func parseSurface(_ text: String) throws(SyntaxError) -> Surface {
    let spec = try Spec.parse(unnamed: text, subject: "surface")
    var surface = Surface()
    let entries = try assign(spec, Surface.properties, to: &surface, what: "a surface")
    do { try surface.validate() } catch { throw located(error, spec, entries) }
    return surface
  }

  /// Sets the properties that the entries name. Returns the entries by the properties' names.
  private static func assign<Target>(
    _ spec: Spec, _ properties: [Property<Target>], to target: inout Target, what: String
  ) throws(SyntaxError) -> [String: Spec.Entry] {
    let shortNames = properties.compactMap(\.shortName).sorted()
    let spec = spec.spelled(among: properties.map(\.name) + shortNames)
    try spec.allow(keys: properties.map(\.name) + shortNames, of: what)
    var seen: [String: Spec.Entry] = [:]
    for entry in spec.entries {
      for property in properties where entry.key == property.name || entry.key == property.shortName {
        if let other = seen.updateValue(entry, forKey: property.name) {
          throw spec.error(at: entry.keyColumn, "\(entry.key) and \(other.key) are the same; keep one")
        }
        try entry.set(property, of: &target)
      }
    }
    return seen
  }

  /// The model's error, at the value that caused it and with the user's name of the key.
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
