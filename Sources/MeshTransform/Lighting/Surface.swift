/// How a layer reflects light: the coefficients of the Phong reflection model, which ``Light`` spells out.
///
/// ``validate()`` enforces the ranges given here.
public struct Surface: Hashable, Sendable {
  /// Where normals come from.
  public enum Shading: String, CaseIterable, Hashable, Sendable {
    /// From the mesh's vertices, bent evenly from one to the next: facets do not show.
    case smooth
    /// Each facet has its own, and light breaks at its edges. A facet is a triangle where faces are drawn as triangles,
    /// else a face.
    case flat
  }

  /// The share of the ambient sum that is reflected; 0...1,000,000.
  public var ambient = 1.0
  /// The share of what arrives that is scattered evenly, in the content's own colors; 0...1,000,000.
  public var diffuse = 1.0
  /// The share of what arrives that is mirrored, in the light's color; 0...1,000,000.
  public var specular = 0.0
  /// More than 0, up to 1,000,000; larger is a smaller, sharper highlight.
  public var specularExponent = 32.0
  public var shading = Shading.smooth

  public init(
    ambient: Double = 1, diffuse: Double = 1, specular: Double = 0, specularExponent: Double = 32,
    shading: Shading = .smooth
  ) {
    (self.ambient, self.diffuse) = (ambient, diffuse)
    (self.specular, self.specularExponent) = (specular, specularExponent)
    self.shading = shading
  }
}
