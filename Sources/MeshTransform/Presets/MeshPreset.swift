/// A mesh generator with a name and parameters, for the command line and scene files.
///
/// In Swift each has a typed function: `try Mesh.ripple { $0.waves = 6 }` is `MeshPreset.named("ripple")` with
/// `["waves": 6]`.
public struct MeshPreset: Sendable {
  /// The name in lowerCamelCase.
  public let name: String
  /// The effect on the picture, in one line.
  public let summary: String
  /// The parameters, in the order of lists.
  public let parameters: [Parameter]
  private let make: @Sendable ([String: Double]) -> Result<Mesh, MeshPresetError>
  private let findWarning: @Sendable ([String: Double]) -> String?

  init<Parameters: PresetDefinition>(_ type: Parameters.Type) {
    (name, summary) = (type.name, type.summary)
    parameters = type.parameters.map(\.described)
    make = { values in
      Result { () throws(MeshPresetError) in try Parameters(values: values).checkedMesh() }
    }
    findWarning = { values in (try? Parameters(values: values))?.warning }
  }

  /// The mesh for `values` by parameter name; the other parameters have their defaults.
  ///
  /// - Throws: ``MeshPresetError`` for an unknown parameter, a value out of its range, and values that conflict.
  public func mesh(_ values: [String: Double] = [:]) throws(MeshPresetError) -> Mesh {
    try make(values).get()
  }

  /// A warning about values with which ``mesh(_:)`` succeeds, such as those of a shape that crosses itself. It is the end of
  /// a sentence whose subject is the mesh; nil without a warning.
  /// - Parameter values: as of ``mesh(_:)``; nil is the result for values that it refuses, too.
  public func warning(_ values: [String: Double] = [:]) -> String? { findWarning(values) }

  /// A parameter of a preset: a number, or the number of a name.
  public struct Parameter: Hashable, Sendable {
    /// The name in lowerCamelCase.
    public let name: String
    /// The effect, in one line.
    public let summary: String
    /// The unit as it reads after a number; empty if the summary includes it.
    public let unit: String
    /// The value of a parameter that is not given.
    public let defaultValue: Double
    /// The allowed values, in the unit.
    public let range: ClosedRange<Double>
    /// Whether the value is a whole number.
    public let isInteger: Bool
    /// The names of the values 0, 1, 2, ..., with their meanings; empty for a parameter that is a number.
    package let valueNames: [ValueName]

    /// The names of the values 0, 1, 2, ...; empty for a parameter that is a number.
    public var names: [String] { valueNames.map(\.name) }

    /// The value of a name, in upper or lower case; nil if there is none.
    package func value(named name: String) -> Double? {
      names.firstIndex { $0.lowercased() == name.lowercased() }.map(Double.init)
    }

    /// The name of a value, or else the number without a trailing `.0`.
    package func text(of value: Double) -> String {
      guard let index = Int(exactly: value), names.indices.contains(index) else {
        return value.shortText
      }
      return names[index]
    }

    /// Whether the number is an angle, in degrees.
    public var isAngle: Bool { unit == Self.degrees }

    static let degrees = "degrees"
  }
}

extension MeshPreset {
  /// All presets, those of the article on mesh transforms first.
  public static let all: [MeshPreset] = [
    MeshPreset(Wave.self), MeshPreset(Ripple.self), MeshPreset(Curtain.self), MeshPreset(Bulge.self),
    MeshPreset(Ellipse.self), MeshPreset(Jelly.self), MeshPreset(Flag.self), MeshPreset(PageCurl.self),
    MeshPreset(Genie.self), MeshPreset(Cylinder.self), MeshPreset(Twist.self), MeshPreset(Swirl.self),
    MeshPreset(Fold.self), MeshPreset(Lens.self), MeshPreset(CornerPin.self), MeshPreset(Style.self),
    MeshPreset(Flat.self), MeshPreset(PageTurn.self), MeshPreset(Panorama.self),
  ]

  /// The preset with a name.
  /// - Throws: ``MeshPresetError/unknownPreset(_:nearest:)``, or ``MeshPresetError/valueOfPreset(_:preset:)``.
  public static func named(_ name: String) throws(MeshPresetError) -> MeshPreset {
    if let preset = all.first(where: { $0.name == name }) { return preset }
    // The first parameter with names of a preset: the styles of the preset "style".
    for preset in all {
      guard let value = preset.parameters.first?.valueNames.first(where: { $0.name == name })?.name else {
        continue
      }
      throw .valueOfPreset(value, preset: preset.name)
    }
    throw .unknownPreset(name, nearest: NearestName.match(name, in: all.map(\.name)))
  }
}
