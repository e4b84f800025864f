/// Why a preset cannot make a mesh.
public enum MeshPresetError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A name that is no preset, and a similar one.
  case unknownPreset(String, nearest: String?)
  /// A name that is no preset but a value of a preset's first parameter.
  case valueOfPreset(String, preset: String)
  /// A name that is no parameter of the preset, and a similar one.
  case unknownParameter(String, preset: String, nearest: String?)
  /// A value out of the range of its parameter.
  case outOfRange(MeshPreset.Parameter, preset: String, value: Double)
  /// A fraction for a parameter that is a whole number.
  case notInteger(MeshPreset.Parameter, preset: String, value: Double)
  /// Values that are in range but conflict; the sentence gives the reason and a remedy.
  case conflict(preset: String, String)
  /// Values that give no valid mesh.
  case mesh(preset: String, MeshError)

  /// Preset and parameter, value and allowed values.
  public var description: String {
    switch self {
    case .unknownPreset(let name, let nearest):
      "there is no mesh preset '\(name.excerpt)'" + Self.end(nearest, MeshPreset.all.map(\.name))
    case .valueOfPreset(let name, let preset):
      "'\(name)' is not a mesh preset but a value of the preset '\(preset)'; write \(preset):\(name), or in a scene "
        + "\"preset\": \"\(preset)\", \"\(Self.firstParameter(of: preset))\": \"\(name)\""
    case .unknownParameter(let name, let preset, let nearest):
      "\(preset) has no parameter '\(name.excerpt)'"
        + Self.end(
          nearest, MeshPreset.all.first { $0.name == preset }?.parameters.map(\.name) ?? [])
    case .outOfRange(let parameter, let preset, let value) where !parameter.names.isEmpty:
      "\(preset): \(parameter.name) is \(value.shortText); use 0 to \(parameter.names.count - 1), the positions of "
        + parameter.names.joined(separator: ", ")
    case .outOfRange(let parameter, let preset, let value):
      "\(preset): \(parameter.name) is \(value.shortText); use \(parameter.range.lowerBound.shortText) to "
        + parameter.range.upperBound.shortText + (parameter.unit.isEmpty ? "" : " \(parameter.unit)")
    case .notInteger(let parameter, let preset, let value):
      "\(preset): \(parameter.name) is \(value.shortText); use a whole number"
    case .conflict(let preset, let reason): "\(preset): \(reason)"
    case .mesh(let preset, let error): "\(preset): \(error)"
    }
  }

  private static func firstParameter(of preset: String) -> String {
    MeshPreset.all.first { $0.name == preset }?.parameters.first?.name ?? ""
  }

  private static func end(_ nearest: String?, _ names: [String]) -> String {
    nearest.map { "; did you mean '\($0)'?" } ?? "; choose from " + names.joined(separator: ", ")
  }
}
