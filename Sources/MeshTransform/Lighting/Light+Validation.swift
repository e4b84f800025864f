extension Light {
  /// Checks every property, so that shading never divides by zero or runs out of a GPU's range.
  ///
  /// Intensities and falloff may be 0...1,000,000, lengths and positions up to 1e9 points, the cone's half angle
  /// 0...90 degrees, its softness and the color's channels 0...1. The direction of a directional or spot light
  /// must not be zero, its components up to 1e9.
  /// - Throws: ``LightError`` for the first property at fault.
  public func validate() throws(LightError) {
    for (name, value) in [
      ("intensity", intensity), ("ambientIntensity", ambientIntensity),
      ("diffuseIntensity", diffuseIntensity), ("specularIntensity", specularIntensity), ("falloff", falloff),
    ] {
      try check(name, value, 0...1e6, "0...1000000")
    }
    for value in [color.red, color.green, color.blue] {
      try check("color", value, 0...1, "channels in 0...1")
    }
    for value in [position.x, position.y, position.z] {
      try check("position", value, -1e9...1e9, "coordinates in -1e9...1e9 points")
    }
    for value in [direction.x, direction.y, direction.z] {
      try check("direction", value, -1e9...1e9, "components in -1e9...1e9")
    }
    if kind == .directional || kind == .spot, direction == .zero { throw .zeroDirection }
    try check("falloffDistance", falloffDistance, 1e-9...1e9, "1e-9...1e9 points")
    // A right angle in radians may come back from degrees a hair larger.
    try check("coneAngle", coneAngle.degrees, 0...90.000001, "0...90 degrees")
    try check("coneEdgeSoftness", coneEdgeSoftness, 0...1, "0...1")
  }
}

extension Surface {
  /// Checks every property: reflectances 0...1,000,000, exponent above 0 and up to 1,000,000.
  /// - Throws: ``LightError`` for the first property at fault.
  public func validate() throws(LightError) {
    for (name, value) in [("ambient", ambient), ("diffuse", diffuse), ("specular", specular)] {
      try check(name, value, 0...1e6, "0...1000000")
    }
    try check("specularExponent", specularExponent, .leastNormalMagnitude...1e6, "more than 0, up to 1000000")
  }
}

/// NaN is in no range.
private func check(
  _ property: String, _ value: Double, _ range: ClosedRange<Double>, _ allowed: String
) throws(LightError) {
  guard range.contains(value) else { throw .outOfRange(property: property, value: value, allowed: allowed) }
}
