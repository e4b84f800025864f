/// The mesh of a preset, and the parameter values from which it is made.
struct PreparedPreset: Sendable {
  let source: PresetMesh
  let preset: MeshPreset
  /// The mesh for the initial parameter values.
  let mesh: Mesh
  /// The value of every parameter.
  let values: [String: Double]

  /// - Parameter settings: the layer's mesh, whose drawing settings are kept.
  init(_ source: PresetMesh, settings: Mesh?) throws(AnimationError) {
    self.source = source
    do throws(MeshPresetError) {
      preset = try MeshPreset.named(source.preset)
      var mesh = try preset.mesh(source.values)
      mesh.takeSettings(of: settings)
      self.mesh = mesh
    } catch {
      throw AnimationError(.preset(error))
    }
    var values = source.values
    for parameter in preset.parameters where values[parameter.name] == nil {
      values[parameter.name] = parameter.defaultValue
    }
    self.values = values
  }

  /// The mesh for other parameter values; counts are rounded to whole numbers.
  func mesh(_ changed: [String: Double]) throws(AnimationError) -> Mesh {
    if changed == values { return mesh }
    var values = changed
    for parameter in preset.parameters where parameter.isInteger {
      values[parameter.name] = values[parameter.name]?.rounded()
    }
    do throws(MeshPresetError) {
      var made = try preset.mesh(values)
      made.takeSettings(of: mesh)
      return made
    } catch {
      throw AnimationError(.preset(error))
    }
  }

  func parameter(_ name: String) -> MeshPreset.Parameter? { preset.parameters.first { $0.name == name } }
}

extension Mesh {
  /// Copies refinement and drawing settings of another mesh; nil changes nothing.
  fileprivate mutating func takeSettings(of other: Mesh?) {
    guard let other else { return }
    (depthNormalization, replicatesEdges) = (other.depthNormalization, other.replicatesEdges)
    (subdivisionSteps, faceInterpolation) = (other.subdivisionSteps, other.faceInterpolation)
  }
}
