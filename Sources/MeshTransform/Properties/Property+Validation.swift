/// A value of a ``Property`` out of its range.
struct PropertyFault {
  let name: String
  /// All numbers of the value, and the first invalid one.
  let numbers: [Double], number: Double
  /// The allowed values, for an error: "use ...".
  let allowed: String
}

extension Property {
  /// The fault of the owner's value; nil if it is valid. Directions of length zero are not detected.
  func fault(in owner: Owner) -> PropertyFault? {
    guard !isValid(owner), let (count, read) = value.numbers, let range = value.range else { return nil }
    let numbers = (0..<count).map { read(owner)[$0] }
    let number = numbers.first { !range.contains($0) } ?? numbers[0]
    return PropertyFault(name: name, numbers: numbers, number: number, allowed: value.allowed)
  }
}

extension Property.Value {
  /// The range of each number of the value, in degrees for an angle; nil for values without numbers.
  package var range: NumberRange? {
    switch self {
    case .number(_, let range), .optionalNumber(_, let range, _), .angle(_, let range): range
    case .point(_, let range), .point3D(_, let range), .direction(_, let range), .rect(_, let range): range
    case .color, .optionalColor: NumberRange(0...1)
    case .flag, .choice: nil
    }
  }

  /// The value as numbers: their count, and access to those of an owner.
  fileprivate var numbers: (count: Int, read: @Sendable (Owner) -> SIMD4<Double>)? {
    switch self {
    case .number(let path, _): (1, { SIMD4($0[keyPath: path], 0, 0, 0) })
    case .optionalNumber(let path, _, let absent): (1, { SIMD4($0[keyPath: path] ?? absent, 0, 0, 0) })
    case .angle(let path, _): (1, { SIMD4($0[keyPath: path].roundedDegrees, 0, 0, 0) })
    case .color(let path): (4, { $0[keyPath: path].channels })
    case .optionalColor(let path): (4, { $0[keyPath: path]?.channels ?? .zero })
    case .point(let path, _): (2, { AnimationValue.point($0[keyPath: path]).numbers })
    case .point3D(let path, _), .direction(let path, _):
      (3, { AnimationValue.point3D($0[keyPath: path]).numbers })
    case .rect(let path, _): (4, { AnimationValue.rect($0[keyPath: path]).numbers })
    case .flag, .choice: nil
    }
  }

  /// Whether an owner's numbers are in the range.
  var isValid: @Sendable (Owner) -> Bool {
    guard let (count, read) = numbers, let range else { return { _ in true } }
    return { range.contains(read($0), count) }
  }

  fileprivate var allowed: String {
    switch self {
    case .color, .optionalColor: return "red, green, blue and alpha in 0...1"
    case .point(_, let range), .point3D(_, let range), .direction(_, let range), .rect(_, let range):
      return "\(range.unit == .none ? "numbers" : range.unit.rawValue) in \(range.bounds)"
    case .number, .optionalNumber, .angle, .flag, .choice: return range?.description ?? ""
    }
  }
}

extension NumberRange {
  /// Whether the range contains the first `count` numbers.
  func contains(_ numbers: SIMD4<Double>, _ count: Int) -> Bool {
    for i in 0..<count where !contains(numbers[i]) { return false }
    return true
  }
}

extension Angle {
  /// Degrees, rounded to 1e-9: the conversion to radians and back can change the last digit, and 90 degrees must be in
  /// 0...90.
  package var roundedDegrees: Double {
    abs(degrees) < 1e6 ? (degrees * 1e9).rounded() / 1e9 : degrees
  }
}

extension Color {
  fileprivate var channels: SIMD4<Double> { SIMD4(red, green, blue, alpha) }
}
