extension Property {
  /// Copies the value of an owner to another one.
  package func copy(from source: Owner, to target: inout Owner) {
    switch value {
    case .number(let path, _): target[keyPath: path] = source[keyPath: path]
    case .angle(let path, _): target[keyPath: path] = source[keyPath: path]
    case .flag(let path): target[keyPath: path] = source[keyPath: path]
    case .color(let path): target[keyPath: path] = source[keyPath: path]
    case .optionalNumber(let path, _, _): target[keyPath: path] = source[keyPath: path]
    case .optionalColor(let path): target[keyPath: path] = source[keyPath: path]
    case .point(let path, _): target[keyPath: path] = source[keyPath: path]
    case .rect(let path, _): target[keyPath: path] = source[keyPath: path]
    case .point3D(let path, _), .direction(let path, _): target[keyPath: path] = source[keyPath: path]
    case .choice(let choice): choice.write(&target, choice.read(source))
    }
  }

  /// Whether two owners have the same value.
  package func isSame(in a: Owner, _ b: Owner) -> Bool {
    switch value {
    case .number(let path, _): a[keyPath: path] == b[keyPath: path]
    case .angle(let path, _): a[keyPath: path] == b[keyPath: path]
    case .flag(let path): a[keyPath: path] == b[keyPath: path]
    case .color(let path): a[keyPath: path] == b[keyPath: path]
    case .optionalNumber(let path, _, _): a[keyPath: path] == b[keyPath: path]
    case .optionalColor(let path): a[keyPath: path] == b[keyPath: path]
    case .point(let path, _): a[keyPath: path] == b[keyPath: path]
    case .rect(let path, _): a[keyPath: path] == b[keyPath: path]
    case .point3D(let path, _), .direction(let path, _): a[keyPath: path] == b[keyPath: path]
    case .choice(let choice): choice.read(a) == choice.read(b)
    }
  }
}
