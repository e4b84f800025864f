/// How a layer reflects light: the coefficients of the Phong reflection model.
public struct Surface: Hashable, Sendable {
  /// Reflectances, 0 or more.
  public var ambient = 1.0, diffuse = 1.0, specular = 0.0
  /// Above 0; larger is a smaller, sharper highlight.
  public var specularExponent = 32.0

  public init(ambient: Double = 1, diffuse: Double = 1, specular: Double = 0, specularExponent: Double = 32) {
    (self.ambient, self.diffuse) = (ambient, diffuse)
    (self.specular, self.specularExponent) = (specular, specularExponent)
  }
}
