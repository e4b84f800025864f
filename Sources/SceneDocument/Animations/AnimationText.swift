import MeshTransform

/// Animations as short texts: `phase 0..1 2s linear loop`.
///
/// The property comes first: a key path as in Core Animation (`opacity`, `position.x`, `transform.rotation.z`,
/// `lights[0].intensity`), optionally without `transform.` (`rotation.z`, `scale`), or the name of a parameter of the
/// layer's mesh preset. Values follow: `0..1` from one to another, `..1` from the current value, `0..` to the current
/// value, a single value, `by 30`, or several as key frames, `0, 1, 0.5 @80%, 0`, each with an optional key time.
/// Options follow in any order:
///
/// - `2s`, `250ms`: the duration; default 1 s, or the settling time of a spring;
/// - `linear`, `ease-in-out`, `cubic-bezier(0.2, 0, 0.1, 1)`, `steps(4)`, `spring(1, 100, 10)` (mass, stiffness,
///   damping and optionally initial velocity): the timing; default linear;
/// - `loop` without end, `x3` or `repeat 3` times, `for 10s`, `alternate` forward and backward;
/// - `delay 0.5s`, `speed 2`, `offset 0.5s`, `fill forwards`;
/// - `stagger 50ms`, with an order such as `backwards`: the parts of a split text move one after another;
/// - `additive`, `cumulative`; `cubic`, `discrete` or `paced` between key frames.
///
/// Angles are in degrees or have a unit, points are `10,20`, colors and transforms as in CSS, meshes a preset with its
/// parameters or a file. Semicolons separate animations.
public enum AnimationText {
  static let byteLimit = 100_000

  /// - Parameter preset: the preset of the layer's mesh; nil for other meshes.
  /// - Throws: `SyntaxError` for the first fault, with its column in the whole text.
  public static func parse(_ text: String, preset: String? = nil) throws(SyntaxError)
    -> [AnimationDescription]
  {
    guard text.utf8.count <= byteLimit else {
      throw SyntaxError(
        subject: "animation", text: text, column: 1,
        problem: "the text has \(text.utf8.count) bytes; use \(byteLimit) at most, or write a scene file")
    }
    var cursor = TextCursor(text, subject: "animation")
    var counts = AnimationCounts()
    var animations: [AnimationDescription] = []
    repeat {
      cursor.skipSpaces()
      if cursor.isAtEnd, !animations.isEmpty { break }
      if let problem = counts.addAnimation() { throw cursor.error(problem) }
      var clause = AnimationClause(preset: MeshPreset.all.first { $0.name == preset }, counts: counts)
      var animation = try clause.parse(&cursor)
      animation.text = text
      animations.append(animation)
      counts = clause.counts
    } while cursor.take(";")
    return animations
  }
}

/// One animation of a text.
struct AnimationClause {
  /// The preset of the layer's mesh.
  let preset: MeshPreset?
  var counts: AnimationCounts

  /// Parses up to a semicolon or the end.
  mutating func parse(_ cursor: inout TextCursor) throws(SyntaxError) -> AnimationDescription {
    let property = try takeProperty(&cursor)
    cursor.skipSpaces()
    let start = cursor.offset
    let values = try takeValues(of: property, &cursor)
    if values.isWholeTurn {
      throw cursor.error(
        at: start,
        "both ends are the same transform, so nothing would move; for full turns animate "
          + "transform.rotation.z 0..360deg")
    }
    var options = AnimationTextOptions(property: property, isKeyframes: values.isKeyframes)
    try options.parse(&cursor)
    return try options.animation(values, cursor)
  }

  private func takeProperty(_ cursor: inout TextCursor) throws(SyntaxError) -> AnimatedProperty {
    let start = cursor.offset
    let path = cursor.take { ahead in
      switch ahead[ahead.startIndex] {
      case UInt8(ascii: "."): !ahead.dropFirst().starts(with: [UInt8(ascii: ".")])
      case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "_"), 0x30...0x39, 0x41...0x5A, 0x61...0x7A:
        true
      default: false
      }
    }
    guard !path.isEmpty else {
      throw cursor.error("found \(cursor.found) where a key path is expected; write \"opacity 0..1 2s\"")
    }
    let parameters = preset?.parameters.filter(\.names.isEmpty).map(\.name) ?? []
    if parameters.contains(path), let property = try? AnimatedProperty.mesh(path) { return property }
    if let property = AnimatedProperty.find(path) ?? .find("transform.\(path)") {
      if let name = property.presetParameter, let preset, !parameters.contains(name) {
        throw cursor.error(
          at: start,
          "\(preset.name) has no parameter \(quoted(name)); \(NearestName.hint(name, among: parameters))")
      }
      return property
    }
    // The preset's own parameters are the most probable names.
    if let near = NearestName.match(path, in: parameters) {
      throw cursor.error(at: start, "\(quoted(path)) can't be animated; did you mean \"\(near)\"?")
    }
    do { return try AnimatedProperty(keyPath: path) } catch {
      throw cursor.error(at: start, "\(error.problem)")
    }
  }
}
