extension Property {
  /// Accesses to the property and, for a tuple of numbers, to its parts, by key path. Empty for properties that cannot
  /// be animated.
  var accesses: [String: PropertyAccess<Owner>] {
    if !isAnimatable { return [:] }
    return switch value {
    case .number(let path, let range): [keyPath: .number(path, range)]
    case .angle(let path, let range): [keyPath: .degrees(path, range)]
    case .flag(let path): [keyPath: .flag(path)]
    case .color(let path): [keyPath: .color(path)]
    case .optionalNumber(let path, let range, let absent): [keyPath: .optional(path, range, absent)]
    case .optionalColor(let path): [keyPath: .optional(path)]
    case .point(let path, let range): PropertyAccess.point(keyPath, path, range)
    case .rect(let path, let range): PropertyAccess.rect(keyPath, path, range)
    case .point3D(let path, let range), .direction(let path, let range):
      PropertyAccess.point3D(keyPath, path, range)
    case .choice: [:]
    }
  }
}

extension PropertyAccess {
  /// The access through an enclosing value.
  func within<Whole>(_ path: WritableKeyPath<Whole, Owner> & Sendable) -> PropertyAccess<Whole> {
    PropertyAccess<Whole>(
      kind: kind, range: range, angleUnit: angleUnit, read: { [read] in read($0[keyPath: path]) },
      write: { [write] in write(&$0[keyPath: path], $1) })
  }

  fileprivate static func optional(
    _ path: WritableKeyPath<Owner, Double?> & Sendable, _ range: NumberRange, _ absent: Double
  ) -> PropertyAccess {
    PropertyAccess(
      kind: .number, range: range, read: { .number($0[keyPath: path] ?? absent) },
      write: { owner, value in
        if case .number(let number) = value { owner[keyPath: path] = range.clamp(number) }
      })
  }

  fileprivate static func optional(_ path: WritableKeyPath<Owner, Color?> & Sendable) -> PropertyAccess {
    PropertyAccess(
      kind: .color, read: { .color($0[keyPath: path] ?? .clear) },
      write: { owner, value in
        if case .color(let color) = value { owner[keyPath: path] = color.clamped }
      })
  }

  fileprivate static func degrees(
    _ path: WritableKeyPath<Owner, Angle> & Sendable, _ range: NumberRange
  ) -> PropertyAccess {
    PropertyAccess(
      kind: .number, range: range, angleUnit: .degrees, read: { .number($0[keyPath: path].degrees) },
      write: { owner, value in
        if case .number(let number) = value { owner[keyPath: path] = .degrees(range.clamp(number)) }
      })
  }
}
