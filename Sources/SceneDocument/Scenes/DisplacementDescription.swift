import MeshTransform

/// An image that moves the vertices of a mesh, as a scene file describes it.
public struct DisplacementDescription: Hashable, Sendable {
  /// The image, which is stretched over the layer.
  public var image: SceneReference
  /// The distances in layer points.
  public var displacement: Displacement

  /// - Parameter displacement: Default: 10 points along x and y, none along z, no blur.
  public init(_ image: SceneReference, _ displacement: Displacement = Displacement()) {
    (self.image, self.displacement) = (image, displacement)
  }

  /// The keys of a mesh that describe it.
  static let keys = ["displacement"] + Displacement.properties.map(\.key)

  var members: [(key: String, value: JSONValue)] {
    [("displacement", .string(image.path))]
      + Displacement.properties.flatMap { $0.members(of: displacement, unlike: Displacement()) }
  }
}
