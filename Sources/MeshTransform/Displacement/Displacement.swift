/// How far the brightness of an image moves the points of a layer.
///
/// White moves a point by these distances, black by their negatives; the neutral gray is 128 of 255, or 32768 of 65,535
/// with 16 bits a channel. Where the image has
/// colors, red moves along x, green along y and blue along z. Alpha scales the movement.
public struct Displacement: Hashable, Sendable {
  /// To the right, in layer points, -1e6...1e6. Default 10.
  public var x = 10.0
  /// Downward, in layer points, -1e6...1e6. Default 10.
  public var y = 10.0
  /// Toward the viewer, in layer points, -1e6...1e6. Default 0.
  public var z = 0.0
  /// The standard deviation of a Gaussian that smooths the image, in layer points, 0...1e6. Default 0.
  public var blur = 0.0
  /// How much the luminance of the image darkens the content, 0...1: with 1 it multiplies the colors. Default 0.
  public var shading = 0.0

  /// No displacement: 0 points in all directions.
  public init() {}

  package static let properties: [Property<Displacement>] = [
    Property("x", .number(\.x, distances), "the movement of white points to the right"),
    Property("y", .number(\.y, distances), "the movement of white points downward"),
    Property("z", .number(\.z, distances), "the movement of white points toward the viewer"),
    Property(
      "blur", .number(\.blur, NumberRange(0...1e6, .points)), "the standard deviation of the image's blur"),
    Property(
      "shading", .number(\.shading, NumberRange(0...1)),
      "how much the luminance of the image darkens the content; 1 multiplies"),
  ]

  private static let distances = NumberRange(-1e6...1e6, .points)
}
