import MeshTransform

extension [Mesh?] {
  /// Whether there is a shape that can't be seen without light or perspective, and none that can.
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
  /// From the upper left, so that what faces the viewer keeps its colors and what turns away from the light is darker.
  static var defaultRelief: Light {
    var light = Light(.directional)
    light.direction = Point3D(0.4, 0.6, -1)
    (light.ambientIntensity, light.diffuseIntensity) = (0.5, 0.62)
    return light
  }
}
