/// A page between four curves: a bilinearly blended Coons patch in the plane in which its corners are those of the page, so that
/// the camera's perspective is that of a flat page. (Coons, Surfaces for Computer-Aided Design of Space Forms, 1967.)
struct CoonsPage: PageSurface {
  private let flat: ProjectiveFit, back: ProjectiveFit
  private let top: Curve, bottom: Curve, left: Curve, right: Curve

  /// - Parameter aspect: the width of the page divided by its height.
  /// - Returns: nil for corners that no camera sees.
  init?(_ edges: PageEdges, aspect: Double) {
    let corners = [edges.top.first, edges.top.last, edges.bottom.last, edges.bottom.first].compactMap { $0 }
    let unit = [SIMD2(0, 0), SIMD2(1.0, 0), SIMD2(1.0, 1), SIMD2(0, 1.0)]
    let pairs = zip(corners, unit).map { ControlPoint(content: Point($0), canvas: Point($1)) }
    guard let flat = ProjectiveFit(pairs),
      let back = ProjectiveFit(pairs.map { ControlPoint(content: $0.canvas, canvas: $0.content) })
    else { return nil }
    (self.flat, self.back) = (flat, back)
    var curves: [Curve] = []
    for (points, ends) in [
      (edges.top, (unit[0], unit[1])), (edges.bottom, (unit[3], unit[2])), (edges.left, (unit[0], unit[3])),
      (edges.right, (unit[1], unit[2])),
    ] {
      var places: [SIMD2<Double>] = []
      for point in points.dropFirst().dropLast() {
        guard let place = flat.canvas(at: point) else { return nil }
        places.append(place)
      }
      curves.append(Curve([ends.0] + places + [ends.1], aspect: aspect))
    }
    (top, bottom, left, right) = (curves[0], curves[1], curves[2], curves[3])
  }

  func photo(at place: SIMD2<Double>) -> SIMD2<Double>? { back.canvas(at: patch(place)) }

  /// The inverse of ``photo(at:)``: Newton's method, from the place on a flat page.
  func place(of point: SIMD2<Double>) -> SIMD2<Double>? {
    guard let target = flat.canvas(at: point) else { return nil }
    var place = target
    for _ in 0..<20 {
      let miss = patch(place) - target
      let h = 1e-5
      let across = (patch(place + SIMD2(h, 0)) - patch(place - SIMD2(h, 0))) / (2 * h)
      let down = (patch(place + SIMD2(0, h)) - patch(place - SIMD2(0, h))) / (2 * h)
      let area = across.cross(down)
      guard abs(area) > 1e-9 else { return nil }
      let step = SIMD2(miss.cross(down), across.cross(miss)) / area
      place -= step
      if step.lengthSquared < 1e-20 { return place }
    }
    return place.x.isFinite && place.y.isFinite ? place : nil
  }

  private func patch(_ place: SIMD2<Double>) -> SIMD2<Double> {
    let (u, v) = (place.x, place.y)
    let rows = (1 - v) * top.point(at: u) + v * bottom.point(at: u)
    let columns = (1 - u) * left.point(at: v) + u * right.point(at: v)
    // The corners are those of the unit square, of which the bilinear part is the place itself.
    return rows + columns - place
  }

  /// A natural cubic spline through points, by the length of the lines between them.
  private struct Curve {
    private let spline: NaturalSpline
    private let points: [SIMD2<Double>], bends: [SIMD2<Double>]

    init(_ points: [SIMD2<Double>], aspect: Double) {
      var (knots, kept) = ([0.0], [points[0]])
      for point in points.dropFirst() {
        let step = (point - kept[kept.count - 1]) * SIMD2(aspect, 1)
        let length = step.lengthSquared.squareRoot()
        // A copy of a point.
        guard length > 1e-9 else { continue }
        knots.append(knots[knots.count - 1] + length)
        kept.append(point)
      }
      let whole = knots[knots.count - 1]
      spline = NaturalSpline(knots.map { $0 / whole })
      (self.points, bends) = (kept, spline.secondDerivatives(kept))
    }

    func point(at share: Double) -> SIMD2<Double> {
      let (interval, value, bend) = spline.weights(at: share)
      return value[0] * points[interval] + value[1] * points[interval + 1] + bend[0] * bends[interval]
        + bend[1] * bends[interval + 1]
    }
  }
}
