/// Bounds on the change of a light's direction and strength over a triangle. Those of a directional light do not
/// change.
///
/// The strength is 1 / (1 + k r^2) times a spot's smooth step between two cosines.
struct LightVariation {
  /// A bound on the change of the direction toward the corners, in radians.
  var beta: Float = 0
  /// The largest strength.
  var strength: Float = 1
  /// The unit vectors along which the light travels, at the corners.
  var t0 = SIMD3<Float>.zero, t1 = SIMD3<Float>.zero, t2 = SIMD3<Float>.zero
  /// Bounds on the first and second derivative of the strength toward the corners, relative to ``strength``.
  private var first: Float = 0, second: Float = 0

  init() {}

  /// Fails where the light changes too much for any bound.
  /// - `radius`: the radius of a ball around the corners.
  @inline(__always)
  init?(
    _ light: LightingUniforms.Parameters, _ p0: SIMD3<Float>, _ p1: SIMD3<Float>, _ p2: SIMD3<Float>,
    _ radius: Float
  ) {
    let place = SIMD3(light.position.x, light.position.y, light.position.z)
    let (w0, w1, w2) = (p0 - place, p1 - place, p2 - place)
    let distances = SIMD3((w0 * w0).sum(), (w1 * w1).sum(), (w2 * w2).sum()).squareRoot()
    let nearest = distances.min() - radius
    guard nearest > 2 * radius, nearest > 1e-5 else { return nil }
    beta = radius / nearest
    (t0, t1, t2) = (w0 / distances.x, w1 / distances.y, w2 / distances.z)
    let falloff = light.specular.w
    strength = 1 / (1 + falloff * nearest * nearest)
    let square = falloff * distances.max() * distances.max()
    let share = square / (1 + square)
    first = 2 * share * beta
    second = (8 * share + 2) * share * beta * beta

    let axis = SIMD3(light.direction.x, light.direction.y, light.direction.z)
    let cosines = SIMD3((axis * t0).sum(), (axis * t1).sum(), (axis * t2).sum())
    let (inner, rim) = (light.direction.w, light.diffuse.w)
    if cosines.max() + beta < rim {
      strength = 0
    } else if cosines.min() - beta < inner {
      guard inner > rim else { return nil }
      // The derivatives of 3 x^2 - 2 x^3 are at most 1.5 and 6.
      let rate = beta / (inner - rim)
      let (step, bend) = (1.5 * rate, 6 * rate * rate + 1.5 * 1.1548 * rate * beta)
      second += bend + 2 * step * first
      first += step
    }
  }

  /// A bound on the interpolation error of the product of the strength and a function, given bounds of the function and
  /// of its first and second derivative.
  @inline(__always)
  package func error(_ value: Float, _ first: Float, _ second: Float) -> Float {
    strength * (second + 2 * self.first * first + self.second * value) / 2
  }
}
