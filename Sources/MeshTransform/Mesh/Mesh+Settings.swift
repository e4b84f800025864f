extension Mesh {
  /// - Throws: ``MeshError/invalidSubdivisionSteps(_:)`` below -1.
  public mutating func setSubdivisionSteps(_ steps: Int) throws(MeshError) {
    guard steps >= Self.automaticSubdivision else { throw .invalidSubdivisionSteps(steps) }
    subdivisionSteps = steps
  }

  /// - Parameter brightness: empty, or one for each vertex, finite and 0 or more.
  /// - Throws: ``MeshError/brightnessCount(_:vertexCount:)``, ``MeshError/invalidBrightness(vertex:value:)``.
  public mutating func setBrightness(_ brightness: [Float]) throws(MeshError) {
    if let error = Self.error(of: brightness, vertexCount: vertices.count) { throw error }
    self.brightness = brightness
  }

  static func error(of brightness: [Float], vertexCount: Int) -> MeshError? {
    guard !brightness.isEmpty else { return nil }
    guard brightness.count == vertexCount else {
      return .brightnessCount(brightness.count, vertexCount: vertexCount)
    }
    // The negated form rejects NaN as well.
    let fault = brightness.firstIndex { !($0 >= 0 && $0 <= .greatestFiniteMagnitude) }
    return fault.map { .invalidBrightness(vertex: $0, value: brightness[$0]) }
  }
}
