extension Layer {
  /// The plain properties by key path; transforms, lights and meshes have their own ways.
  static let animatable: [String: PropertyAccess<Layer>] = {
    let lengths = 0...1e9
    var table: [String: PropertyAccess<Layer>] = [
      "zPosition": .number(\.zPosition), "anchorPointZ": .number(\.anchorPointZ),
      "opacity": .number(\.opacity, 0...1), "cornerRadius": .number(\.cornerRadius, lengths),
      "borderWidth": .number(\.borderWidth, lengths), "borderColor": .color(\.borderColor),
      "backgroundColor": .color(\.shownBackgroundColor),
      "contentsScale": .number(\.contentsScale, 1e-6...1e6),
      "rasterizationScale": .number(\.shownRasterizationScale, 1e-3...1e3),
      "isHidden": .flag(\.isHidden), "isDoubleSided": .flag(\.isDoubleSided),
      "masksToBounds": .flag(\.masksToBounds), "surface.ambient": .number(\.surface.ambient, 0...1e6),
      "surface.diffuse": .number(\.surface.diffuse, 0...1e6),
      "surface.specular": .number(\.surface.specular, 0...1e6),
      "surface.exponent": .number(\.surface.specularExponent, 1e-6...1e6),
    ]
    for more: [String: PropertyAccess<Layer>] in [
      PropertyAccess.point("position", \.position), PropertyAccess.point("anchorPoint", \.anchorPoint),
      PropertyAccess.rect("bounds", \.bounds), PropertyAccess.rect("contentsRect", \.contentsRect),
    ] {
      table.merge(more) { first, _ in first }
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
  /// The properties by name; the cone's angle in degrees.
  static let animatable: [String: PropertyAccess<Light>] = {
    let amounts = 0...1e6
    var table: [String: PropertyAccess<Light>] = [
      "isEnabled": .flag(\.isEnabled), "color": .color(\.color), "intensity": .number(\.intensity, amounts),
      "ambientIntensity": .number(\.ambientIntensity, amounts),
      "diffuseIntensity": .number(\.diffuseIntensity, amounts),
      "specularIntensity": .number(\.specularIntensity, amounts), "falloff": .number(\.falloff, amounts),
      "falloffDistance": .number(\.falloffDistance, 1e-9...1e9),
      "coneAngle": .number(\.coneAngle.inDegrees, 0...90),
      "coneEdgeSoftness": .number(\.coneEdgeSoftness, 0...1),
    ]
    for more: [String: PropertyAccess<Light>] in [
      PropertyAccess.point3D("position", \.position), PropertyAccess.point3D("direction", \.direction),
    ] {
      table.merge(more) { first, _ in first }
    }
    return table
  }()
}

extension Angle {
  fileprivate var inDegrees: Double {
    get { degrees }
    set { self = .degrees(newValue) }
  }
}
