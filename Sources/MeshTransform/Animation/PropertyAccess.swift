/// Reads and writes one property of a layer, a surface or a light for an animation.
struct PropertyAccess<Owner: Sendable>: Sendable {
  let kind: AnimationValue.Kind
  /// The range of each number; nil for any numbers.
  var range: NumberRange?
  /// The unit of a number that is an angle.
  var angleUnit: AnimatedProperty.AngleUnit?
  let read: @Sendable (Owner) -> AnimationValue
  /// Clamps the value to the range of the property, as in Core Animation; ignores values of another kind.
  let write: @Sendable (inout Owner, AnimationValue) -> Void

  static func number(
    _ path: WritableKeyPath<Owner, Double> & Sendable, _ range: NumberRange
  ) -> PropertyAccess {
    PropertyAccess(
      kind: .number, range: range, read: { .number($0[keyPath: path]) },
      write: { owner, value in
        guard case .number(let number) = value else { return }
        owner[keyPath: path] = range.clamp(number)
      })
  }

  static func flag(_ path: WritableKeyPath<Owner, Bool> & Sendable) -> PropertyAccess {
    PropertyAccess(
      kind: .flag, read: { .flag($0[keyPath: path]) },
      write: { owner, value in
        if case .flag(let flag) = value { owner[keyPath: path] = flag }
      })
  }

  static func color(_ path: WritableKeyPath<Owner, Color> & Sendable) -> PropertyAccess {
    PropertyAccess(
      kind: .color, read: { .color($0[keyPath: path]) },
      write: { owner, value in
        if case .color(let color) = value { owner[keyPath: path] = color.clamped }
      })
  }

  /// Accesses to a property and its parts `.x` and `.y`.
  static func point(
    _ name: String, _ path: WritableKeyPath<Owner, Point> & Sendable, _ range: NumberRange
  ) -> [String: PropertyAccess] {
    let whole = PropertyAccess(
      kind: .point, range: range, read: { .point($0[keyPath: path]) },
      write: { owner, value in
        if case .point(let point) = value {
          owner[keyPath: path] = Point(range.clamp(point.x), range.clamp(point.y))
        }
      })
    return [
      name: whole, "\(name).x": part(of: path, \.x, range), "\(name).y": part(of: path, \.y, range),
    ]
  }

  /// Accesses to a property and its parts `.x`, `.y` and `.z`.
  static func point3D(
    _ name: String, _ path: WritableKeyPath<Owner, Point3D> & Sendable, _ range: NumberRange
  ) -> [String: PropertyAccess] {
    let whole = PropertyAccess(
      kind: .point3D, range: range, read: { .point3D($0[keyPath: path]) },
      write: { owner, value in
        if case .point3D(let point) = value {
          owner[keyPath: path] = Point3D(range.clamp(point.x), range.clamp(point.y), range.clamp(point.z))
        }
      })
    return [
      name: whole, "\(name).x": part(of: path, \.x, range), "\(name).y": part(of: path, \.y, range),
      "\(name).z": part(of: path, \.z, range),
    ]
  }

  /// Accesses to a property and its parts `.origin`, `.size`, `.origin.x` and so on.
  static func rect(
    _ name: String, _ path: WritableKeyPath<Owner, Rect> & Sendable, _ range: NumberRange
  ) -> [String: PropertyAccess] {
    let parts: [(String, AnimationValue.Kind, [Int])] = [
      ("", .rect, [0, 1, 2, 3]), (".origin", .point, [0, 1]), (".size", .size, [2, 3]),
      (".origin.x", .number, [0]), (".origin.y", .number, [1]), (".size.width", .number, [2]),
      (".size.height", .number, [3]),
    ]
    var found: [String: PropertyAccess] = [:]
    for (suffix, kind, lanes) in parts {
      found[name + suffix] = PropertyAccess(kind: kind, range: range) { owner in
        let all = AnimationValue.rect(owner[keyPath: path]).numbers
        var some = SIMD4<Double>.zero
        for (i, lane) in lanes.enumerated() { some[i] = all[lane] }
        return AnimationValue(kind, some)
      } write: { owner, value in
        guard value.kind == kind else { return }
        var all = AnimationValue.rect(owner[keyPath: path]).numbers
        for (i, lane) in lanes.enumerated() { all[lane] = range.clamp(value.numbers[i]) }
        guard case .rect(let rect) = AnimationValue(.rect, all) else { return }
        owner[keyPath: path] = rect
      }
    }
    return found
  }

  private static func part<Whole>(
    of path: WritableKeyPath<Owner, Whole> & Sendable, _ part: WritableKeyPath<Whole, Double> & Sendable,
    _ range: NumberRange
  ) -> PropertyAccess {
    PropertyAccess(
      kind: .number, range: range, read: { .number($0[keyPath: path][keyPath: part]) },
      write: { owner, value in
        if case .number(let number) = value { owner[keyPath: path][keyPath: part] = range.clamp(number) }
      })
  }
}

extension Color {
  /// The color with every channel clamped to 0...1.
  var clamped: Color {
    func hold(_ x: Double) -> Double { min(max(x, 0), 1) }
    return Color(red: hold(red), green: hold(green), blue: hold(blue), alpha: hold(alpha))
  }
}
