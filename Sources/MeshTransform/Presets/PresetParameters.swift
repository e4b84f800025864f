/// A preset's parameters, as the properties of a value that makes the mesh.
///
/// The initial values of the properties are the defaults, the only place where they stand.
protocol PresetParameters: Sendable {
  static var name: String { get }
  static var summary: String { get }
  static var parameters: [PresetParameter<Self>] { get }

  init()
  /// Why the parameters, each in its range, make no picture together; nil when they do.
  var conflict: String? { get }
  /// Asked for only with all parameters in range and without conflict.
  /// - Parameter other: a mesh of the same preset with other values; what the two have in common may be shared, so that
  ///   the frames of an animation do not make a million faces again and again.
  func mesh(like other: Mesh?) throws(MeshError) -> Mesh
}

extension PresetParameters {
  var conflict: String? { nil }

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

  func checkedMesh(like other: Mesh? = nil) throws(MeshPresetError) -> Mesh {
    for parameter in Self.parameters { try parameter.check(parameter.read(self)) }
    if let conflict { throw .conflict(preset: Self.name, conflict) }
    do {
      return try mesh(like: other)
    } catch {
      throw .mesh(preset: Self.name, error)
    }
  }
}
