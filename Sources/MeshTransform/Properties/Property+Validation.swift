extension Property {
  /// A value beyond the property's range.
  struct Fault {
    let name: String
    /// All numbers of the value, and the first one at fault.
    let numbers: [Double], number: Double
    /// What is allowed, for an error: "use ...".
    let allowed: String
  }

  /// Why the owner's value can't be used; nil when it can. Whether a direction is zero is not looked at.
  func fault(in owner: Owner) -> Fault? {
    switch value {
    case .number(let path, let range): fault(owner[keyPath: path], range)
    case .angle(let path, let range): fault(owner[keyPath: path].roundedDegrees, range)
    case .color(let path):
      fault(owner[keyPath: path].channels, NumberRange(0...1), "red, green, blue and alpha in 0...1")
    case .point3D(let path, let range), .direction(let path, let range):
      fault(owner[keyPath: path].coordinates, range, range.ofSeveral)
    case .flag, .choice: nil
    }
  }

  private func fault(_ number: Double, _ range: NumberRange) -> Fault? {
    range.contains(number) ? nil : fault([number], range, range.description)
  }

  private func fault(_ numbers: [Double], _ range: NumberRange, _ allowed: String) -> Fault? {
    guard let number = numbers.first(where: { !range.contains($0) }) else { return nil }
    return Fault(name: name, numbers: numbers, number: number, allowed: allowed)
  }
}

extension NumberRange {
  /// `points in -1e9...1e9`, for the numbers of one value.
  fileprivate var ofSeveral: String { "\(unit.isEmpty ? "numbers" : unit) in \(bounds)" }
}

extension Angle {
  /// In degrees, rounded to 1e-9: radians and back can miss the last place, and 90 degrees are meant to be in 0...90.
  package var roundedDegrees: Double {
    abs(degrees) < 1e6 ? (degrees * 1e9).rounded() / 1e9 : degrees
  }
}

extension Color {
  fileprivate var channels: [Double] { [red, green, blue, alpha] }
}

extension Point3D {
  fileprivate var coordinates: [Double] { [x, y, z] }
}
