/// A map from the content to the canvas that follows measured points.
///
/// ```swift
/// let fit = try PointFit(points, .thinPlate(smoothing: 0), contentSize: Size(640, 480))
/// layer.mesh = try fit.mesh(canvasSize: Size(1920, 1080)).mesh
/// print(fit.points.compactMap(fit.residual).max() ?? 0)
/// ```
///
/// All coordinates are pixels of the two pictures, and all sums and solutions are in double precision.
public struct PointFit: Sendable {
  /// The points that the map follows.
  public let points: [ControlPoint]
  /// How it follows them.
  public let method: FitMethod
  /// The size of the content in pixels.
  public let contentSize: Size
  private let fit: any PlaneFit

  /// The largest degree of polynomials.
  private static let degrees = 1...5

  /// - Parameters:
  ///   - points: their order does not matter.
  ///   - contentSize: pixels, above 0.
  /// - Throws: ``FitError`` with the points at fault.
  /// - Complexity: O(n) for n points; O(n^3) for thin-plate splines.
  public init(_ points: [ControlPoint], _ method: FitMethod, contentSize: Size) throws(FitError) {
    (self.method, self.contentSize) = (method, contentSize)
    let points = try Self.checked(points, method)
    self.points = points
    switch method {
    case .similarity:
      guard let fit = SimilarityFit(points) else { throw .onLine(.content, except: nil) }
      self.fit = fit
    case .affine:
      guard let fit = PolynomialFit(points, degree: 1) else { throw .onLine(.content, except: nil) }
      self.fit = fit
    case .projective:
      for plane in [FitError.Plane.content, .canvas] {
        if let fault = FitError.repetition(of: points, plane) { throw fault }
        if let fault = PointsOnLine(points, plane) { throw .onLine(plane, except: fault.other) }
      }
      guard let fit = ProjectiveFit(points) else { throw FitError(ofProjective: points) }
      self.fit = fit
    case .polynomial(let degree):
      guard let fit = PolynomialFit(points, degree: degree) else { throw .onCurve(degree: degree) }
      self.fit = fit
    case .thinPlate(let smoothing):
      if let fault = PointsOnLine(points, .content), fault.other == nil {
        throw .onLine(.content, except: nil)
      }
      guard let fit = ThinPlateSpline(points, smoothing: smoothing) else { throw .unsolvable }
      self.fit = fit
    case .movingLeastSquares(let maps):
      guard let fit = MovingLeastSquares(points, maps) else { throw .onLine(.content, except: nil) }
      self.fit = fit
    case .spline: fit = try SplineGrid(points)
    case .rigid: fit = try RigidSheet(points, size: contentSize)
    }
  }

  /// The place of a point of the content, both in pixels; nil where it has none.
  public func canvas(at content: Point) -> Point? { fit.canvas(at: content.vector).map { Point($0) } }

  /// The distance of a point's place on the canvas from the one that the map gives it, in pixels; nil where the map gives it
  /// none.
  public func residual(of point: ControlPoint) -> Double? {
    fit.canvas(at: point.content.vector).map { ($0 - point.canvas.vector).lengthSquared.squareRoot() }
  }

  /// A flat mesh for a layer of the canvas's size, within a quarter of a pixel of the map: of the content or of the canvas,
  /// whichever is larger at a place.
  /// - Parameters:
  ///   - canvasSize: pixels, above 0.
  ///   - limit: vertices.
  /// - Returns: the mesh, and the error in pixels that it keeps, more than a quarter where the limit of vertices asks for it.
  public func mesh(
    canvasSize: Size, limit: Int = Mesh.vertexLimit
  ) throws(FitError) -> (mesh: Mesh, tolerance: Double) {
    let (content, canvas) = (contentSize.vector, canvasSize.vector)
    let map = PlaneMap(
      content: { point in
        fit.canvas(at: point * content).map {
          ($0 / canvas).clamped(lowerBound: SIMD2(repeating: -1e3), upperBound: SIMD2(repeating: 1e3))
        }
      }, leadsToCanvas: true)
    // Larger pictures do not need more vertices than a mesh can have.
    let pixels = [contentSize, canvasSize].map { Size(min($0.width, 1e5), min($0.height, 1e5)) }
    do {
      return try map.mesh(PlaneMap.Resolution(canvas: pixels[0], content: pixels[1]), limit: limit)
    } catch { throw .mesh(error) }
  }

