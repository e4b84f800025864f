/// The cylinder that has the outline of a page in a photo: least squares of the distances of all points in the photo, with as
/// much bending as they support.
///
/// Restricted maximum likelihood chooses the smoothness of the profile. (Wood, Generalized Additive Models, section 6.2.)
struct CylinderFit: Sendable {
  /// Known values of the camera and the page; nil where one is unknown.
  struct Constraints {
    /// In units of the photo.
    var focalLength: Double?
    /// The width of the page divided by its height.
    var aspect: Double?
    /// The length of the unit of the photo in pixels.
    var unit = 1.0
  }

  let page: CylinderPage
  /// The root mean square of the distances, in units of the photo.
  let error: Double
  /// The most distant point.
  let worst: Double

  /// The focal length of cameras of telephones to lenses for portraits, in long sides of the photo, and its spread.
  private static let usualFocalLength = (0.9, spread: 0.35)
  /// The weights of the profile's bends, from stiff to soft.
  private static let weights = (0..<10).map { power(10, Double(6 - $0)) }

  /// - Parameters:
  ///   - all: around the center of the photo; its longer side is 1.
  ///   - constraints: likewise.
  /// - Returns: nil where no page of this kind is near to the outline.
  init?(_ all: PageEdges, _ constraints: Constraints) {
    let edges = all.thinned
    let focalLength = constraints.focalLength ?? Self.usualFocalLength.0
    guard let ruling = Self.ruling(edges, focalLength) else { return nil }
    let beside = ruling.cross(abs(ruling.x) < 0.6 ? SIMD3(1, 0, 0) : SIMD3(0, 1, 0))
    let axis = beside / (beside * beside).sum().squareRoot()
    let axes = (axis, ruling.cross(axis))
    guard var parameters = Self.parameters(edges, ruling, focalLength) else { return nil }
    var best: (score: Double, parameters: [Double])?
    // The bend follows from points between the corners; four corners have none.
    let inner = [edges.top, edges.bottom].map { $0.count - 2 }.max() ?? 0
    let count = inner > 0 || !edges.lines.isEmpty ? Self.weights.count : 1
    for weight in Self.weights.prefix(count) {
      guard
        let minimum = LevenbergMarquardt(
          from: parameters,
          { Self.residuals($0, edges, constraints, ruling, axes, weight: weight) })
      else { break }
      parameters = minimum.parameters
      guard let score = Self.score(minimum, weight, edges), score < best?.score ?? .infinity else { continue }
      best = (score, parameters)
    }
    guard let best, let page = Self.page(best.parameters, ruling, axes),
      let distances = Self.distances(page, all, Array(best.parameters[Self.lineIndex...]))
    else { return nil }
    self.page = page
    error = (distances.reduce(0) { $0 + $1 * $1 } / Double(distances.count)).squareRoot()
    worst = distances.reduce(0) { max($0, abs($1)) }
  }

  // The parameters: the tilt of the rulings on both axes, the logarithm of the focal length, the offset, both sides, the
  // profile, and the row of each line.
  private static let profileIndex = 6
  private static let lineIndex = profileIndex + PageProfile.count

  private static func page(
    _ parameters: [Double], _ start: SIMD3<Double>, _ axes: (SIMD3<Double>, SIMD3<Double>)
  ) -> CylinderPage? {
    let ruling = start + parameters[0] * axes.0 + parameters[1] * axes.1
    return CylinderPage(
      ruling: ruling / (ruling * ruling).sum().squareRoot(), focalLength: exponential(parameters[2]),
      offset: parameters[3], left: parameters[4], right: parameters[5],
      profile: PageProfile(factors: Array(parameters[profileIndex..<lineIndex])))
  }

  /// The distances of all points from their edges and lines; nil where one has none.
  private static func distances(_ page: CylinderPage, _ edges: PageEdges, _ rows: [Double]) -> [Double]? {
    var distances: [Double] = []
    func add(_ points: [SIMD2<Double>], _ distance: (SIMD2<Double>) -> Double?) -> Bool {
      for point in points {
        guard let found = distance(point) else { return false }
        distances.append(found)
      }
      return true
    }
    guard add(edges.top, { page.distance(of: $0, fromRow: 0) }),
      add(edges.bottom, { page.distance(of: $0, fromRow: 1) }),
      add(edges.left, { page.distance(of: $0, fromLeft: true) }),
      add(edges.right, { page.distance(of: $0, fromLeft: false) })
    else { return nil }
    for (line, row) in zip(edges.lines, rows) {
      guard add(line, { page.distance(of: $0, fromRow: row) }) else { return nil }
    }
    return distances
  }

