import MeshTransform

/// The line about all that moves in a clip: animations, and frames of other clips.
struct MotionSummary {
  /// What moves, each with its times.
  private let parts: [String]

  /// The most parts in the line.
  private static let limit = 6

  /// - Parameter stillMesh: whether the layer's mesh would move over other content.
  init(_ animated: AnimatedScene, _ contents: [ContentFrames], stillMesh: Bool) {
    let scene = animated.scene
    let hasOneLayer = scene.layers.count == 1 && scene.layers[0].sublayers.isEmpty
    var parts: [String] = []
    for (path, animations) in animated.animations.sorted(by: Self.precedes) {
      let layer = path.flatMap { hasOneLayer ? nil : scene.words(for: $0) }
      let preset = path.flatMap { animated.presets[$0]?.preset }
      parts += animations.flatMap { Self.parts(of: $0, layer: layer, preset: preset) }
    }
    var sources: [String] = []
    for content in contents where !sources.contains(content.source.name) {
      sources.append(content.source.name)
    }
    animates = !parts.isEmpty
    parts += sources.map { "the frames of \($0.excerpt)" }
    if stillMesh { parts.append("the mesh does not move (--motion moves it)") }
    self.parts = parts
  }

  /// Whether anything moves besides the frames of contents.
  let animates: Bool

  /// `Moving: phase of flag, 0.1 to 1.1 in 2 s, repeating; the frames of in.mp4`.
  var sentence: String {
    let rest = parts.count - Self.limit
    let shown = rest > 1 ? parts.prefix(Self.limit) + ["and \(rest) more"] : parts[...]
    return "Moving: " + (shown.isEmpty ? "nothing" : shown.joined(separator: "; "))
  }

  private static func precedes(
    _ a: (key: LayerPath?, value: [Animation]), _ b: (key: LayerPath?, value: [Animation])
  ) -> Bool {
    guard let a = a.key, let b = b.key else { return a.key == nil && b.key != nil }
    return a < b
  }

  /// The members of a group have the times of the group.
  private static func parts(
    of animation: Animation, layer: String?, preset: String?, within times: String? = nil
  ) -> [String] {
    let times = times ?? animation.timing.words
    let owner = layer.map { " of \($0)" } ?? ""
    switch animation.action {
    case .group(let members):
      return members.flatMap { parts(of: $0, layer: layer, preset: preset, within: times) }
    case .gestures: return ["transform\(owner) by gestures\(times)"]
    case .change(let property, let ends):
      return [name(property, owner, preset) + values(of: ends, property, preset) + times]
    case .spring(let property, let ends, _):
      return [name(property, owner, preset) + values(of: ends, property, preset) + times + ", as a spring"]
    case .keyframes(let property, let keyframes):
      return ["\(name(property, owner, preset)), \(keyframes.values.count) key values\(times)"]
    }
  }

  private static func name(_ property: AnimatedProperty, _ owner: String, _ preset: String?) -> String {
    if let parameter = property.presetParameter {
      return "\(parameter)\(preset.map { " of \($0)" } ?? "")\(owner)"
    }
    return property == .mesh ? "the mesh\(owner)" : "\(property)\(owner)"
  }

  /// Numbers of a preset's parameter; a mesh that is flat at one end. Other values have units of their own.
  private static func values(
    of ends: Animation.Ends, _ property: AnimatedProperty, _ preset: String?
  ) -> String {
    switch (ends.from, ends.to) {
    case (.mesh(let start)?, .mesh(let end)?):
      return start.isFlat ? ", from flat" : end.isFlat ? ", to flat" : ""
    case (.number(let start)?, .number(let end)?):
      guard let name = property.presetParameter else { return "" }
      let parameter = MeshPreset.all.first { $0.name == preset }?.parameters.first { $0.name == name }
      return ", \(start.rounded6) to \(end.rounded6)\(parameter?.isAngle == true ? " degrees" : "")"
    default: return ""
    }
  }
}

extension Scene {
  /// A layer's name, or `layer [0]/[1]` where it has none; nil for the only one at the top without a name.
  fileprivate func words(for path: LayerPath) -> String? {
    let name = name(of: path).excerpt
    if name == "[0]", layers.count == 1 { return nil }
    return name.hasPrefix("[") ? "layer \(name)" : name
  }
}

extension MediaTiming {
  /// ` in 2 s, repeating`.
  fileprivate var words: String {
    var words = duration > 0 ? " in \((speed == 0 ? duration : duration / abs(speed)).rounded6) s" : ""
    if beginTime > 0 { words += " after \(beginTime.rounded6) s" }
    if autoreverses { words += ", there and back" }
    if passes == .infinity {
      words += ", repeating"
    } else if passes > 1 {
      words += ", \(passes.rounded6) times"
    }
    return words
  }
}

extension Double {
  /// The number to six decimals, without what rounding in base 2 adds.
  fileprivate var rounded6: String {
    abs(self) < 1e9 ? ((self * 1e6).rounded() / 1e6).shortText : shortText
  }
}

extension Mesh {
  /// Whether every point lies where it comes from.
  fileprivate var isFlat: Bool {
    vertices.allSatisfy { $0.to == SIMD3($0.from.x, $0.from.y, 0) }
  }
}
