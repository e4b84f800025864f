/// The style of mesh lines over a picture.
public struct Wireframe: Hashable, Sendable {
  /// The color of lines and control points, with finite channels. Default a translucent blue.
  public var color: Color
  /// The width of lines in points, above 0; in pixels at most the largest side of a canvas. Default 1.25.
  public var lineWidth: Double

  /// Mesh lines with the given color and width.
  public init(
    color: Color = Color(red: 0.05, green: 0.45, blue: 1, alpha: 0.9), lineWidth: Double = 1.25
  ) {
    (self.color, self.lineWidth) = (color, lineWidth)
  }
}
