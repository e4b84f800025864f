/// A parameter of a preset: its name, range and meaning, and the property that holds it.
struct PresetParameter<Parameters: PresetDefinition>: Sendable {
  let name: String
  let summary: String
  let unit: String
  let range: ClosedRange<Double>
  let isInteger: Bool
  /// The names of the values 0, 1, 2, ...; empty for a number.
  let names: [ValueName]
  let read: @Sendable (Parameters) -> Double
  let write: @Sendable (inout Parameters, Double) -> Void

  init(
    _ name: String, _ path: WritableKeyPath<Parameters, Double> & Sendable, _ range: ClosedRange<Double>,
    _ unit: String, _ summary: String
  ) {
    (self.name, self.summary, self.unit, self.range, isInteger) = (name, summary, unit, range, false)
    names = []
    read = { $0[keyPath: path] }
    write = { $0[keyPath: path] = $1 }
  }

  /// A ratio, or a number whose summary includes its unit.
  init(
    _ name: String, _ path: WritableKeyPath<Parameters, Double> & Sendable, _ range: ClosedRange<Double>,
    _ summary: String
  ) {
    self.init(name, path, range, "", summary)
  }

  /// A count.
  init(
    _ name: String, _ path: WritableKeyPath<Parameters, Int> & Sendable, _ range: ClosedRange<Double>,
    _ summary: String
  ) {
    (self.name, self.summary, unit, self.range, isInteger) = (name, summary, "", range, true)
    names = []
    read = { Double($0[keyPath: path]) }
    write = { $0[keyPath: path] = Int(clamping: $1) }
  }

  /// An angle; values by name are in degrees.
  init(
    _ name: String, _ path: WritableKeyPath<Parameters, Angle> & Sendable, _ range: ClosedRange<Double>,
    _ summary: String
  ) {
    (self.name, self.summary, unit, self.range, isInteger) = (
      name, summary, MeshPreset.Parameter.degrees, range, false
    )
    names = []
    read = { $0[keyPath: path].roundedDegrees }
    write = { $0[keyPath: path] = .degrees($1) }
  }

  /// One of the names of an enumeration, whose values are the positions of its cases.
  init<Name: NamedValue>(
    _ name: String, _ path: WritableKeyPath<Parameters, Name> & Sendable, _ summary: String
  ) {
    let names = Name.valueNames
    (self.name, self.summary, unit, isInteger) = (name, summary, "", true)
    (self.names, range) = (names, 0...Double(names.count - 1))
    read = { parameters in
      Double(names.firstIndex { $0.name == parameters[keyPath: path].rawValue } ?? 0)
    }
    write = { if let name = Name(rawValue: names[Int(clamping: $1)].name) { $0[keyPath: path] = name } }
  }

  /// The number of rows of the grid.
  static func rows(_ path: WritableKeyPath<Parameters, Int> & Sendable) -> PresetParameter {
    PresetParameter("rows", path, 1...1000, "faces from top to bottom")
  }

  static func columns(_ path: WritableKeyPath<Parameters, Int> & Sendable) -> PresetParameter {
    PresetParameter("columns", path, 1...1000, "faces from left to right")
  }

  /// The time of an animation with a period of one turn.
  static func phase(_ path: WritableKeyPath<Parameters, Double> & Sendable, _ summary: String)
    -> PresetParameter
  {
    PresetParameter("phase", path, -1000...1000, "turns", summary)
  }

  /// The proportions of the layer, for shapes that keep their own.
  static func aspect(_ path: WritableKeyPath<Parameters, Double> & Sendable) -> PresetParameter {
    PresetParameter("aspect", path, 0.01...100, "the layer's width divided by its height")
  }

  var described: MeshPreset.Parameter {
    MeshPreset.Parameter(
      name: name, summary: summary, unit: unit, defaultValue: read(Parameters()), range: range,
      isInteger: isInteger, valueNames: names)
  }

  /// NaN is in no range.
  func check(_ value: Double) throws(MeshPresetError) {
    guard range.contains(value) else { throw .outOfRange(described, preset: Parameters.name, value: value) }
    guard !isInteger || value == value.rounded() else {
      throw .notInteger(described, preset: Parameters.name, value: value)
    }
  }
}