  /// The points without copies, if the method can follow them.
  private static func checked(_ points: [ControlPoint], _ method: FitMethod) throws(FitError)
    -> [ControlPoint]
  {
    if case .polynomial(let degree) = method, !degrees.contains(degree) { throw .degree(degree) }
    if case .thinPlate(let smoothing) = method, !(smoothing >= 0 && smoothing.isFinite) {
      throw .amount(smoothing)
    }
    if let fault = points.firstIndex(where: { !$0.content.isFinite || !$0.canvas.isFinite }) {
      throw .notFinite(point: fault)
    }
    var (places, distinct) = ([Point: Int](), [ControlPoint]())
    for (index, point) in points.enumerated() {
      if let first = places[point.content], method.meetsPoints {
        guard points[first].canvas == point.canvas else { throw .contradiction(first, index) }
        continue
      }
      places[point.content] = index
      distinct.append(point)
    }
    let allowed = method.leastCount...method.countLimit
    guard allowed.contains(distinct.count) else { throw .count(distinct.count, allowed: allowed) }
    return distinct
  }
}

extension Size {
  var vector: SIMD2<Double> { SIMD2(width, height) }
}

/// A line on which all points lie, or all but one.
struct PointsOnLine {
  /// The point beside the line.
  let other: Int?

  /// - Returns: nil where two points or more lie beside each line.
  init?(_ points: [ControlPoint], _ plane: FitError.Plane) {
    let places = points.map { plane == .content ? $0.content.vector : $0.canvas.vector }
    guard places.count >= 3 else { return nil }
    let normalization = PointNormalization(places)
    let near = places.map { normalization($0) }
    // A line of all points but one has two of any three that differ.
    guard let second = places.firstIndex(where: { $0 != places[0] }),
      let third = places.firstIndex(where: { $0 != places[0] && $0 != places[second] })
    else {
      other = nil
      return
    }
    for (a, b) in [(0, second), (0, third), (second, third)] {
      let direction = near[b] - near[a]
      let length = direction.lengthSquared.squareRoot()
      let beside = near.indices.filter { abs(direction.cross(near[$0] - near[a])) > 1e-9 * length }
      if beside.count <= 1 {
        other = beside.first
        return
      }
    }
    return nil
  }
}

extension SplineGrid {
  /// The splines through points that are a full grid of the content.
  /// - Throws: ``FitError/noGrid(columns:rows:missing:)``.
  fileprivate init(_ points: [ControlPoint]) throws(FitError) {
    let (xs, ys) = (Self.lines(points.map(\.content.x)), Self.lines(points.map(\.content.y)))
    // The last line that is not above a value: a line is the least value of its points.
    func line(_ value: Double, _ lines: [Double]) -> Int {
      var (low, high) = (0, lines.count - 1)
      while low < high {
        let middle = (low + high + 1) / 2
        if lines[middle] <= value { low = middle } else { high = middle - 1 }
      }
      return low
    }
    var columns = [[Int: SIMD2<Double>]](repeating: [:], count: xs.count)
    for point in points {
      columns[line(point.content.x, xs)][line(point.content.y, ys)] = point.canvas.vector
    }
    if let torn = columns.firstIndex(where: { $0.count < ys.count }) {
      let missing = ys.indices.first { columns[torn][$0] == nil } ?? 0
      throw .noGrid(columns: xs.count, rows: ys.count, missing: Point(xs[torn], ys[missing]))
    }
    guard xs.count > 1, ys.count > 1 else {
      throw .onLine(.content, except: nil)
    }
    let places = ys.indices.flatMap { row in columns.compactMap { $0[row] } }
    self.init(xs: xs, ys: ys, places: places)
  }

  /// The positions of the lines of a grid: values that differ by less than a millionth of their range are one.
  private static func lines(_ values: [Double]) -> [Double] {
    let sorted = values.sorted()
    let tolerance = 1e-6 * (sorted[sorted.count - 1] - sorted[0])
    var lines: [Double] = []
    for value in sorted where lines.last.map({ value - $0 > tolerance }) ?? true { lines.append(value) }
    return lines
  }
}
