import MeshTransform

extension TextOutline {
  /// Reads `width=3,color=white`, properties of an outline.
  /// - Throws: ``SyntaxError`` for a misspelled property, and for a value out of its range.
  public init(text: String) throws(SyntaxError) {
    let spec = try Spec.parse(unnamed: text, subject: "outline")
    try spec.allow(keys: Self.properties.map(\.name), of: "an outline")
    self.init()
    for entry in spec.entries {
      guard let property = Self.properties.first(where: { $0.name == entry.key }) else { continue }
      try entry.set(property, of: &self)
      guard property.isInRange(self) else { throw entry.error(allowed: property.values) }
    }
  }
}
