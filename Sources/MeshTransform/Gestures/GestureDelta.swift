/// The change since the last report of a gesture: a pinch and a rotation around the touch point, then a pan.
///
/// Superlayer points of the moved layer. The order has no effect: it is the similarity that moves the centroid of the
/// touches from `touch` to `touch + translation`, with the scale and the rotation of the touches.
public struct GestureDelta: Hashable, Sendable {
  /// The displacement of the centroid, in points. Default (0, 0).
  public var translation: Point
  /// The ratio of the distances between the touches after and before, above 0. Default 1.
  public var scale: Double
  /// The rotation of the touches; positive is clockwise on the screen. Default 0.
  public var rotation: Angle
  /// The centroid before the change. Default (0, 0); without effect for pure pans.
  public var touch: Point

  /// A change with the given parts; the others change nothing.
  public init(
    translation: Point = .zero, scale: Double = 1, rotation: Angle = Angle(radians: 0),
    around touch: Point = .zero
  ) {
    (self.translation, self.scale, self.rotation, self.touch) = (translation, scale, rotation, touch)
  }

  /// The change as a map of the superlayer's plane.
  public var affineTransform: AffineTransform {
    .translation(-touch.x, -touch.y) * .scale(scale, scale) * .rotation(rotation)
      * .translation(touch.x + translation.x, touch.y + translation.y)
  }
}
