import MeshTransform

extension Angle {
  /// The CSS angle units.
  static let units = ["deg", "rad", "grad", "turn"]

  /// Nil for an unknown unit.
  init?(_ value: Double, unit: String) {
    switch unit {
    case "deg": self = .degrees(value)
    case "rad": self = .radians(value)
    case "grad": self = .gradians(value)
    case "turn": self = .turns(value)
    default: return nil
    }
  }
}

extension Angle {
  /// The shortest degrees that convert to exactly these radians, if any.
  var shortDegrees: Double {
    let exact = degrees
    return [roundedDegrees, exact, exact.nextUp, exact.nextDown].first { Angle.degrees($0) == self } ?? exact
  }
}
