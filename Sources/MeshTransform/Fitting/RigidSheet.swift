/// A sheet of triangles that is moved by pins and stays as rigid as possible: each triangle is to be only turned. Natural
/// splines through its vertices meet the pins.
///
/// Local steps find the best rotation of each triangle, global ones the best places of the vertices for these rotations; the
/// equations of the latter are factored once. (Liu, Zhang, Xu, Gotsman and Gortler, A Local/Global Approach to Mesh
/// Parameterization, 2008.)
struct RigidSheet: PlaneFit {
  private let splines: SplineGrid
  /// The places of the vertices on the canvas, row by row.
  let places: [SIMD2<Double>]

  /// The most pins.
  static let pinLimit = 400
  /// Cells along the longer side; more where pins are too close to each other for fewer.
  private static let cells = [24, 36, 48]

  /// - Throws: ``FitError`` for pins outside of the content, or too close to each other.
  init(_ points: [ControlPoint], size: Size) throws(FitError) {
    if let outside = points.firstIndex(where: { !Rect(0, 0, size.width, size.height).includes($0.content) }) {
      throw .outside(point: outside)
    }
    for cells in Self.cells {
      let cell = max(size.width, size.height) / Double(cells)
      let columns = min(max(Int(clamping: (size.width / cell).rounded()), 2), cells)
      let rows = min(max(Int(clamping: (size.height / cell).rounded()), 2), cells)
      if let sheet = RigidSheet(points, size: size, columns: columns, rows: rows) {
        self = sheet
        return
      }
    }
    throw .unsolvable
  }

  /// - Returns: nil where pins are too close to each other.
  init?(_ points: [ControlPoint], size: Size, columns: Int, rows: Int) {
    let xs = (0...columns).map { Double($0) / Double(columns) * size.width }
    let ys = (0...rows).map { Double($0) / Double(rows) * size.height }
    let rest = ys.flatMap { y in xs.map { SIMD2($0, y) } }
    let (across, down) = (NaturalSpline(xs), NaturalSpline(ys))
    let pins = points.map { point in
      let (x, y) = (across.shares(at: point.content.x), down.shares(at: point.content.y))
      return (shares: y.flatMap { y in x.map { $0 * y } }, place: point.canvas.vector)
    }
    let triangles = Self.triangles(rest, columns: columns, rows: rows)
    guard let equations = SheetEquations(triangles, vertices: rest.count, pins) else { return nil }
    let start = MovingLeastSquares(points, .rigid)
    let shift = points[0].canvas.vector - points[0].content.vector
    var places = rest.map { points.count < 2 ? $0 + shift : start?.canvas(at: $0) ?? $0 }
    // Steps get smaller by a factor; the places are off by some hundred times the last one.
    let least = 1e-18 * (size.width * size.width + size.height * size.height)
    for _ in 0..<2_000 {
      let next = equations.places(triangles.map { $0.rotated(rest, places) })
      let largest = zip(places, next).reduce(0) { max($0, ($1.0 - $1.1).lengthSquared) }
      places = next
      guard largest > least else { break }
    }
    guard places.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return nil }
    self.places = places
    splines = SplineGrid(xs: xs, ys: ys, places: places)
  }

  func canvas(at point: SIMD2<Double>) -> SIMD2<Double>? { splines.canvas(at: point) }

  private static func triangles(_ rest: [SIMD2<Double>], columns: Int, rows: Int) -> [SheetTriangle] {
    (0..<rows).flatMap { row in
      (0..<columns).flatMap { column in
        let a = row * (columns + 1) + column
        let (b, c, d) = (a + 1, a + columns + 2, a + columns + 1)
        return [SheetTriangle(a, b, c, rest), SheetTriangle(c, d, a, rest)]
      }
    }
  }
}

/// A triangle of a sheet with the weights of its sides: the cotangents of the opposite angles.
private struct SheetTriangle {
  let sides: [(start: Int, end: Int, weight: Double)]

