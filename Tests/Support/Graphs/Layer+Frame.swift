import MeshTransform

extension Layer {
  /// A rectangle of the canvas in one color.
  package init(_ frame: Rect, _ color: Color, z: Double = 0) {
    self.init(frame, .color(color), z: z)
  }

  /// A rectangle of the canvas.
  package init(_ frame: Rect, _ contents: Contents, z: Double = 0) {
    self.init(
      bounds: Rect(origin: .zero, size: frame.size), position: Point(frame.midX, frame.midY),
      contents: contents)
    zPosition = z
  }

  /// The layer with some changes.
  package func with(_ change: (inout Layer) throws -> Void) rethrows -> Layer {
    var layer = self
    try change(&layer)
    return layer
  }
}

extension Color {
  package static let pureRed = Color(red: 1, green: 0, blue: 0)
  package static let pureGreen = Color(red: 0, green: 1, blue: 0)
  package static let pureBlue = Color(red: 0, green: 0, blue: 1)
}
