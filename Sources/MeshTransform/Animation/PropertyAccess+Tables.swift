extension Layer {
  /// Plain properties by key path; transforms, lights and meshes are handled separately.
  static let animatable: [String: PropertyAccess<Layer>] = {
    var table = PropertyAccess.table(of: properties)
    for (name, access) in PropertyAccess.table(of: Surface.properties) {
      table["surface.\(name)"] = access.within(\.surface)
    }
    return table
  }()
}

extension Light {
  /// The properties by name.
  static let animatable = PropertyAccess.table(of: properties)
}

extension PropertyAccess {
  /// Accesses to the properties that can be animated, with their parts, by key path.
  fileprivate static func table(of properties: [Property<Owner>]) -> [String: PropertyAccess] {
    properties.reduce(into: [:]) { $0.merge($1.accesses) { first, _ in first } }
  }
}
