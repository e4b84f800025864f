/// A whole picture to draw: a canvas, the layers on it in painter's order, and the lights upon them.
public struct Scene: Hashable, Sendable {
  public var canvas: Canvas
  public var layers: [Layer]
  /// Without lights nothing is shaded.
  public var lights: [Light]

  public init(canvas: Canvas, layers: [Layer], lights: [Light] = []) {
    (self.canvas, self.layers, self.lights) = (canvas, layers, lights)
  }
}
