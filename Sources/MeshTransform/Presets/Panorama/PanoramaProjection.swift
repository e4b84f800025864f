/// The projection of directions on a picture: of a panorama, of a fisheye picture, or of a view.
///
/// Directions have x to the right, y down and z forward. The formulas are those of cartography and of photographic
/// lenses; theta is the angle to the axis, and a radius of the picture is in focal lengths.
public enum PanoramaProjection: String, Hashable, Sendable, CaseIterable {
  /// The longitude is x, the latitude is y: the form of whole panoramas.
  case equirectangular
  /// The longitude is x; y is the tangent of the latitude.
  case cylindrical
  /// A fisheye picture whose radius is theta: the form of dome masters.
  case fisheye
  /// A fisheye picture whose radius is `2 sin(theta / 2)`: areas keep their proportions.
  case equisolid
  /// A fisheye picture whose radius is `2 tan(theta / 2)`: small shapes keep their form.
  case stereographic
  /// A view, in which straight lines stay straight: the radius is `tan(theta)`.
  case rectilinear
}

extension PanoramaProjection: NamedValue {
  package var summary: String {
    switch self {
    case .equirectangular: "the longitude is x, and the latitude y"
    case .cylindrical: "the longitude is x, and the tangent of the latitude y"
    case .fisheye: "an equidistant fisheye picture, such as a dome master, in a circle"
    case .equisolid: "an equal-area fisheye picture in a circle"
    case .stereographic: "a fisheye picture that keeps small shapes, in a circle"
    case .rectilinear: "a view with straight lines"
    }
  }
}

extension PanoramaProjection {
  /// The horizontal field of view, in radians, of a picture that does not state it.
  var ownFieldOfView: Double {
    switch self {
    case .equirectangular, .cylindrical: 2 * .pi
    case .fisheye, .equisolid, .stereographic: .pi
    case .rectilinear: .pi / 2
    }
  }

  /// Whether the picture is a circle about its center, which touches the shorter sides.
  var isCircular: Bool { self == .fisheye || self == .equisolid || self == .stereographic }

  /// The largest field of view, in radians, without that value itself.
  var limit: Double {
    switch self {
    case .rectilinear: .pi
    case .stereographic: 2 * .pi
    case .equirectangular, .cylindrical, .fisheye, .equisolid: .infinity
    }
  }

  /// The radius of a circular picture at an angle to the axis.
  private func radius(_ theta: Double) -> Double {
    switch self {
    case .equisolid: 2 * sine(theta / 2)
    case .stereographic: 2 * tangent(theta / 2)
    default: theta
    }
  }

  private func angle(_ radius: Double) -> Double {
    switch self {
    case .equisolid: 2 * arcSine(min(radius / 2, 1))
    case .stereographic: 2 * arcTangent(radius / 2)
    default: radius
    }
  }

  /// Half the width and half the height of a picture in focal lengths.
  ///
  /// - `fieldOfView`: the horizontal one, or that of the circle, in radians.
  /// - `aspect`: the picture's width divided by its height.
  func extent(fieldOfView: Double, aspect: Double) -> SIMD2<Double> {
    switch self {
    case .equirectangular, .cylindrical: return SIMD2(1, 1 / aspect) * (fieldOfView / 2)
    case .rectilinear: return SIMD2(1, 1 / aspect) * tangent(fieldOfView / 2)
    case .fisheye, .equisolid, .stereographic:
      return SIMD2(max(aspect, 1), max(1 / aspect, 1)) * radius(fieldOfView / 2)
    }
  }

  /// The direction of a point of the picture, in focal lengths from its center; nil for a point outside of it.
  func direction(_ point: SIMD2<Double>) -> SIMD3<Double>? {
    switch self {
    case .equirectangular:
      guard point.y.magnitude <= .pi / 2 else { return nil }
      let level = cosine(point.y)
      return SIMD3(level * sine(point.x), sine(point.y), level * cosine(point.x))
    case .cylindrical: return SIMD3(sine(point.x), point.y, cosine(point.x))
    case .rectilinear: return SIMD3(point.x, point.y, 1)
    case .fisheye, .equisolid, .stereographic:
      let r = (point * point).sum().squareRoot()
      let theta = angle(r)
      let share = r > 0 ? sine(theta) / r : 1
      return SIMD3(point.x * share, point.y * share, cosine(theta))
    }
  }

  /// The point of the picture, in focal lengths from its center, of a direction of any length; nil where it has none.
  func point(_ direction: SIMD3<Double>) -> SIMD2<Double>? {
    let (x, y, z) = (direction.x, direction.y, direction.z)
    let level = (x * x + z * z).squareRoot()
    switch self {
    case .equirectangular: return SIMD2(arcTangent(x, z), arcTangent(y, level))
    case .cylindrical: return level > 0 ? SIMD2(arcTangent(x, z), y / level) : nil
    case .rectilinear: return z > 0 ? SIMD2(x / z, y / z) : nil
    case .fisheye, .equisolid, .stereographic:
      let side = (x * x + y * y).squareRoot()
      let r = radius(arcTangent(side, z))
      // The direction at the back is the whole circle.
      guard side > 0 else { return z > 0 ? .zero : SIMD2(r, 0) }
      return SIMD2(x, y) / side * r
    }
  }
}
