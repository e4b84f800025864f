/// Why a ``Light`` or a ``Surface`` cannot be used. Properties are named as in the model.
public enum LightError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A property with a value that is out of its range.
  case outOfRange(property: String, value: Double, allowed: String)
  /// A light without a direction.
  case zeroDirection

  /// The invalid property, as in the model.
  public var property: String {
    switch self {
    case .outOfRange(let property, _, _): property
    case .zeroDirection: "direction"
    }
  }

  public var description: String {
    switch self {
    case .outOfRange(let property, let value, let allowed): "\(property) is \(value); use \(allowed)"
    case .zeroDirection:
      "direction is (0, 0, 0); use the direction in which the light travels, such as (0, 0, -1) into the screen"
    }
  }
}

extension LightError {
  /// - Throws: for the first property of the owner out of its range.
  static func check<Owner>(
    _ owner: Owner, _ properties: [Property<Owner>], _ ranges: PropertyRanges<Owner>
  ) throws(LightError) {
    if withUnsafePointer(to: owner, ranges.areValid) { return }
    guard let fault = properties.fault(in: owner) else { return }
    throw .outOfRange(property: fault.name, value: fault.number, allowed: fault.allowed)
  }
}
