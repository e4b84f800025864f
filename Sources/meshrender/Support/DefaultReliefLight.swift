import MeshTransform

extension [Mesh?] {
  /// Whether at least one mesh deforms in depth, and none in x or y: such a deformation shows only with light or
  /// perspective.
  var areBentInDepthOnly: Bool {
    var isBent = false
    for vertex in lazy.compactMap({ $0?.vertices }).joined() {
      guard vertex.to.x == vertex.from.x, vertex.to.y == vertex.from.y else { return false }
      if vertex.to.z != 0 { isBent = true }
    }
    return isBent
  }
}

extension Light {
  /// Directional light from the upper left: areas that face the viewer keep their colors, and areas turned away from
  /// the light are darker.
  static var defaultRelief: Light {
    var light = Light(.directional)
    light.direction = Point3D(0.4, 0.6, -1)
    (light.ambientIntensity, light.diffuseIntensity) = (0.5, 0.62)
    return light
  }
}
