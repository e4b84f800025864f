/// A point of a layer together with one of its places on the canvas.
public struct PointProjection: Hashable, Sendable {
  /// The point in layer points: in the coordinates of the bounds, before the mesh deforms them.
  public let point: Point
  /// The place in pixels of the picture, from its top left; the middle of the first pixel is (0.5, 0.5).
  public let canvas: Point
  /// `z / w` of the top-level layer on the canvas, in points; larger is nearer to the viewer.
  public let depth: Double
  /// Whether the layer's front faces the viewer there, all superlayers considered.
  public let isFrontFacing: Bool
}
