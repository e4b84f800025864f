/// What the fingers did since the last report: a pinch and a rotation around the touch point, then a pan with it.
///
/// In superlayer points of the layer that is moved. The order does not show: it is the one motion that takes the
/// fingers' middle from `touch` to `touch + translation` while they spread and turn.
public struct GestureDelta: Hashable, Sendable {
  /// How far the fingers' middle moved, in points. Default (0, 0).
  public var translation: Point
  /// The ratio of the fingers' distances after and before, above 0. Default 1.
  public var scale: Double
  /// How far they turned; positive is clockwise on the screen. Default 0.
  public var rotation: Angle
  /// The fingers' middle before. Default (0, 0); without a pinch or a rotation it does not matter.
  public var touch: Point

  public init(
    translation: Point = .zero, scale: Double = 1, rotation: Angle = Angle(radians: 0),
    around touch: Point = .zero
  ) {
    (self.translation, self.scale, self.rotation, self.touch) = (translation, scale, rotation, touch)
  }

  /// The same map of the superlayer's plane.
  public var affineTransform: AffineTransform {
    .translation(-touch.x, -touch.y) * .scale(scale, scale) * .rotation(rotation)
      * .translation(touch.x + translation.x, touch.y + translation.y)
  }
}
