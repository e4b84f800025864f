/// A picture to draw: a canvas, its layers in painter's order, and the lights of the layers.
public struct Scene: Hashable, Sendable {
  /// The region of the plane that is drawn, and its scale.
  public var canvas: Canvas
  /// The layers in painter's order.
  public var layers: [Layer]
  /// Without lights the layers are unshaded.
  public var lights: [Light]

  /// A scene of these layers on a canvas.
  public init(canvas: Canvas, layers: [Layer], lights: [Light] = []) {
    (self.canvas, self.layers, self.lights) = (canvas, layers, lights)
  }
}
