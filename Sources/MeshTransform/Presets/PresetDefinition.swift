/// The parameters of a preset, as the properties of a value that makes the mesh.
///
/// The initial values of the properties are the defaults.
protocol PresetDefinition: Sendable {
  static var name: String { get }
  static var summary: String { get }
  static var parameters: [PresetParameter<Self>] { get }

  init()
  /// The reason why parameters within their ranges conflict; nil if they do not.
  var conflict: String? { get }
  /// A warning about allowed parameters, as the end of a sentence whose subject is the mesh; nil without one.
  var warning: String? { get }
  /// The mesh, for parameters in range and without conflict.
  func mesh() throws(MeshError) -> Mesh
}

extension PresetDefinition {
  var conflict: String? { nil }
  var warning: String? { nil }

  /// The mesh for the default parameters with the changes of `change`.
  static func mesh(_ change: (inout Self) -> Void) throws(MeshPresetError) -> Mesh {
    var parameters = Self()
    change(&parameters)
    return try parameters.checkedMesh()
  }

  /// Default parameters with the named ones set, in order of the names, so that the first error is reproducible.
  init(values: [String: Double]) throws(MeshPresetError) {
    self.init()
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      guard let parameter = Self.parameters.first(where: { $0.name == name }) else {
        let nearest = NearestName.match(name, in: Self.parameters.map(\.name))
        throw .unknownParameter(name, preset: Self.name, nearest: nearest)
      }
      try parameter.check(value)
      parameter.write(&self, value)
    }
  }

  func checkedMesh() throws(MeshPresetError) -> Mesh {
    for parameter in Self.parameters { try parameter.check(parameter.read(self)) }
    if let conflict { throw .conflict(preset: Self.name, conflict) }
    do {
      return try mesh()
    } catch {
      throw .mesh(preset: Self.name, error)
    }
  }
}
