/// A page that is bent around one direction, as a sheet bends that lies in a book or is curled: a general cylinder, seen by a
/// camera at the origin that looks along z. The height of the page is the unit of space.
///
/// The lines along which it is straight, its rulings, run from top to bottom. A plane through the camera and a ruling is
/// named by its place `w`, the tangent of its angle from `forward`; in it, a point is named by `s`, the tangent of its angle
/// from `forward` toward `ruling`. On the page, `s = (offset + v) * profile(w)` at the share `v` of its height.
///
/// (The rulings meet at one vanishing point, and the edges lie in planes perpendicular to them: Cao, Ding and Liu, A Cylindrical
/// Surface Model to Rectify the Bound Document Image, 2003. The inverse depth in place of the depth makes a flat page linear.)
struct CylinderPage: Sendable {
  /// Unit vectors: from top to bottom along the rulings, from left to right, and toward the page.
  private let ruling: SIMD3<Double>, across: SIMD3<Double>, forward: SIMD3<Double>
  /// In units of the photo.
  let focalLength: Double
  /// The height of the camera above the top edge, along the rulings.
  private let offset: Double
  /// The places of the left and the right edge.
  private let left: Double, right: Double
  let profile: PageProfile

  /// - Returns: nil for rulings along the camera's axis, and for a page without a width.
  init?(
    ruling: SIMD3<Double>, focalLength: Double, offset: Double, left: Double, right: Double,
    profile: PageProfile
  ) {
    let forward = SIMD3(0, 0, 1) - ruling * ruling.z
    let length = (forward * forward).sum().squareRoot()
    guard length > 0.05, right > left, focalLength > 0 else { return nil }
    (self.ruling, self.forward) = (ruling, forward / length)
    across = ruling.cross(self.forward)
    (self.focalLength, self.offset) = (focalLength, offset)
    (self.left, self.right, self.profile) = (left, right, profile)
  }

  /// The place `w` and the tangent `s` of a point of the photo; nil behind the camera.
  func plane(of point: SIMD2<Double>) -> SIMD2<Double>? {
    let ray = SIMD3(point / focalLength, 1)
    let depth = (ray * forward).sum()
    guard depth > 1e-6 else { return nil }
    return SIMD2((ray * across).sum(), (ray * ruling).sum()) / depth
  }

  /// The point of the photo, and how it moves with `w` and `s`.
  private func image(_ w: Double, _ s: Double) -> (
    point: SIMD2<Double>, across: SIMD2<Double>, along: SIMD2<Double>
  )? {
    let place = across * w + forward + ruling * s
    guard place.z > 1e-6 else { return nil }
    let point = SIMD2(place.x, place.y) / place.z
    func motion(_ axis: SIMD3<Double>) -> SIMD2<Double> {
      (SIMD2(axis.x, axis.y) - point * axis.z) * (focalLength / place.z)
    }
    return (point * focalLength, motion(across), motion(ruling))
  }

  /// The share of the width between both edges, by angle, of a place.
  private func share(_ w: Double) -> Double { (w - left) / (right - left) }

  /// The signed distance in the photo of a point from the line of the page at a share of its height.
  func distance(of point: SIMD2<Double>, fromRow row: Double) -> Double? {
    guard let plane = plane(of: point) else { return nil }
    let (depth, slope) = profile.value(at: share(plane.x))
    let height = offset + row
    guard depth > 0, let image = image(plane.x, height * depth) else { return nil }
    let tangent = image.across + image.along * (height * slope / (right - left))
    return (point - image.point).cross(tangent) / tangent.lengthSquared.squareRoot()
  }

  /// The signed distance in the photo of a point from the left or the right edge.
  func distance(of point: SIMD2<Double>, fromLeft isLeft: Bool) -> Double? {
    guard let plane = plane(of: point), let image = image(isLeft ? left : right, plane.y) else { return nil }
    return (point - image.point).cross(image.along) / image.along.lengthSquared.squareRoot()
  }

  /// The share of the width by angle at which a point of the photo lies.
  func share(of point: SIMD2<Double>) -> Double? { plane(of: point).map { share($0.x) } }

  /// The share of the height at which a point of the photo lies.
  func row(of point: SIMD2<Double>) -> Double? {
    guard let plane = plane(of: point) else { return nil }
    let depth = profile.value(at: share(plane.x)).value
    return depth > 0 ? plane.y / depth - offset : nil
  }

  /// The point of the photo at a share of the width by angle, and of the height.
  func image(share: Double, row: Double) -> SIMD2<Double>? {
    let depth = profile.value(at: share).value
    guard depth > 0 else { return nil }
    return image(left + share * (right - left), (offset + row) * depth)?.point
  }

  private static let pieces = 1_024

  /// The lengths of the page from its left edge on, at even shares by angle; nil where it reaches behind the camera.
  ///
  /// The last one is its width, in heights.
  func lengths() -> [Double]? {
    var (lengths, last) = ([0.0], SIMD2<Double>.zero)
    for piece in 0...Self.pieces {
      let share = Double(piece) / Double(Self.pieces)
      let depth = profile.value(at: share).value
      guard depth > 0 else { return nil }
      let place = SIMD2(left + share * (right - left), 1) / depth
      if piece > 0 { lengths.append(lengths[piece - 1] + (place - last).lengthSquared.squareRoot()) }
      last = place
    }
    return lengths
  }
}

/// The profile of a bent page as the camera sees it: the inverse depth at each place across it, by uniform cubic B-splines
/// over 0...1, and straight beyond. A flat page has a straight profile. (de Boor, A Practical Guide to Splines, chapter 9.)
struct PageProfile: Sendable {
  /// The factors of the B-splines: inverse depths.
  var factors: [Double]

  private static let intervals = 16
  static let count = intervals + 3

  /// The inverse depth and its slope.
  func value(at place: Double) -> (value: Double, slope: Double) {
    let inside = min(max(place, 0), 1)
    let scaled = inside * Double(Self.intervals)
    let interval = min(Int(clamping: scaled.rounded(.down)), Self.intervals - 1)
    let x = scaled - Double(interval)
    let y = 1 - x
    let (a, b, c, d) = (
      factors[interval], factors[interval + 1], factors[interval + 2], factors[interval + 3]
    )
    let middle = (3 * x - 6) * x * x + 4
    let next = ((3 - 3 * x) * x + 3) * x + 1
    let value = (y * y * y * a + middle * b + next * c + x * x * x * d) / 6
    let rise = (9 * x - 12) * x * b + ((6 - 9 * x) * x + 3) * c
    let slope = (rise / 6 + (x * x * d - y * y * a) / 2) * Double(Self.intervals)
    return (value + slope * (place - inside), slope)
  }

  /// Its second differences in parts of its mean: 0 for a flat page.
  var bends: [Double] {
    let mean = factors.reduce(0) { $0 + abs($1) } / Double(Self.count)
    let scale = power(Double(Self.intervals), 1.5) / mean
    return factors.indices.dropFirst().dropLast().map {
      (factors[$0 - 1] - 2 * factors[$0] + factors[$0 + 1]) * scale
    }
  }
}
