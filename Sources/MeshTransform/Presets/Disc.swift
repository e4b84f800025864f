/// A disc on the layer that is round in points for any proportions of the layer.
///
/// Distances are in shorter sides of the layer.
struct Disc {
  let centerX: Double, centerY: Double, radius: Double
  /// Shorter sides per width and height; one of them is 1.
  let scaleX: Double, scaleY: Double

  /// - Parameter aspect: width divided by height, above 0.
  init(centerX: Double, centerY: Double, radius: Double, aspect: Double) {
    (self.centerX, self.centerY, self.radius) = (centerX, centerY, radius)
    (scaleX, scaleY) = (max(aspect, 1), max(1 / aspect, 1))
  }

  /// The offset from the center in radii, and its squared length.
  func offset(_ u: Double, _ v: Double) -> (x: Double, y: Double, squared: Double) {
    let (x, y) = ((u - centerX) * scaleX / radius, (v - centerY) * scaleY / radius)
    return (x, y, x * x + y * y)
  }

  /// The point of unit layer space at an offset in radii.
  func point(_ x: Double, _ y: Double, z: Double = 0) -> Point3D {
    Point3D(centerX + x * radius / scaleX, centerY + y * radius / scaleY, z)
  }
}