  init(_ a: Int, _ b: Int, _ c: Int, _ rest: [SIMD2<Double>]) {
    func side(_ start: Int, _ end: Int, opposite: Int) -> (Int, Int, Double) {
      let (p, q) = (rest[start] - rest[opposite], rest[end] - rest[opposite])
      return (start, end, (p * q).sum() / abs(p.cross(q)))
    }
    sides = [side(a, b, opposite: c), side(b, c, opposite: a), side(c, a, opposite: b)]
  }

  /// The sides as they are at rest, turned as their places are.
  func rotated(_ rest: [SIMD2<Double>], _ places: [SIMD2<Double>]) -> [SIMD2<Double>] {
    let own = sides.map { rest[$0.end] - rest[$0.start] }
    var turn = SIMD2<Double>.zero
    for (side, own) in zip(sides, own) {
      let place = places[side.end] - places[side.start]
      turn += side.weight * SIMD2((own * place).sum(), own.cross(place))
    }
    let length = turn.lengthSquared.squareRoot()
    let unit = length > 0 ? turn / length : SIMD2(1, 0)
    return own.map { $0.rotated(by: unit) }
  }
}

/// The equations for the places of a sheet's vertices, with pins as constraints.
private struct SheetEquations {
  private let triangles: [SheetTriangle]
  private let pins: [(shares: [Double], place: SIMD2<Double>)]
  private let factor: CholeskyFactor
  /// The vertices' answers to a force on each pin, and the factor of the pins' own.
  private let answers: [[Double]]
  private let pinFactor: CholeskyFactor

  /// - Returns: nil where pins depend on each other.
  init?(_ triangles: [SheetTriangle], vertices: Int, _ pins: [(shares: [Double], place: SIMD2<Double>)]) {
    var matrix = [Double](repeating: 0, count: vertices * vertices)
    for side in triangles.flatMap(\.sides) {
      matrix[side.start * vertices + side.start] += side.weight
      matrix[side.end * vertices + side.end] += side.weight
      matrix[side.start * vertices + side.end] -= side.weight
      matrix[side.end * vertices + side.start] -= side.weight
    }
    // The squares of the constraints do not change the solution, and make the matrix definite.
    for pin in pins {
      let own = pin.shares.indices.filter { pin.shares[$0] != 0 }
      for row in own {
        for column in own { matrix[row * vertices + column] += pin.shares[row] * pin.shares[column] }
      }
    }
    guard let factor = CholeskyFactor(matrix, order: vertices) else { return nil }
    let answers = pins.map { factor.solution($0.shares) }
    let own = pins.flatMap { pin in answers.map { Self.product(pin.shares, $0) } }
    guard let pinFactor = CholeskyFactor(own, order: pins.count) else { return nil }
    (self.triangles, self.pins, self.factor) = (triangles, pins, factor)
    (self.answers, self.pinFactor) = (answers, pinFactor)
  }

  /// The places for which the sides differ least from these, and the pins are met.
  func places(_ sides: [[SIMD2<Double>]]) -> [SIMD2<Double>] {
    var values = [SIMD2<Double>](repeating: .zero, count: factor.order)
    for (triangle, sides) in zip(triangles, sides) {
      for (side, own) in zip(triangle.sides, sides) {
        values[side.end] += side.weight * own
        values[side.start] -= side.weight * own
      }
    }
    for pin in pins { for index in values.indices { values[index] += pin.shares[index] * pin.place } }
    let (x, y) = (
      solution(values.map(\.x), pins.map(\.place.x)), solution(values.map(\.y), pins.map(\.place.y))
    )
    return zip(x, y).map { SIMD2($0, $1) }
  }

  private func solution(_ values: [Double], _ places: [Double]) -> [Double] {
    var free = factor.solution(values)
    let forces = pinFactor.solution(zip(pins, places).map { Self.product($0.shares, free) - $1 })
    for (force, answer) in zip(forces, answers) {
      for index in free.indices { free[index] -= force * answer[index] }
    }
    return free
  }

  private static func product(_ a: [Double], _ b: [Double]) -> Double {
    zip(a, b).reduce(0) { $0 + $1.0 * $1.1 }
  }
}

extension Rect {
  /// Whether a point lies in the rectangle or on one of its edges.
  fileprivate func includes(_ point: Point) -> Bool {
    point.x >= minX && point.x <= maxX && point.y >= minY && point.y <= maxY
  }
}
