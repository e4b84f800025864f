/// A picture to draw: a canvas, its layers in painter's order, and the lights of the layers.
public struct Scene: Hashable, Sendable {
  public var canvas: Canvas
  public var layers: [Layer]
  /// Without lights the layers are unshaded.
  public var lights: [Light]

  public init(canvas: Canvas, layers: [Layer], lights: [Light] = []) {
    (self.canvas, self.layers, self.lights) = (canvas, layers, lights)
  }
}
