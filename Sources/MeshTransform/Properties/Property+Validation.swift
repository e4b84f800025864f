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
    guard !isInRange(owner), let (count, read) = value.numbers, let range = value.range else { return nil }
    let all = withUnsafePointer(to: owner, read)
    let numbers = (0..<count).map { all[$0] }
    let number = numbers.first { !range.contains($0) } ?? numbers[0]
    return PropertyFault(name: name, numbers: numbers, number: number, allowed: value.allowed)
  }
}

extension Array {
  /// The fault of the first invalid property of an owner; nil if all are valid.
  func fault<Owner>(in owner: Owner) -> PropertyFault? where Element == Property<Owner> {
    lazy.compactMap { $0.fault(in: owner) }.first
  }
}

/// The ranges of all properties of a type, checked at once: most are numbers at known places in an owner.
struct PropertyRanges<Owner: Sendable>: Sendable {
  private let numbers: [Number]
  private let others: [@Sendable (UnsafePointer<Owner>) -> Bool]

  /// A number that is stored in an owner.
  private struct Number {
    let offset: Int
    /// The bounds, both included, and one more valid number; NaN for none.
    let low: Double, high: Double, exception: Double
  }

  init(_ properties: [Property<Owner>]) {
    numbers = properties.flatMap { property -> [Number] in
      guard let (offset, count) = property.value.storedNumbers, let range = property.value.range else {
        return []
      }
      return (0..<count).map { index in
        Number(
          offset: offset + index * MemoryLayout<Double>.stride,
          low: range.isOpenBelow ? range.lowerBound.nextUp : range.lowerBound, high: range.upperBound,
          exception: range.exception ?? .nan)
      }
    }
    others = properties.compactMap { $0.value.storedNumbers == nil ? $0.isValid : nil }
  }

  /// Whether all properties are in their ranges.
  func areValid(_ owner: UnsafePointer<Owner>) -> Bool {
    for place in numbers {
      // The number is stored there, see ``Property/Value/storedNumbers``.
      let number = UnsafeRawPointer(owner).load(fromByteOffset: place.offset, as: Double.self)
      if !(number >= place.low && number <= place.high), number != place.exception { return false }
    }
    for index in others.indices where !others[index](owner) { return false }
    return true
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
  fileprivate var numbers: (count: Int, read: @Sendable (UnsafePointer<Owner>) -> SIMD4<Double>)? {
    switch self {
    case .number(let path, _):
      let read = Self.reader(path)
      return (1, { SIMD4(read($0), 0, 0, 0) })
    case .optionalNumber(let path, _, let absent):
      let read = Self.reader(path)
      return (1, { SIMD4(read($0) ?? absent, 0, 0, 0) })
    case .angle(let path, _):
      let read = Self.reader(path)
      return (1, { SIMD4(read($0).roundedDegrees, 0, 0, 0) })
    case .color(let path):
      let read = Self.reader(path)
      return (4, { read($0).channels })
    case .optionalColor(let path):
      let read = Self.reader(path)
      return (4, { read($0)?.channels ?? .zero })
    case .point(let path, _):
      let read = Self.reader(path)
      return (2, { AnimationValue.point(read($0)).numbers })
    case .point3D(let path, _), .direction(let path, _):
      let read = Self.reader(path)
      return (3, { AnimationValue.point3D(read($0)).numbers })
    case .rect(let path, _):
      let read = Self.reader(path)
      return (4, { AnimationValue.rect(read($0)).numbers })
    case .flag, .choice: return nil
    }
  }

  /// Reads a stored value at its offset in the owner. A key path takes about ten times as long.
  private static func reader<Stored: BitwiseCopyable>(
    _ path: WritableKeyPath<Owner, Stored> & Sendable
  ) -> @Sendable (UnsafePointer<Owner>) -> Stored {
    guard let offset = MemoryLayout<Owner>.offset(of: path) else { return { $0.pointee[keyPath: path] } }
    // The memory at the offset of a stored property holds its value, whose type has no references.
    return { UnsafeRawPointer($0).load(fromByteOffset: offset, as: Stored.self) }
  }

  /// Whether the numbers of the owner at an address are in the range; nil where there are no numbers.
  var isValid: (@Sendable (UnsafePointer<Owner>) -> Bool)? {
    guard let (count, read) = numbers, let range else { return nil }
    return { range.contains(read($0), count) }
  }

  /// The offset of the first number in the owner and their count, where the value is stored as its numbers, one after the
  /// other; nil for others.
  fileprivate var storedNumbers: (offset: Int, count: Int)? {
    let offset: Int? =
      switch self {
      case .number(let path, _): MemoryLayout<Owner>.offset(of: path)
      case .point(let path, _): MemoryLayout<Owner>.offset(of: path)
      case .point3D(let path, _), .direction(let path, _): MemoryLayout<Owner>.offset(of: path)
      case .rect(let path, _): MemoryLayout<Owner>.offset(of: path)
      case .color(let path): MemoryLayout<Owner>.offset(of: path)
      case .angle, .optionalNumber, .optionalColor, .flag, .choice: nil
      }
    guard let offset, let numbers else { return nil }
    return (offset, numbers.count)
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
