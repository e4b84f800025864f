extension FitError {
  /// The reason why no projective map takes points to their places, where its equations have no solution.
  ///
  /// Each three of four points turn in the same direction in both planes, or each three in opposite ones: otherwise a point
  /// would lie behind the eye.
  init(ofProjective points: [ControlPoint]) {
    self = .notProjective
    guard points.count == 4 else { return }
    let (content, canvas) = (points.map(\.content.vector), points.map(\.canvas.vector))
    let (inContent, onCanvas) = (Self.pointInside(content), Self.pointInside(canvas))
    if inContent != onCanvas {
      if let point = onCanvas { self = .inside(point: point, .canvas) }
      if onCanvas == nil, let point = inContent { self = .inside(point: point, .content) }
      return
    }
    guard Self.direction(content, canvas) == nil else { return }
    var mirrored: FitError?
    for (a, b) in [(2, 3), (1, 2), (0, 1), (1, 3), (0, 2), (0, 3)] {
      var exchanged = canvas
      exchanged.swapAt(a, b)
      switch Self.direction(content, exchanged) {
      case true?:
        self = .exchanged(a, b)
        return
      case false?: mirrored = mirrored ?? .exchanged(a, b)
      case nil: break
      }
    }
    self = mirrored ?? self
  }

  /// The two places in a plane that fewer than four different ones repeat; nil for four or more.
  static func repetition(of points: [ControlPoint], _ plane: Plane) -> FitError? {
    let places = points.map { plane == .content ? $0.content : $0.canvas }
    guard Set(places).count < 4 else { return nil }
    for (index, place) in places.enumerated() {
      if let first = places[..<index].firstIndex(of: place) { return .repeated(first, index, plane) }
    }
    return nil
  }

  /// Above 0 where c lies to the right of the line from a to b, y down.
  private static func side(_ places: [SIMD2<Double>], _ a: Int, _ b: Int, _ c: Int) -> Double {
    (places[b] - places[a]).cross(places[c] - places[a])
  }

  /// The one of four places that lies inside the triangle of the others.
  private static func pointInside(_ places: [SIMD2<Double>]) -> Int? {
    places.indices.first { point in
      let others = places.indices.filter { $0 != point }
      let sides = (0..<3).map { side(places, others[$0], others[($0 + 1) % 3], point) }
      return sides.allSatisfy { $0 > 0 } || sides.allSatisfy { $0 < 0 }
    }
  }

  /// True where each three places turn in the same direction in both planes, false for opposite ones, nil for neither.
  private static func direction(_ content: [SIMD2<Double>], _ canvas: [SIMD2<Double>]) -> Bool? {
    let products = [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)].map { a, b, c in
      side(content, a, b, c) * side(canvas, a, b, c)
    }
    if products.allSatisfy({ $0 > 0 }) { return true }
    return products.allSatisfy { $0 < 0 } ? false : nil
  }
}
