import MeshTransform
import SceneDocument

/// The default motion of a mesh, used when no motion is given.
enum DefaultMotion {
  /// The default duration in seconds of a motion, or of one period of a repeating motion.
  static let duration = 2.0

  /// The parameters by which presets move, in the order of preference.
  enum Parameter: String, CaseIterable {
    case phase, amount, angle, bend

    /// Whether the parameter also moves over moving content. An angle or a bend shapes a still mesh there, such as a
    /// correction of a camera's or a screen's shape.
    var movesOverMovingContent: Bool { self == .phase || self == .amount }

    /// The parameter by which a preset moves; nil for a preset that bends in from flat.
    init?(of preset: MeshPreset) {
      let parameter = Self.allCases.first { parameter in
        preset.parameters.contains { $0.name == parameter.rawValue }
      }
      guard let parameter else { return nil }
      self = parameter
    }

    /// The presets that move by it.
    var presets: [MeshPreset] { MeshPreset.all.filter { Parameter(of: $0) == self } }
  }

  /// Whether a mesh moves by itself.
  enum Choice {
    /// Over an image or a text; over moving content only by a phase or an amount.
    case automatic
    case always, never
  }

  /// The motion of a mesh; nil for a mesh that stays as it is.
  ///
  /// A phase repeats without end. An amount, an angle or a bend goes from 0 to the preset's value, or to its maximum
  /// when it is not given. Other meshes are interpolated from the flat grid.
  /// - Parameters:
  ///   - isContentMoving: whether the mesh bends frames of other clips.
  ///   - length: the clip's length in seconds, if one is given: it contains a whole number of periods of about two
  ///     seconds each, or the whole motion.
  static func of(
    _ mesh: Mesh, _ description: MeshDescription?, _ choice: Choice, isContentMoving: Bool, length: Double?,
    timing: TimingFunction?
  ) throws(Failure) -> AnimationDescription? {
    let isStill = choice == .never || (choice == .automatic && isContentMoving)
    if case .preset(let name, let values) = description?.source, description?.displacement == nil,
      let preset = MeshPreset.all.first(where: { $0.name == name }), let parameter = Parameter(of: preset),
      let motion = of(preset, parameter, values, length: length, timing: timing)
    {
      let isMovingAnyway = choice == .automatic && parameter.movesOverMovingContent
      return isStill && !isMovingAnyway ? nil : motion
    }
    return isStill ? nil : bending(from: try mesh.flattened(), to: mesh, length: length, timing: timing)
  }

  /// Nil when the parameter is already at its end.
  private static func of(
    _ preset: MeshPreset, _ parameter: Parameter, _ values: [String: Double], length: Double?,
    timing: TimingFunction?
  ) -> AnimationDescription? {
    guard let described = preset.parameters.first(where: { $0.name == parameter.rawValue }),
      let property = try? AnimatedProperty.mesh(parameter.rawValue)
    else { return nil }
    let value = values[parameter.rawValue]
    if parameter == .phase {
      let start = value ?? described.defaultValue
      let turn = start + 1 <= described.range.upperBound ? 1.0 : -1
      var animation = change(property, from: start, to: start + turn)
      animation.timing.repeatCount = .infinity
      animation.duration = length.map { $0 / max(1, ($0 / duration).rounded()) } ?? duration
      animation.timingFunction = timing ?? .linear
      return animation
    }
    let end = value ?? (parameter == .amount ? described.range.upperBound : described.defaultValue)
    guard end != 0 else { return nil }
    var animation = change(property, from: 0, to: end)
    animation.duration = length ?? duration
    animation.timingFunction = timing ?? .easeInEaseOut
    return animation
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
