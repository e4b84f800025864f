import MeshTransform
import Testing

extension Scene {
  /// One layer of 100 x 60 points in the middle of a canvas of twice the size.
  static func card(_ change: (inout Layer) -> Void = { _ in }) -> Scene {
    var layer = Layer(bounds: Rect(0, 0, 100, 60), position: Point(100, 60), contents: .color(.white))
    layer.name = "card"
    change(&layer)
    return Scene(canvas: Canvas(frame: Rect(0, 0, 200, 120)), layers: [layer])
  }

  /// The only layer.
  var card: Layer { layers[0] }
}

extension AnimatedScene {
  /// The card with animations upon it.
  init(
    _ animations: Animation..., preset: PresetMesh? = nil, _ change: (inout Layer) -> Void = { _ in }
  ) throws(AnimationError) {
    try self.init(
      .card(change), animations: [LayerPath(0): animations],
      presets: preset.map { [LayerPath(0): $0] } ?? [:])
  }

  /// The card at a time.
  func card(at time: Double) throws(AnimationError) -> Layer { try scene(at: time).card }
}

extension MediaTiming {
  /// That fills both ways, so that its ends can be seen.
  static func filled(_ duration: Double, _ change: (inout MediaTiming) -> Void = { _ in }) -> MediaTiming {
    var timing = MediaTiming(duration: duration, fillMode: .both)
    change(&timing)
    return timing
  }
}

/// What an initializer says of a wrong animation of the card.
func message(
  _ animation: Animation, preset: PresetMesh? = nil, _ change: (inout Layer) -> Void = { _ in }
) -> String? {
  #expect(throws: AnimationError.self) { try AnimatedScene(animation, preset: preset, change) }?.description
}

func isNear(_ a: Transform3D, _ b: Transform3D, _ tolerance: Double = 1e-12) -> Bool {
  (0..<16).allSatisfy { abs(a[$0 / 4, $0 % 4] - b[$0 / 4, $0 % 4]) <= tolerance }
}
