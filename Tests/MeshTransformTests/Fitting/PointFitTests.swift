import TestSupport
import Testing

@testable import MeshTransform

/// What maps of points promise: points that are met, meshes, folds, wrong points, and sets that are refused.
@Suite struct PointFitTests {
  private static let size = Size(640, 480)

  /// x, y, X and Y, in pixels.
  private static let points = pairs([
    400.1, 430.7, 379.6, 415.4, 496.4, 108.1, 527.1, 88.4, 192.1, 419.3, 166, 425.4, 3.4, 394.2, -21.8, 412.6,
    510.1, 224.6, 540.2, 206.3, 193.9, 133.6, 226.4, 140.2, 163.1, 213.6, 190.8, 223.7, 322.9, 265.7, 338.7,
    257.5,
    637.1, 380.5, 630.2, 366.1, 398.2, 474.7, 379.7, 459.6, 137.8, 76.9, 160.8, 91.4, 392, 21.1, 400.3, 5.1,
    22.8,
    247.1, 40.4, 266.7, 298.4, 440.2, 274.7, 435.3,
  ])
  private static func pairs(_ numbers: [Double]) -> [ControlPoint] {
    stride(from: 0, to: numbers.count, by: 4).map {
      ControlPoint(
        content: Point(numbers[$0], numbers[$0 + 1]), canvas: Point(numbers[$0 + 2], numbers[$0 + 3]))
    }
  }

  /// The largest distance of its points from their places, in pixels.
  private func worst(_ fit: PointFit) -> Double {
    fit.points.map { fit.residual(of: $0) ?? .infinity }.max() ?? .infinity
  }

  @Test func splinesGoOnStraight() throws {
    let grid = Self.pairs([
      0, 0, 5, 3, 300, 0, 310, 9, 640, 0, 600, -4, 0, 200, 1, 190, 300, 200, 320, 230, 640, 200, 650, 210, 0,
      480, 9, 470,
      300, 480, 290, 450, 640, 480, 640, 500,
    ])
    let fit = try PointFit(grid.shuffled(), .spline, contentSize: Self.size)
    #expect(worst(fit) < 1e-9)
    let beyond = try (1...3).map { try #require(fit.canvas(at: Point(640 + 10 * Double($0), 240))) }
    #expect(abs(beyond[0].y - 2 * beyond[1].y + beyond[2].y) < 1e-9)
    #expect(throws: FitError.noGrid(columns: 3, rows: 3, missing: Point(300, 200))) {
      try PointFit(grid.filter { $0.content != Point(300, 200) }, .spline, contentSize: Self.size)
    }
  }