  /// The residuals: distances in half pixels, the differences from known or usual values, and the bends of the profile.
  private static func residuals(
    _ parameters: [Double], _ edges: PageEdges, _ constraints: Constraints, _ start: SIMD3<Double>,
    _ axes: (SIMD3<Double>, SIMD3<Double>), weight: Double
  ) -> [Double]? {
    guard let page = page(parameters, start, axes),
      var residuals = distances(page, edges, Array(parameters[lineIndex...]))
    else { return nil }
    let precision = 2 * constraints.unit
    for index in residuals.indices { residuals[index] *= precision }
    let (usual, spread) = usualFocalLength
    residuals.append(
      constraints.focalLength.map { (parameters[2] - logarithm($0)) / 1e-4 }
        ?? (parameters[2] - logarithm(usual)) / spread)
    if let aspect = constraints.aspect {
      guard let width = page.lengths()?.last else { return nil }
      residuals.append((logarithm(width) - logarithm(aspect)) / 3e-3)
    }
    let root = weight.squareRoot()
    residuals += page.profile.bends.map { $0 * root }
    return residuals
  }

  /// Twice the negative logarithm of the likelihood, up to a constant; nil where it has none.
  private static func score(_ minimum: LevenbergMarquardt, _ weight: Double, _ edges: PageEdges) -> Double? {
    let parameters = minimum.parameters.count
    guard let factor = CholeskyFactor(minimum.normal, order: parameters) else { return nil }
    let values =
      [edges.top, edges.bottom, edges.left, edges.right].map(\.count).reduce(1, +)
      + edges.lines.map(\.count).reduce(0, +)
    let bends = PageProfile.count - 2
    let free = Double(max(values - (parameters - bends), 1))
    // The variance of a point that was read off a photo to a twentieth of a pixel.
    let variance = max(minimum.cost / free, 0.01)
    return free * logarithm(variance) + minimum.cost / variance + factor.logarithmOfDeterminant
      - Double(bends) * logarithm(weight)
  }

  /// The direction of the rulings, toward the vanishing point of the straight lines through the corners of the sides.
  private static func ruling(_ edges: PageEdges, _ focalLength: Double) -> SIMD3<Double>? {
    func line(_ points: [SIMD2<Double>]) -> SIMD3<Double> {
      SIMD3(points[0], 1).cross(SIMD3(points[points.count - 1], 1))
    }
    let meeting = line(edges.left).cross(line(edges.right))
    let direction = SIMD3(meeting.x / focalLength, meeting.y / focalLength, meeting.z)
    let length = (direction * direction).sum().squareRoot()
    guard length > 0, length.isFinite else { return nil }
    // A point at the middle of the page moves from the top to the bottom.
    func mean(_ points: [SIMD2<Double>]) -> SIMD2<Double> { points.reduce(.zero, +) / Double(points.count) }
    let (top, bottom) = (mean(edges.top), mean(edges.bottom))
    let motion = SIMD2(direction.x, direction.y) - (top + bottom) / 2 / focalLength * direction.z
    return direction * (((motion * (bottom - top)).sum() < 0 ? -1 : 1) / length)
  }

  /// A flat page to begin with.
  private static func parameters(
    _ edges: PageEdges, _ ruling: SIMD3<Double>, _ focalLength: Double
  ) -> [Double]? {
    let unbent = PageProfile(factors: [Double](repeating: 1, count: PageProfile.count))
    guard
      let frame = CylinderPage(
        ruling: ruling, focalLength: focalLength, offset: 0, left: 0, right: 1, profile: unbent)
    else { return nil }
    var ends: [SIMD2<Double>] = []
    for point in [edges.top.first, edges.top.last, edges.bottom.first, edges.bottom.last] {
      guard let point, let plane = frame.plane(of: point) else { return nil }
      ends.append(plane)
    }
    let (left, right) = ((ends[0].x + ends[2].x) / 2, (ends[1].x + ends[3].x) / 2)
    let (top, bottom) = ((ends[0].y + ends[1].y) / 2, (ends[2].y + ends[3].y) / 2)
    guard right > left, bottom > top else { return nil }
    let depth = bottom - top
    return [0, 0, logarithm(focalLength), top / depth, left, right]
      + [Double](repeating: depth, count: PageProfile.count)
      + edges.lines.map { line in
        let rows = line.compactMap { frame.plane(of: $0) }.map { ($0.y - top) / depth }
        return rows.isEmpty ? 0.5 : rows.reduce(0, +) / Double(rows.count)
      }
  }
}
