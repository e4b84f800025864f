/// A key path of animations with its facts, for lists.
package struct KeyPathEntry: Sendable {
  package let keyPath: String
  package let kind: AnimationValue.Kind
  /// The range of each number; nil where there is no limit.
  package let range: NumberRange?
  /// The unit in scene files and texts; empty if there is none.
  package let unit: String
  /// The meaning, a phrase without a period.
  package let summary: String
  /// The presets whose parameter it is.
  package let presets: [String]

  fileprivate init(
    _ keyPath: String, _ kind: AnimationValue.Kind, range: NumberRange? = nil, unit: String = "",
    presets: [String] = [], _ summary: String
  ) {
    (self.keyPath, self.kind, self.range, self.unit) = (keyPath, kind, range, unit)
    (self.presets, self.summary) = (presets, summary)
  }

  /// All key paths, in the order of the tables that define them; those of lights with the index 0.
  package static let all: [KeyPathEntry] =
    entries(Layer.properties) + transforms("transform", "the layer")
    + transforms("sublayerTransform", "the sublayers") + entries(Surface.properties, "surface.")
    + [KeyPathEntry("mesh", .mesh, "the mesh of the layer: a morph from one mesh to another")]
    + parameters + entries(Light.properties, "lights[0].")

  private static func entries<Owner>(_ properties: [Property<Owner>], _ prefix: String = "") -> [Self] {
    properties.flatMap { property in
      let accesses = property.accesses
      return parts.compactMap { suffix, part -> Self? in
        guard let access = accesses[property.keyPath + suffix] else { return nil }
        let range = access.kind == .color ? nil : property.value.range
        return KeyPathEntry(
          prefix + property.keyPath + suffix, access.kind, range: range, unit: range?.unit.rawValue ?? "",
          part.isEmpty ? property.summary : "\(part) of \(property.name)")
      }
    }
  }

  /// The parts of points and rectangles.
  private static let parts = [
    ("", ""), (".x", "the x coordinate"), (".y", "the y coordinate"), (".z", "the z coordinate"),
    (".origin", "the origin"), (".origin.x", "the x coordinate of the origin"),
    (".origin.y", "the y coordinate of the origin"), (".size", "the size"), (".size.width", "the width"),
    (".size.height", "the height"),
  ]

  private static func transforms(_ name: String, _ owner: String) -> [Self] {
    TransformPart.allCases.map { part in
      let isLength = part.rawValue.hasPrefix(".translation")
      return KeyPathEntry(
        name + part.rawValue, part.kind, unit: part.isRotation ? "deg, rad" : isLength ? "points" : "",
        "the transform of \(owner): \(part.summary)")
    }
  }

  /// The numeric parameters of presets, in the order of their first appearance.
  private static let parameters: [Self] = {
    var order: [String] = []
    var owners: [String: [(preset: String, parameter: MeshPreset.Parameter)]] = [:]
    for preset in MeshPreset.all {
      for parameter in preset.parameters where parameter.valueNames.isEmpty {
        if owners[parameter.name] == nil { order.append(parameter.name) }
        owners[parameter.name, default: []].append((preset.name, parameter))
      }
    }
    return order.compactMap { name -> Self? in
      guard let found = owners[name] else { return nil }
      let unit =
        found.allSatisfy { $0.parameter.unit == found[0].parameter.unit } ? found[0].parameter.unit : ""
      let isShared = Set(found.map(\.parameter.summary)).count > 1
      return KeyPathEntry(
        "mesh.\(name)", .number, unit: unit, presets: found.map(\.preset),
        isShared ? "the parameter of that name of the mesh's preset" : found[0].parameter.summary)
    }
  }()
}
