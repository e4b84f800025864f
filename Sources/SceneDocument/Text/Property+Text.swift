import MeshTransform

extension Property {
  /// The values that are allowed, with their unit, for lists.
  public var values: String {
    switch value {
    case .number(_, let range), .angle(_, let range): range.description
    case .flag: "true, false"
    case .color: "a CSS color"
    case .point3D(_, let range): "x/y/z, \(range.unit)"
    case .direction: "x/y/z, not 0/0/0"
    case .choice(let choice): choice.names.joined(separator: ", ")
    }
  }

  /// The owner's value, as texts have it.
  public func text(of owner: Owner) -> String {
    switch value {
    case .number(let path, _): owner[keyPath: path].short
    case .angle(let path, _): owner[keyPath: path].shortDegrees.short
    case .flag(let path): "\(owner[keyPath: path])"
    case .color(let path): owner[keyPath: path] == .white ? "white" : "\(owner[keyPath: path])"
    case .point3D(let path, _), .direction(let path, _): owner[keyPath: path].text
    case .choice(let choice): choice.read(owner)
    }
  }
}

extension Spec.Entry {
  /// Sets a property to the value. The range of its numbers is not looked at.
  func set<Owner>(_ property: Property<Owner>, of owner: inout Owner) throws(SyntaxError) {
    switch property.value {
    case .number(let path, _): owner[keyPath: path] = try number()
    case .angle(let path, _): owner[keyPath: path] = try angle()
    case .flag(let path): owner[keyPath: path] = try boolean()
    case .color(let path): owner[keyPath: path] = try color()
    case .point3D(let path, _), .direction(let path, _): owner[keyPath: path] = try point3D()
    case .choice(let choice): choice.write(&owner, try name(among: choice.names))
    }
  }
}

extension Point3D {
  fileprivate var text: String { "\(x.short)/\(y.short)/\(z.short)" }
}
