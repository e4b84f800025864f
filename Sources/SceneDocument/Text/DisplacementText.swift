import MeshTransform

extension DisplacementDescription {
  /// Reads `image.png:x=12,y=8`: the path of an image, and properties of ``Displacement`` in layer points.
  /// - Throws: ``SyntaxError`` for a misspelled property, and for a value that is no number in its range.
  public init(text: String) throws(SyntaxError) {
    let spec = try Spec.parse(text, subject: "displacement")
    try spec.allow(keys: Displacement.properties.map(\.name), of: "a displacement")
    var displacement = Displacement()
    for entry in spec.entries {
      guard let property = Displacement.properties.first(where: { $0.name == entry.key }) else { continue }
      try entry.set(property, of: &displacement)
      guard property.isInRange(displacement) else { throw entry.error(allowed: property.values) }
    }
    self.init(SceneReference(spec.name), displacement)
  }
}
