import MeshTransform
import SceneDocument

/// Interpolates between two meshes: presets, files, or one of them flat.
struct MeshMorph {
  /// The layer's mesh, for a motion that animates preset parameters.
  let mesh: MeshDescription
  let animations: [AnimationDescription]
  /// The meshes at both ends.
  let ends: [Mesh]

  /// - Parameters:
  ///   - from, to: presets with their parameters, files, or `flat`, the flat shape of the other one.
  ///   - reader: makes their meshes.
  ///   - settings: those of flags, for the meshes of both ends.
  init(
    from: String, to: String, by reader: MorphEnd.Reader, settings: MeshSettings, length: Double?,
    timing: TimingFunction?
  ) throws(Failure) {
    var (start, end) = (try MorphEnd(from, option: "--from"), try MorphEnd(to, option: "--to"))
    if case .preset(let a) = start, case .preset(let b) = end, a.name == b.name, Self.isSmooth(a, b) {
      // Interpolating parameters is more accurate than interpolating vertices linearly.
      mesh = MeshDescription(.preset(a.name, a.values), settings: settings)
      animations = try Self.changes(from: a, to: b, length: length, timing: timing)
      ends = [try reader.mesh(start), try reader.mesh(end)].compactMap(\.self)
      return
    }
    MorphEnd.useCommonGrid(&start, &end)
    ends = try Self.meshes(start, end, reader).map { mesh in
      var mesh = mesh
      settings.apply(to: &mesh)
      return mesh
    }
    mesh = MeshDescription(.inPlace(ends[0]))
    animations = [DefaultMotion.bending(from: ends[0], to: ends[1], length: length, timing: timing)]
  }

  /// Whether every parameter that differs is continuous.
  private static func isSmooth(_ start: MorphEnd.Preset, _ end: MorphEnd.Preset) -> Bool {
    start.parameters.allSatisfy { !$0.isInteger || start.value($0) == end.value($0) }
  }

  private static func changes(
    from start: MorphEnd.Preset, to end: MorphEnd.Preset, length: Double?, timing: TimingFunction?
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
      throw Failure(.usage, "--from and --to are the same, so nothing would move; use two different ones")
    }
    return changes
  }

  /// The meshes of both ends, with the same faces.
  private static func meshes(
    _ start: MorphEnd, _ end: MorphEnd, _ reader: MorphEnd.Reader
  ) throws(Failure) -> [Mesh] {
    let meshes: [Mesh]
    switch (try reader.mesh(start), try reader.mesh(end)) {
    case (let start?, let end?): meshes = [start, end]
    case (let start?, nil): meshes = [start, try start.flattened()]
    case (nil, let end?): meshes = [try end.flattened(), end]
    case (nil, nil): throw Failure(.usage, "--from and --to are both flat, so nothing would move; bend one")
    }
    do {
      return try Mesh.onCommonGrid(meshes, layerSize: reader.layerSize, limit: reader.limits.maxVertices)
    } catch {
      throw Failure(
        .badData,
        "\(error.mesh == 0 ? "--from" : "--to"): the other mesh has different faces, and this one cannot be resampled on a "
          + "common grid: \(error)")
    }
  }
}
