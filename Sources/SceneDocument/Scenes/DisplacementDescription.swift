import MeshTransform

/// An image that moves the vertices of a mesh, as a scene file describes it.
public struct DisplacementDescription: Hashable, Sendable {
  public var image: SceneReference
  public var displacement: Displacement

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
