/// A map of the content's plane to the canvas's, both in pixels, that has been fitted to points.
protocol PlaneFit: Sendable {
  /// The place of a point of the content; nil where it has none.
  func canvas(at point: SIMD2<Double>) -> SIMD2<Double>?
}

/// How a map of the plane follows its ``ControlPoint``s.
public enum FitMethod: Hashable, Sendable {
  /// Rotation, scale in all directions alike, and shift, by least squares: 2 points or more.
  case similarity
  /// Parallels stay parallel; least squares of 3 points or more.
  case affine
  /// A picture of a plane: lines stay straight; least squares of 4 points or more.
  case projective
  /// Polynomials of degree 1...5 by least squares, of 3, 6, 10, 15 or 21 points and more.
  case polynomial(degree: Int)
  /// The smoothest surface through 3 points or more: a thin-plate spline. With a smoothing above 0, the weight of its
  /// bending in square pixels of the content, it passes near to them.
  case thinPlate(smoothing: Double)
  /// Each place follows the points around it by its own map of a kind, and meets all points.
  case movingLeastSquares(LocalMaps)
  /// Natural cubic splines through a full grid of points, 2 x 2 or more.
  case spline
  /// The content moves by pins as if it were a sheet of rubber that resists stretching: as rigid as possible.
  case rigid

  /// The kinds of local maps.
  public enum LocalMaps: String, CaseIterable, Hashable, Sendable {
    /// Any linear map.
    case affine
    /// Rotation and scale.
    case similarity
    /// Rotation alone.
    case rigid
  }

  /// The fewest points.
  public var leastCount: Int {
    switch self {
    case .similarity, .movingLeastSquares(.similarity), .movingLeastSquares(.rigid): 2
    case .affine, .thinPlate, .movingLeastSquares(.affine): 3
    case .projective, .spline: 4
    case .polynomial(let degree): PolynomialFit.count(degree: degree)
    case .rigid: 1
    }
  }

  /// The most points.
  public var countLimit: Int {
    switch self {
    case .thinPlate: ThinPlateSpline.countLimit
    case .movingLeastSquares: MovingLeastSquares.countLimit
    case .rigid: RigidSheet.pinLimit
    default: 1_000_000
    }
  }

  /// Whether points at one place of the content must have one place on the canvas.
  var meetsPoints: Bool {
    switch self {
    case .thinPlate(let smoothing): smoothing == 0
    case .movingLeastSquares, .spline, .rigid: true
    case .similarity, .affine, .projective, .polynomial: false
    }
  }
}
