import MeshTransform
import SceneDocument

/// The default motion of a mesh, used when no motion is given.
enum DefaultMotion {
  /// The default duration in seconds of a motion, or of one period of a repeating motion.
  static let duration = 2.0

  /// A phase repeats without end. An amount, an angle or a bend goes from 0 to the preset's value, or to its maximum when it is
  /// not given. Nil when the preset has no such parameter, or when the value is already at the end.
  ///
  /// - Parameters:
  ///   - length: the clip's length in seconds, if one is given: it contains a whole number of periods of about two
  ///     seconds each, or the whole motion.
  static func of(
    preset name: String, _ values: [String: Double], length: Double?, timing: TimingFunction?
  ) -> AnimationDescription? {
    guard let preset = MeshPreset.all.first(where: { $0.name == name }) else { return nil }
    for parameter in ["phase", "amount", "angle", "bend"] {
      guard let described = preset.parameters.first(where: { $0.name == parameter }),
        let property = try? AnimatedProperty.mesh(parameter)
      else { continue }
      let value = values[parameter]
      if parameter == "phase" {
        let start = value ?? described.defaultValue
        let turn = start + 1 <= described.range.upperBound ? 1.0 : -1
        var animation = change(property, from: start, to: start + turn)
        animation.timing.repeatCount = .infinity
        animation.duration = length.map { $0 / max(1, ($0 / duration).rounded()) } ?? duration
        animation.timingFunction = timing ?? .linear
        return animation
      }
      let end = value ?? (parameter == "amount" ? described.range.upperBound : described.defaultValue)
      guard end != 0 else { return nil }
      var animation = change(property, from: 0, to: end)
      animation.duration = length ?? duration
      animation.timingFunction = timing ?? .easeInEaseOut
      return animation
    }
    return nil
  }

  /// Interpolates from the flat grid to the mesh.
  static func bending(
    to mesh: Mesh, length: Double?, timing: TimingFunction?
  ) throws(Failure) -> AnimationDescription {
    try bending(from: mesh.flattened(), to: mesh, length: length, timing: timing)
  }

  static func bending(
    from start: Mesh, to end: Mesh, length: Double?, timing: TimingFunction?
  ) -> AnimationDescription {
    var animation = AnimationDescription(
      .change(
        .mesh,
        AnimationDescription.Ends(
          from: .mesh(MeshDescription(.inPlace(start))), to: .mesh(MeshDescription(.inPlace(end)))))
    )
    animation.duration = length ?? duration
    animation.timingFunction = timing ?? .easeInEaseOut
    return animation
  }

  static func change(_ property: AnimatedProperty, from start: Double, to end: Double) -> AnimationDescription
  {
    AnimationDescription(
      .change(property, AnimationDescription.Ends(from: .value(.number(start)), to: .value(.number(end)))))
  }
}

extension Mesh {
  /// The flat grid of the same mesh: every `to` equals its `from`.
  func flattened() throws(Failure) -> Mesh {
    do {
      return try mappingVertices { vertex, _ in
        Vertex(from: vertex.from, to: SIMD3(vertex.from.x, vertex.from.y, 0))
      }
    } catch { throw Failure(.internalFault, "\(error)") }
  }
}
