extension Layer {
  /// The plain properties by key path; transforms, lights and meshes have their own ways.
  static let animatable: [String: PropertyAccess<Layer>] = {
    let lengths = NumberRange(0...1e9)
    var table: [String: PropertyAccess<Layer>] = [
      "zPosition": .number(\.zPosition), "anchorPointZ": .number(\.anchorPointZ),
      "opacity": .number(\.opacity, NumberRange(0...1)), "cornerRadius": .number(\.cornerRadius, lengths),
      "borderWidth": .number(\.borderWidth, lengths), "borderColor": .color(\.borderColor),
      "backgroundColor": .color(\.shownBackgroundColor),
      "contentsScale": .number(\.contentsScale, NumberRange(1e-6...1e6)),
      "rasterizationScale": .number(\.shownRasterizationScale, NumberRange(1e-3...1e3)),
      "isHidden": .flag(\.isHidden), "isDoubleSided": .flag(\.isDoubleSided),
      "masksToBounds": .flag(\.masksToBounds),
    ]
    for more: [String: PropertyAccess<Layer>] in [
      PropertyAccess.point("position", \.position), PropertyAccess.point("anchorPoint", \.anchorPoint),
      PropertyAccess.rect("bounds", \.bounds), PropertyAccess.rect("contentsRect", \.contentsRect),
    ] {
      table.merge(more) { first, _ in first }
    }
    for property in Surface.properties {
      for (name, access) in property.accesses { table["surface.\(name)"] = access.within(\.surface) }
    }
    return table
  }()

  /// No background is a clear one.
  fileprivate var shownBackgroundColor: Color {
    get { backgroundColor ?? .clear }
    set { backgroundColor = newValue }
  }

  /// None is 1.
  fileprivate var shownRasterizationScale: Double {
    get { rasterizationScale ?? 1 }
    set { rasterizationScale = newValue }
  }
}

extension Light {
  /// The properties by name.
  static let animatable: [String: PropertyAccess<Light>] = properties.reduce(into: [:]) { table, property in
    table.merge(property.accesses) { first, _ in first }
  }
}
