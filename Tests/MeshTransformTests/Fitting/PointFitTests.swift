import TestSupport
import Testing

@testable import MeshTransform

/// Maps of points, against other programs' results for the same points, and against closed forms.
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
  private static let probes = [
    Point(100, 100), Point(320, 240), Point(600, 50), Point(-40, 500), Point(333.25, 17.5),
  ]

  private static func pairs(_ numbers: [Double]) -> [ControlPoint] {
    stride(from: 0, to: numbers.count, by: 4).map {
      ControlPoint(
        content: Point(numbers[$0], numbers[$0 + 1]), canvas: Point(numbers[$0 + 2], numbers[$0 + 3]))
    }
  }

  /// The places of the probes: by least squares in NumPy, `RBFInterpolator` of SciPy 1.15 (thin_plate_spline, degree 1), and
  /// least squares of SciPy from OpenCV's `findHomography` on.
  @Test(arguments: [
    (
      FitMethod.affine,
      [
        125.518377, 111.870718, 329.196771, 235.786048, 636.3725, 25.5314508, -67.7899394, 521.818421,
        371.538245, 12.4532942,
      ]
    ),
    (
      .polynomial(degree: 2),
      [
        125.616579, 117.2729, 346.132669, 233.908466, 609.384446, 22.0750888, -114.577211, 517.5842,
        348.868458, 8.05018176,
      ]
    ),
    (
      .polynomial(degree: 3),
      [
        127.845693, 118.145215, 343.346131, 232.40663, 614.782392, 33.4758193, -81.233925, 519.227936,
        337.396259, 7.276942,
      ]
    ),
    (
      .similarity,
      [
        105.660923, 95.902183, 324.875031, 237.51177, 606.38783, 49.2763706, -37.1772542, 495.255118,
        339.653925, 14.930602,
      ]
    ),
    (
      .projective,
      [
        129.415308, 114.030098, 327.841079, 233.949319, 633.505711, 24.239343, -71.1414731, 521.997469,
        369.678695, 15.5854661,
      ]
    ),
    (
      .thinPlate(smoothing: 0),
      [
        124.978714, 117.833372, 340.62307, 232.043927, 626.929013, 26.9864084, -87.4990708, 520.036368,
        342.748639, 7.17157168,
      ]
    ),
    (
      .thinPlate(smoothing: 500),
      [
        125.151229, 117.751201, 340.457864, 232.078268, 627.084914, 26.9123673, -87.71422, 520.06368,
        343.004681, 7.22518943,
      ]
    ),
  ])
  func placesOfOtherPrograms(method: FitMethod, expected: [Double]) throws {
    let fit = try PointFit(Self.points, method, contentSize: Self.size)
    for (index, probe) in Self.probes.enumerated() {
      let place = try #require(fit.canvas(at: probe))
      // A millionth of a pixel, but for OpenCV and SciPy, which end their search earlier.
      let tolerance = method == .projective ? 1e-4 : 2e-6
      #expect(abs(place.x - expected[2 * index]) < tolerance, "\(method) at \(probe): \(place)")
      #expect(abs(place.y - expected[2 * index + 1]) < tolerance, "\(method) at \(probe): \(place)")
    }
  }

  /// The natural splines of SciPy's `CubicSpline`, across and down.
  @Test func splinesThroughAGrid() throws {
    let grid = Self.pairs([
      0, 0, 20, 42, 160, 0, 164, 31.4, 320, 0, 308, 18.3, 480, 0, 452, 25.9, 640, 0, 596, 40.7, 0, 100, 33.4,
      122, 160, 100,
      177.4, 111.4, 320, 100, 321.4, 98.3, 480, 100, 465.4, 105.9, 640, 100, 609.4, 120.7, 0, 300, 17.1, 282,
      160, 300,
      161.1, 271.4, 320, 300, 305.1, 258.3, 480, 300, 449.1, 265.9, 640, 300, 593.1, 280.7, 0, 480, 7.8, 426,
      160, 480,
      151.8, 415.4, 320, 480, 295.8, 402.3, 480, 480, 439.8, 409.9, 640, 480, 583.8, 424.7,
    ])
    let fit = try PointFit(grid.shuffled(), .spline, contentSize: Self.size)
    let expected = [123.4, 116.1442, 312.351908, 210.3, 568.230168, 76.9049944, 322.96221, 32.0836895]
    for (index, probe) in [Self.probes[0], Self.probes[1], Self.probes[2], Self.probes[4]].enumerated() {
      let place = try #require(fit.canvas(at: probe))
      #expect(abs(place.x - expected[2 * index]) < 1e-6 && abs(place.y - expected[2 * index + 1]) < 1e-6)
    }
    // Beyond the grid it goes on straight.
    let beyond = try (1...3).map { try #require(fit.canvas(at: Point(640 + 10 * Double($0), 240))) }
    #expect(abs(beyond[0].y - 2 * beyond[1].y + beyond[2].y) < 1e-9)
    #expect(throws: FitError.noGrid(columns: 5, rows: 4, missing: Point(320, 100))) {
      try PointFit(grid.filter { $0.content != Point(320, 100) }, .spline, contentSize: Self.size)
    }
  }

  /// libigl's as-rigid-as-possible with the energy of elements, on the same triangles.
  @Test func pinsInARigidSheet() throws {
    let pins = Self.pairs([
      0, 0, 0, 0, 640, 0, 670, 40, 0, 480, 0, 480, 640, 480, 640, 480, 320, 240, 410, 180,
    ])
    let fit = try PointFit(pins, .rigid, contentSize: Self.size)
    let expected = [
      210.256924, 69.3644986, 540.274448, 206.792112, 125.231314, 346.03782, 595.564851, 27.0173977,
    ]
    for (index, probe) in [
      Point(160, 320.0 / 3), Point(480, 240), Point(80, 1120.0 / 3), Point(1600.0 / 3, 160.0 / 3),
    ].enumerated() {
      let place = try #require(fit.canvas(at: probe))
      // A hundred-thousandth of a pixel in 640.
      #expect(
        abs(place.x - expected[2 * index]) < 1e-5 && abs(place.y - expected[2 * index + 1]) < 1e-5, "\(place)"
      )
    }
    // Pins beside vertices are met, too, and one pin moves everything.
    let free = Self.pairs([101.7, 33.2, 120, 50, 400.9, 301.1, 380, 333, 77, 444, 70, 420])
    let moved = try PointFit(free, .rigid, contentSize: Self.size)
    #expect(moved.residuals.allSatisfy { $0 < 1e-8 }, "\(moved.residuals)")
    let shifted = try PointFit([free[0]], .rigid, contentSize: Self.size)
    let place = try #require(shifted.canvas(at: Point(600, 400)))
    #expect(abs(place.x - 618.3) < 1e-6 && abs(place.y - 416.8) < 1e-6, "\(place)")
    #expect(throws: FitError.outside(point: 0)) {
      try PointFit([ControlPoint(content: Point(-1, 3), canvas: .zero)], .rigid, contentSize: Self.size)
    }
  }

  /// The sums of the paper, point by point, instead of their closed forms.
  @Test(arguments: FitMethod.LocalMaps.allCases)
  func movingLeastSquares(maps: FitMethod.LocalMaps) throws {
    let fit = try PointFit(Self.points, .movingLeastSquares(maps), contentSize: Self.size)
    for probe in Self.probes {
      let v = probe.vector
      let pairs = Self.points.map {
        ($0.content.vector, $0.canvas.vector, 1 / ($0.content.vector - v).lengthSquared)
      }
      let total = pairs.reduce(0) { $0 + $1.2 }
      let p = pairs.reduce(SIMD2<Double>.zero) { $0 + $1.2 * $1.0 } / total
      let q = pairs.reduce(SIMD2<Double>.zero) { $0 + $1.2 * $1.1 } / total
      let place = try #require(fit.canvas(at: probe)).vector
      var expected = SIMD2<Double>.zero
      if maps == .affine {
        // The weighted sums of the residuals' products with 1, x and y vanish for the best affine map, which the fit is at
        // the probe: solve the normal equations by Cramer's rule.
        var (a, b, d, r, s) = (0.0, 0.0, 0.0, SIMD2<Double>.zero, SIMD2<Double>.zero)
        for (x, y, w) in pairs {
          let (x, y) = (x - p, y - q)
          (a, b, d) = (a + w * x.x * x.x, b + w * x.x * x.y, d + w * x.y * x.y)
          (r, s) = (r + w * x.x * y, s + w * x.y * y)
        }
        let (m, n) = ((r * d - s * b) / (a * d - b * b), (s * a - r * b) / (a * d - b * b))
        expected = (v - p).x * m + (v - p).y * n + q
      } else {
        func perpendicular(_ a: SIMD2<Double>) -> SIMD2<Double> { SIMD2(-a.y, a.x) }
        var (sum, squares) = (SIMD2<Double>.zero, 0.0)
        for (x, y, w) in pairs {
          let (x, y) = (x - p, y - q)
          // The rows of the paper's matrix A times the vector.
          let rows = (x, SIMD2(x.y, -x.x))
          let columns = (v - p, -1 * perpendicular(v - p))
          let (m11, m12) = ((rows.0 * columns.0).sum(), (rows.0 * columns.1).sum())
          let (m21, m22) = ((rows.1 * columns.0).sum(), (rows.1 * columns.1).sum())
          sum += w * SIMD2(y.x * m11 + y.y * m21, y.x * m12 + y.y * m22)
          squares += w * x.lengthSquared
        }
        expected =
          maps == .similarity
          ? sum / squares + q
          : sum * ((v - p).lengthSquared / sum.lengthSquared).squareRoot() + q
      }
      #expect((place - expected).lengthSquared < 1e-16, "\(maps) at \(probe): \(place), \(expected)")
    }
    #expect(fit.residuals.allSatisfy { $0 == 0 })
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
      #expect(fit.residuals.allSatisfy { $0 < 6.4e-6 }, "\(fit.residuals.max() ?? 0)")
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
    let fold = try #require(fit.fold(of: fit.mesh(canvasSize: Self.size).mesh))
    #expect(fold.share > 0.001 && fold.share < 0.3 && Set(fold.points).isSuperset(of: [5, 6]), "\(fold)")
    let straight = try PointFit(Self.points, .thinPlate(smoothing: 0), contentSize: Self.size)
    #expect(try straight.fold(of: straight.mesh(canvasSize: Self.size).mesh) == nil)
    // A mirror image is no fold.
    let mirrored = try PointFit(
      Self.points.map { ControlPoint(content: $0.content, canvas: Point(640 - $0.canvas.x, $0.canvas.y)) },
      .affine,
      contentSize: Self.size)
    #expect(try mirrored.fold(of: mirrored.mesh(canvasSize: Self.size).mesh) == nil)
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
    #expect(consensus.fit.residuals.allSatisfy { $0 < 1e-9 })
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
    // Six points of a circle.
    let circle = (0..<6).flatMap { step in
      [200 + 100 * cosine(Double(step)), 200 + 100 * sine(Double(step)), Double(step), Double(step * step)]
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
