import MeshTransform

extension Property {
  /// The allowed values with their unit, for lists.
  package var values: String {
    switch value {
    case .number(_, let range), .angle(_, let range), .optionalNumber(_, let range, _): range.description
    case .flag: "true, false"
    case .color, .optionalColor: "a CSS color"
    case .point(_, let range): range.text(of: "x/y")
    case .rect(_, let range): range.text(of: "x/y/width/height")
    case .point3D(_, let range): range.text(of: "x/y/z")
    case .direction: "x/y/z, not 0/0/0"
    case .choice(let choice): choice.names.joined(separator: ", ")
    }
  }

  /// The owner's value in the form of texts.
  package func text(of owner: Owner) -> String {
    switch value {
    case .number(let path, _): owner[keyPath: path].short
    case .angle(let path, _): owner[keyPath: path].shortDegrees.short
    case .flag(let path): "\(owner[keyPath: path])"
    case .color(let path): owner[keyPath: path] == .white ? "white" : "\(owner[keyPath: path])"
    case .optionalNumber(let path, _, let absent): (owner[keyPath: path] ?? absent).short
    case .optionalColor(let path): owner[keyPath: path].map { "\($0)" } ?? "none"
    case .point(let path, _): owner[keyPath: path].text
    case .rect(let path, _): owner[keyPath: path].text
    case .point3D(let path, _), .direction(let path, _): owner[keyPath: path].text
    case .choice(let choice): choice.read(owner)
    }
  }
}

extension Spec.Entry {
  /// Sets a property to the value without checking the range of numbers.
  func set<Owner>(_ property: Property<Owner>, of owner: inout Owner) throws(SyntaxError) {
    switch property.value {
    case .number(let path, _): owner[keyPath: path] = try number()
    case .angle(let path, _): owner[keyPath: path] = try angle()
    case .flag(let path): owner[keyPath: path] = try boolean()
    case .color(let path): owner[keyPath: path] = try color()
    case .optionalNumber(let path, _, _): owner[keyPath: path] = try number()
    case .optionalColor(let path): owner[keyPath: path] = try color()
    case .point(let path, _): owner[keyPath: path] = try point()
    case .rect(let path, _):
      let numbers = try numbers(4)
      owner[keyPath: path] = Rect(numbers[0], numbers[1], numbers[2], numbers[3])
    case .point3D(let path, _), .direction(let path, _): owner[keyPath: path] = try point3D()
    case .choice(let choice): choice.write(&owner, try name(among: choice.names))
    }
  }
}

extension NumberRange {
  /// The form of several numbers with their unit: `x/y, points`.
  fileprivate func text(of form: String) -> String { unit == .none ? form : "\(form), \(unit.rawValue)" }
}

extension Point {
  fileprivate var text: String { "\(x.short)/\(y.short)" }
}

extension Point3D {
  fileprivate var text: String { "\(x.short)/\(y.short)/\(z.short)" }
}

extension Rect {
  fileprivate var text: String { "\(origin.text)/\(size.width.short)/\(size.height.short)" }
}
