/// The look of the mesh lines drawn over a picture.
public struct Wireframe: Hashable, Sendable {
  public var color: Color
  /// In points, above 0.
  public var lineWidth: Double

  public init(
    color: Color = Color(red: 0.05, green: 0.45, blue: 1, alpha: 0.9), lineWidth: Double = 1.25
  ) {
    (self.color, self.lineWidth) = (color, lineWidth)
  }
}