  @Test func pinsAreMet() throws {
    // Beside the vertices of the sheet, too; one pin moves everything.
    let free = Self.pairs([101.7, 33.2, 120, 50, 400.9, 301.1, 380, 333, 77, 444, 70, 420])
    let moved = try PointFit(free, .rigid, contentSize: Self.size)
    #expect(worst(moved) < 1e-8, "\(worst(moved))")
    let shifted = try PointFit([free[0]], .rigid, contentSize: Self.size)
    let place = try #require(shifted.canvas(at: Point(600, 400)))
    #expect(abs(place.x - 618.3) < 1e-6 && abs(place.y - 416.8) < 1e-6, "\(place)")
    #expect(throws: FitError.outside(point: 0)) {
      try PointFit([ControlPoint(content: Point(-1, 3), canvas: .zero)], .rigid, contentSize: Self.size)
    }
  }

  /// Many points at random, in clusters, and all but one on a line.
  @Test func thinPlatesMeetTheirPoints() throws {
    var random = SplitMix64(seed: 5)
    func points(_ count: Int, _ place: (Int) -> Point) -> [ControlPoint] {
      (0..<count).map { index in
        let content = place(index)
        return ControlPoint(
          content: content,
          canvas: Point(content.x + 20 * sine(content.y / 70), content.y * 0.9 + content.x * 0.1))
      }
    }
    let sets = [
      points(300) { _ in Point(random.number(in: 0...640), random.number(in: 0...480)) },
      points(60) { index in
        Point(Double(100 * (index % 5)) + random.number(in: 0...0.1), random.number(in: 200...200.1))
      },
      points(30) { index in index == 7 ? Point(300, 20) : Point(Double(20 * index), Double(10 * index)) },
    ]
    for set in sets {
      let fit = try PointFit(set, .thinPlate(smoothing: 0), contentSize: Self.size)
      // 1e-8 of the picture's size.
      #expect(worst(fit) < 6.4e-6, "\(worst(fit))")
    }
  }

  @Test func meshesKeepAQuarterPixel() throws {
    for method in [FitMethod.thinPlate(smoothing: 0), .projective, .movingLeastSquares(.rigid), .rigid] {
      let points = method == .rigid ? Array(Self.points.prefix(6)) : Self.points
      let fit = try PointFit(points, method, contentSize: Self.size)
      let (mesh, tolerance) = try fit.mesh(canvasSize: Size(800, 600))
      #expect(tolerance == 0.25)
      let sampler = ContentSampler(mesh, layerSize: Size(800, 600))
      var worst = 0.0
      for row in 1..<48 {
        for column in 1..<64 {
          let content = SIMD2(Double(column) / 64, Double(row) / 48)
          let place = try #require(fit.canvas(at: Point(content * Self.size.vector)))
          let sample = try #require(sampler.sample(at: content))
          worst = max(
            worst, (SIMD2(Double(sample.to.x) * 800, Double(sample.to.y) * 600) - place.vector).lengthSquared)
        }
      }
      // The errors between the tested places are slightly larger; near its points, moving least squares bends sharply.
      let limit = if case .movingLeastSquares = method { 0.6 } else { 0.3 }
      #expect(worst.squareRoot() < limit, "\(method): \(worst.squareRoot())")
    }
  }

  @Test func foldsAreFound() throws {
    var crossed = Self.points
    // Two neighbors exchange their places.
    (crossed[5].canvas, crossed[6].canvas) = (crossed[6].canvas, crossed[5].canvas)
    let fit = try PointFit(crossed, .thinPlate(smoothing: 0), contentSize: Self.size)
    let fold = try #require(fit.fold(of: fit.mesh(canvasSize: Self.size).mesh, among: crossed))
    #expect(fold.share > 0.001 && fold.share < 0.3 && Set(fold.points).isSuperset(of: [5, 6]), "\(fold)")
    let straight = try PointFit(Self.points, .thinPlate(smoothing: 0), contentSize: Self.size)
    #expect(try straight.fold(of: straight.mesh(canvasSize: Self.size).mesh, among: Self.points) == nil)
    // A mirror image is no fold.
    let mirrored = try PointFit(
      Self.points.map { ControlPoint(content: $0.content, canvas: Point(640 - $0.canvas.x, $0.canvas.y)) },
      .affine,
      contentSize: Self.size)
    #expect(try mirrored.fold(of: mirrored.mesh(canvasSize: Self.size).mesh, among: Self.points) == nil)
  }

  @Test func wrongPointsAreLeftOut() throws {
    var points = Self.points.map { point in
      let (x, y) = (point.content.x, point.content.y)
      let w = 1 + 3e-4 * x + 1e-4 * y
      return ControlPoint(
        content: point.content, canvas: Point((1.1 * x + 0.1 * y + 5) / w, (y - 0.05 * x) / w))
    }
    for index in [2, 3, 8, 11] { points[index].canvas.x += 40 + Double(index) }
    let consensus = try Consensus(points, .projective, contentSize: Self.size, tolerance: 1)
    #expect(consensus.outliers == [2, 3, 8, 11])
    #expect(worst(consensus.fit) < 1e-9)
    #expect(throws: FitError.noConsensus(tolerance: 1e-3)) {
      try Consensus(Self.points, .projective, contentSize: Self.size, tolerance: 1e-3)
    }
  }

  @Test func degenerateSetsAreRefused() throws {
    func fit(_ numbers: [Double], _ method: FitMethod) throws {
      _ = try PointFit(Self.pairs(numbers), method, contentSize: Self.size)
    }
    let line: [Double] = [0, 0, 5, 1, 10, 20, 8, 9, 20, 40, 11, 17, 30, 60, 14, 25]
    #expect(throws: FitError.onLine(.content, except: nil)) { try fit(line, .affine) }
    #expect(throws: FitError.onLine(.content, except: nil)) { try fit(line, .thinPlate(smoothing: 0)) }
    #expect(throws: FitError.onLine(.content, except: nil)) { try fit(line, .movingLeastSquares(.affine)) }
    #expect(throws: FitError.onLine(.content, except: 4)) { try fit(line + [7, 1, 8, 80], .projective) }
    #expect(throws: FitError.onLine(.canvas, except: 1)) {
      try fit([0, 0, 0, 0, 9, 1, 5, 8, 1, 9, 10, 10, 8, 8, 20, 20], .projective)
    }
    let far: [Double] = [0, 0, 0, 0, 640, 0, 640, 0]
    #expect(throws: FitError.exchanged(2, 3)) {
      try fit(far + [640, 480, 0, 480, 0, 480, 640, 480], .projective)
    }
    #expect(throws: FitError.inside(point: 2, .canvas)) {
      try fit(far + [640, 480, 200, 100, 0, 480, 0, 480], .projective)
    }
    #expect(throws: FitError.inside(point: 2, .content)) {
      try fit(far + [200, 100, 640, 480, 0, 480, 0, 480], .projective)
    }
    #expect(throws: FitError.repeated(0, 1, .content)) {
      try fit([0, 0, 0, 0, 0, 0, 0, 0] + far.suffix(4) + [0, 480, 0, 480], .projective)
    }
    #expect(throws: FitError.repeated(1, 3, .canvas)) {
      try fit(far + [0, 480, 0, 480, 640, 480, 640, 0], .projective)
    }
    // A mirror image is a view from behind, and a point twice counts twice.
    try fit([0, 0, 640, 0, 640, 0, 0, 0, 640, 480, 0, 480, 0, 480, 640, 480], .projective)
    try fit(far + far.prefix(4) + [640, 480, 640, 480, 0, 480, 9, 480], .projective)
    // Six points of a circle.
    let circle = (0..<6).flatMap { step -> [Double] in
      let angle = Double(step)
      return [200 + 100 * cosine(angle), 200 + 100 * sine(angle), angle, angle * angle]
    }
    #expect(throws: FitError.onCurve(degree: 2)) { try fit(circle, .polynomial(degree: 2)) }
    #expect(throws: FitError.count(2, allowed: 3...ThinPlateSpline.countLimit)) {
      try fit([0, 0, 1, 1, 5, 6, 7, 8], .thinPlate(smoothing: 0))
    }
    #expect(throws: FitError.contradiction(0, 2)) {
      try fit([1, 2, 3, 4, 9, 9, 9, 9, 1, 2, 5, 5, 30, 1, 2, 3], .thinPlate(smoothing: 0))
    }
    // The same pair twice is one.
    try fit([1, 2, 3, 4, 9, 9, 9, 9, 1, 2, 3, 4, 30, 1, 2, 3], .thinPlate(smoothing: 0))
    #expect(throws: FitError.notFinite(point: 1)) { try fit([0, 0, 1, 1, .nan, 6, 7, 8], .similarity) }
    #expect(throws: FitError.degree(6)) { try fit(line, .polynomial(degree: 6)) }
    #expect(throws: FitError.self) { try fit(line, .thinPlate(smoothing: -1)) }
  }
}
