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
