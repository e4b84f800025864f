import MeshTransform
import SceneDocument

/// Interpolates between two mesh presets.
struct MeshMorph {
  /// The layer's mesh, for a motion that animates preset parameters.
  let mesh: MeshDescription
  let animations: [AnimationDescription]
  /// The meshes at both ends.
  let ends: [Mesh]

  /// - Parameters:
  ///   - from, to: presets with their parameters, or `flat`, the flat grid of the other one.
  ///   - layerSize: in points.
  init(
    from: String, to: String, layerSize: Size, length: Double?, timing: TimingFunction?
  ) throws(Failure) {
    var start = try Self.end(from, "--from")
    var end = try Self.end(to, "--to")
    if let start, let end, start.name == end.name, Self.isSmooth(start, end) {
      // Interpolating parameters is more accurate than interpolating vertices linearly.
      mesh = MeshDescription(.preset(start.name, start.values))
      animations = try Self.changes(from: start, to: end, length: length, timing: timing)
      ends = [try Self.mesh(start, layerSize), try Self.mesh(end, layerSize)].compactMap(\.self)
      return
    }
    Self.useCommonGrid(&start, &end)
    let meshes = try Self.meshes(start, end, layerSize)
    mesh = MeshDescription(.inPlace(meshes.start))
    ends = [meshes.start, meshes.end]
    animations = [
      DefaultMotion.bending(from: meshes.start, to: meshes.end, length: length, timing: timing)
    ]
  }

  private struct PresetParameters {
    let name: String
    var values: [String: Double]
    let option: String

    var parameters: [MeshPreset.Parameter] {
      MeshPreset.all.first { $0.name == name }?.parameters ?? []
    }

    func value(_ parameter: MeshPreset.Parameter) -> Double {
      values[parameter.name] ?? parameter.defaultValue
    }
  }

  /// Nil for `flat`.
  private static func end(_ text: String, _ option: String) throws(Failure) -> PresetParameters? {
    guard text != "flat" else { return nil }
    let (name, values) = try MeshOptions.parsePreset(text, option: option)
    return PresetParameters(name: name, values: values, option: option)
  }

  /// Whether every parameter that differs is continuous.
  private static func isSmooth(_ start: PresetParameters, _ end: PresetParameters) -> Bool {
    start.parameters.allSatisfy { !$0.isInteger || start.value($0) == end.value($0) }
  }

  private static func changes(
    from start: PresetParameters, to end: PresetParameters, length: Double?, timing: TimingFunction?
  ) throws(Failure) -> [AnimationDescription] {
    var changes: [AnimationDescription] = []
    for parameter in start.parameters where start.value(parameter) != end.value(parameter) {
      let property: AnimatedProperty
      do { property = try .mesh(parameter.name) } catch { throw Failure(error, of: "--from") }
      var animation = DefaultMotion.change(property, from: start.value(parameter), to: end.value(parameter))
      animation.duration = length ?? DefaultMotion.duration
      animation.timingFunction = timing ?? .easeInEaseOut
      changes.append(animation)
    }
    guard !changes.isEmpty else {
      throw Failure(.usage, "--from and --to are the same, so nothing would move; give two different ones")
    }
    return changes
  }

  /// Gives both grids the same numbers of rows and columns, unless they are given.
  private static func useCommonGrid(_ start: inout PresetParameters?, _ end: inout PresetParameters?) {
    guard let first = start, let second = end else { return }
    for name in ["rows", "columns"] {
      guard let a = first.parameters.first(where: { $0.name == name }),
        let b = second.parameters.first(where: { $0.name == name })
      else { continue }
      switch (first.values[name], second.values[name]) {
      case (nil, nil):
        let count = max(a.defaultValue, b.defaultValue)
        start?.values[name] = count
        end?.values[name] = count
      case (let count?, nil): end?.values[name] = count
      case (nil, let count?): start?.values[name] = count
      case (_?, _?): break
      }
    }
  }

  private static func meshes(
    _ start: PresetParameters?, _ end: PresetParameters?, _ layerSize: Size
  ) throws(Failure) -> (start: Mesh, end: Mesh) {
    switch (try mesh(start, layerSize), try mesh(end, layerSize)) {
    case (let start?, let end?):
      let end = try end.measuringDepth(as: start.depthNormalization, layerSize)
      do { _ = try start.interpolated(to: end, fraction: 0) } catch {
        throw Failure(
          .usage, "--from and --to: \(error); give both the same rows and columns, or one as 'flat'")
      }
      return (start, end)
    case (let start?, nil): return (start, try start.flattened())
    case (nil, let end?): return (try end.flattened(), end)
    case (nil, nil): throw Failure(.usage, "--from and --to are both flat, so nothing would move; bend one")
    }
  }

  private static func mesh(_ parameters: PresetParameters?, _ layerSize: Size) throws(Failure) -> Mesh? {
    guard let parameters else { return nil }
    do {
      return try MeshDescription.mesh(preset: parameters.name, parameters.values, layerSize: layerSize)
    } catch {
      throw Failure(.usage, "\(parameters.option): \(error)")
    }
  }
}

extension Mesh {
  /// The same shape with z in other units.
  fileprivate func measuringDepth(as other: DepthNormalization, _ size: Size) throws(Failure) -> Mesh {
    guard other != depthNormalization else { return self }
    let factor = depthNormalization.pointsPerUnit(for: size) / other.pointsPerUnit(for: size)
    do {
      var mesh = try mappingVertices { vertex, _ in
        Vertex(from: vertex.from, to: SIMD3(vertex.to.x, vertex.to.y, vertex.to.z * Float(factor)))
      }
      mesh.depthNormalization = other
      return mesh
    } catch { throw Failure(.usage, "--to: \(error)") }
  }
}
