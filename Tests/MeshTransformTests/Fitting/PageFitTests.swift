import TestSupport
import Testing

@testable import MeshTransform

/// Pages of known shapes, seen by known cameras, become flat again.
@Suite struct PageFitTests {
  private static let photo = Size(1200, 900)

  /// A sheet that is bent around one direction, and a camera: x right, y down, z away from the camera, the width of the
  /// sheet is 1. Independent of the model: the profile is the integral of an angle, and the camera a matrix.
  struct Sheet {
    let height: Double, focalLength: Double, distance: Double
    private let rows: [SIMD3<Double>]
    private let profile: [SIMD2<Double>]
    private static let steps = 2_000

    init(_ random: inout SplitMix64, bend: (inout SplitMix64) -> (Double) -> Double) {
      let angle = bend(&random)
      var profile = [SIMD2<Double>.zero]
      for step in 0..<Self.steps {
        let angle = angle((Double(step) + 0.5) / Double(Self.steps))
        profile.append(profile[step] + SIMD2(cosine(angle), sine(angle)) / Double(Self.steps))
      }
      let middle = profile.reduce(.zero, +) / Double(profile.count)
      self.profile = profile.map { $0 - middle }
      height =
        Double.random(in: 0...1, using: &random) < 0.5
        ? Double.random(in: 1.1...1.5, using: &random) : Double.random(in: 0.65...0.9, using: &random)
      focalLength = 1200 * Double.random(in: 0.65...1.5, using: &random)
      let turns = [
        Double.random(in: -0.5...0.5, using: &random), Double.random(in: -0.35...0.35, using: &random),
        Double.random(in: -0.14...0.14, using: &random),
      ]
      var rows = [SIMD3(1.0, 0, 0), SIMD3(0, 1.0, 0), SIMD3(0, 0, 1.0)]
      for (turn, (a, b)) in zip(turns, [(1, 2), (2, 0), (0, 1)]) {
        let (c, s) = (cosine(turn), sine(turn))
        (rows[a], rows[b]) = (c * rows[a] - s * rows[b], s * rows[a] + c * rows[b])
      }
      self.rows = rows
      // As near as the photo has space for the sheet.
      var (near, far) = (0.5, 40.0)
      let photo = PageFitTests.photo
      let (flat, high, axes, zoom) = (self.profile, height, rows, focalLength)
      for _ in 0..<40 {
        let distance = (near + far) / 2
        let fits = (0...10).allSatisfy { i in
          (0...10).allSatisfy { j in
            let place = Self.place(SIMD2(Double(i) / 10, Double(j) / 10), flat, high, axes)
            let depth = place.z + distance
            guard depth > 0.2 else { return false }
            let (x, y) = (zoom * place.x / depth, zoom * place.y / depth)
            return abs(x) < 0.45 * photo.width && abs(y) < 0.45 * photo.height
          }
        }
        if fits { far = distance } else { near = distance }
      }
      distance = far
    }

    private static func place(
      _ at: SIMD2<Double>, _ profile: [SIMD2<Double>], _ height: Double, _ rows: [SIMD3<Double>]
    ) -> SIMD3<Double> {
      let scaled = at.x * Double(steps)
      let step = min(max(Int(scaled.rounded(.down)), 0), steps - 1)
      let bend = profile[step] + (profile[step + 1] - profile[step]) * (scaled - Double(step))
      let flat = SIMD3(bend.x, (at.y - 0.5) * height, bend.y)
      return SIMD3((rows[0] * flat).sum(), (rows[1] * flat).sum(), (rows[2] * flat).sum())
    }

    /// The point of the photo that shows a place of the sheet, in shares of its sides.
    func photo(_ x: Double, _ y: Double) -> Point {
      let place = Self.place(SIMD2(x, y), profile, height, rows)
      let depth = place.z + distance
      return Point(600 + focalLength * place.x / depth, 450 + focalLength * place.y / depth)
    }

    /// The place of the sheet at a point of the photo, by Newton's method.
    func place(at point: Point, near start: SIMD2<Double>) -> SIMD2<Double> {
      var place = start
      for _ in 0..<30 {
        let h = 1e-4
        func value(_ x: Double, _ y: Double) -> SIMD2<Double> { photo(x, y).vector - point.vector }
        let miss = value(place.x, place.y)
        let across = (value(place.x + h, place.y) - value(place.x - h, place.y)) / (2 * h)
        let down = (value(place.x, place.y + h) - value(place.x, place.y - h)) / (2 * h)
        place -= SIMD2(miss.cross(down), across.cross(miss)) / across.cross(down)
      }
      return place
    }

    /// Points along an edge, with errors of a standard deviation in pixels.
    func outline(_ count: Int, noise: Double, _ random: inout SplitMix64) -> PageOutline {
      var outline = PageOutline()
      func read(_ x: Double, _ y: Double) -> Point {
        // The sum of twelve even numbers is nearly normal, with a variance of 1.
        func error() -> Double {
          noise * ((0..<12).reduce(0) { sum, _ in sum + Double.random(in: 0...1, using: &random) } - 6)
        }
        let point = photo(x, y)
        return Point(point.x + error(), point.y + error())
      }
      for index in 0..<count {
        let x = Double(index) / Double(count - 1)
        outline.top.append(read(x, 0))
        outline.bottom.append(read(x, 1))
      }
      return outline
    }
  }

  /// The mean distance of a flattened page's places from their own, and its horizontal part, in parts of the width.
  private func errors(_ fit: PageFit, _ sheet: Sheet) throws -> (place: Double, horizontal: Double) {
    var (sum, horizontal, count) = (0.0, 0.0, 0.0)
    for row in 0...16 {
      for column in 0...16 {
        let at = SIMD2(Double(column) / 16, Double(row) / 16)
        let point = try #require(fit.photo(at: Point(at)))
        let offset = (sheet.place(at: point, near: at) - at) * SIMD2(1, sheet.height)
        sum += offset.lengthSquared.squareRoot()
        horizontal += abs(offset.x)
        count += 1
      }
    }
    return (sum / count, horizontal / count)
  }

  private static let bends: [@Sendable (inout SplitMix64) -> (Double) -> Double] = [
    { random in  // a part of a circle
      let (whole, middle) = (
        Double.random(in: -1.4...1.4, using: &random), Double.random(in: 0.3...0.7, using: &random)
      )
      return { ($0 - middle) * whole }
    },
    { random in  // a fold
      let (angle, middle) = (
        Double.random(in: -0.35...0.35, using: &random), Double.random(in: 0.35...0.65, using: &random)
      )
      let width = Double.random(in: 0.01...0.05, using: &random)
      return { angle * (2 / (1 + exponential(-2 * ($0 - middle) / width)) - 1) }
    },
    { random in  // an S
      let (angle, waves) = (
        Double.random(in: -0.48...0.48, using: &random), Double.random(in: 0.8...1.2, using: &random)
      )
      let phase = Double.random(in: 0...0.2, using: &random)
      return { angle * sine(2 * .pi * ($0 * waves + phase)) }
    },
    { _ in { _ in 0 } },
  ]

  /// A hundred pages by nine points of the top and nine of the bottom, each with an error of half a pixel.
  @Test(arguments: [true, false])
  func pagesBecomeFlat(isCameraKnown: Bool) throws {
    var random = SplitMix64(seed: 11)
    var worst = (place: 0.0, horizontal: 0.0)
    var sums = worst
    for index in 0..<100 {
      let sheet = Sheet(&random, bend: Self.bends[index % 4])
      var options = PageFit.Options()
      if isCameraKnown { options.focalLength = sheet.focalLength }
      let fit = try PageFit(sheet.outline(9, noise: 0.5, &random), photoSize: Self.photo, options)
      #expect(fit.model == .cylinder && fit.error ?? 9 < 1, "\(index): \(fit.error ?? 9)")
      let found = try errors(fit, sheet)
      worst = (max(worst.place, found.place), max(worst.horizontal, found.horizontal))
      sums = (sums.place + found.place / 100, sums.horizontal + found.horizontal / 100)
    }
    // A page that is seen nearly from the front does not tell the focal length.
    let slack = isCameraKnown ? 1.0 : 2.0
    #expect(worst.place < 0.004 * slack && worst.horizontal < 0.005 * slack, "\(worst)")
    #expect(sums.place < 0.002 && sums.horizontal < 0.002, "\(sums)")
  }

  /// Without errors the shape, the camera and the proportions are those of the sheet.
  @Test func exactPointsGiveTheSheet() throws {
    var random = SplitMix64(seed: 4)
    for index in 0..<8 {
      let sheet = Sheet(&random, bend: Self.bends[index % 3])
      let outline = sheet.outline(33, noise: 0, &random)
      var options = PageFit.Options()
      options.focalLength = sheet.focalLength
      let known = try PageFit(outline, photoSize: Self.photo, options)
      let found = try errors(known, sheet)
      #expect(found.place < 4e-4, "\(index): \(found)")
      #expect(abs(known.aspect * sheet.height - 1) < 2e-3, "\(index): \(known.aspect)")
      let unknown = try PageFit(outline, photoSize: Self.photo)
      let focalLength = try #require(unknown.focalLength)
      #expect(abs(focalLength / sheet.focalLength - 1) < 0.03, "\(index): \(focalLength)")
    }
  }

  /// The proportions of a flat page follow from its corners, as those of a whiteboard do (Zhang and He 2007).
  @Test func fourCornersGiveTheAspect() throws {
    var random = SplitMix64(seed: 8)
    for _ in 0..<10 {
      let sheet = Sheet(&random, bend: Self.bends[3])
      var outline = PageOutline()
      outline.corners = [sheet.photo(0, 0), sheet.photo(1, 0), sheet.photo(1, 1), sheet.photo(0, 1)]
      var options = PageFit.Options()
      options.focalLength = sheet.focalLength
      let fit = try PageFit(outline, photoSize: Self.photo, options)
      #expect(fit.model == .cylinder && abs(fit.aspect * sheet.height - 1) < 2e-3, "\(fit.aspect)")
      #expect(try errors(fit, sheet).place < 1e-4)
      options.aspect = 0.7
      #expect(try PageFit(outline, photoSize: Self.photo, options).aspect == 0.7)
    }
  }

  /// A page that is bent from top to bottom has curved sides.
  @Test func sidesMayBend() throws {
    var random = SplitMix64(seed: 21)
    for index in 0..<3 {
      let sheet = Sheet(&random, bend: Self.bends[index])
      // The same page, turned by a right angle in the photo of a camera that is turned, too.
      func turned(_ point: Point) -> Point { Point(900 - point.y, point.x) }
      let upright = sheet.outline(17, noise: 0, &random)
      var outline = PageOutline()
      outline.right = upright.top.map(turned)
      outline.left = upright.bottom.map(turned)
      let fit = try PageFit(outline, photoSize: Size(900, 1200))
      #expect(fit.model == .cylinder && abs(fit.aspect / sheet.height - 1) < 0.02, "\(fit.aspect)")
      let middle = try #require(fit.photo(at: Point(0.25, 0.5)))
      let expected = turned(sheet.photo(0.5, 0.75))
      #expect((middle.vector - expected.vector).lengthSquared < 4, "\(middle) \(expected)")
    }
  }

  /// An outline that no bent sheet has, with edges of a known surface: the sum of two arcs.
  @Test func otherOutlinesArePatches() throws {
    func photo(_ u: Double, _ v: Double) -> Point {
      Point(
        200 + 800 * u + 60 * sine(.pi * v) * (2 * u - 1), 150 + 600 * v + 60 * sine(.pi * u) * (2 * v - 1))
    }
    var outline = PageOutline()
    let shares = (0...16).map { Double($0) / 16 }
    outline.top = shares.map { photo($0, 0) }
    outline.bottom = shares.map { photo($0, 1) }
    outline.left = shares.map { photo(0, $0) }
    outline.right = shares.map { photo(1, $0) }
    let fit = try PageFit(outline, photoSize: Self.photo)
    #expect(fit.model == .coons && fit.focalLength == nil)
    for (u, v) in [(0.5, 0.0), (0, 0.5), (0.5, 0.5), (1, 0.25), (0.5, 0.75)] {
      let found = try #require(fit.photo(at: Point(u, v)))
      // Even shares of the curves' lengths are not quite even shares of their chords.
      #expect((found.vector - photo(u, v).vector).lengthSquared < 9, "\(u) \(v): \(found)")
    }
    var options = PageFit.Options()
    options.model = .cylinder
    #expect(try PageFit(outline, photoSize: Self.photo, options).error ?? 0 > 3)
  }

  /// The inside of a page whose edges are straight follows its lines.
  @Test(arguments: PageFit.Model.allCases)
  func linesBecomeStraight(model: PageFit.Model) throws {
    func photo(_ u: Double, _ v: Double) -> Point {
      Point(200 + 800 * u, 150 + 600 * (v + 0.03 * (1 - 4 * (u - 0.5) * (u - 0.5)) * sine(.pi * v)))
    }
    var outline = PageOutline()
    outline.corners = [photo(0, 0), photo(1, 0), photo(1, 1), photo(0, 1)]
    let rows = stride(from: 0.1, to: 0.95, by: 0.1)
    for row in rows {
      outline.lines.append(stride(from: 0.1, through: 0.95, by: 0.05).map { photo($0, row) })
    }
    var options = PageFit.Options()
    options.model = model
    let fit = try PageFit(outline, photoSize: Self.photo, options)
    for line in outline.lines {
      let heights = try line.map { point in
        // The place of the page at a point, by the mesh that a layer gets.
        try #require(try place(of: point, in: fit)).y
      }
      let spread = (heights.max() ?? 0) - (heights.min() ?? 1)
      #expect(spread < 1e-3, "\(line[0]): \(spread)")
    }
    outline.lines.append([Point(210, 500), Point(990, 200)])
    #expect(throws: PageError.crossingLines) { try PageFit(outline, photoSize: Self.photo, options) }
    outline.lines = [[Point(210, 20), Point(990, 30)]]
    #expect(throws: PageError.line(0)) { try PageFit(outline, photoSize: Self.photo, options) }
  }

  private func place(of point: Point, in fit: PageFit) throws -> SIMD2<Double>? {
    var place = SIMD2(0.5, 0.5)
    for _ in 0..<40 {
      func value(_ at: SIMD2<Double>) throws -> SIMD2<Double> {
        try #require(fit.photo(at: Point(at))).vector
      }
      let h = 1e-5
      let miss = try value(place) - point.vector
      let across = try (value(place + SIMD2(h, 0)) - value(place - SIMD2(h, 0))) / (2 * h)
      let down = try (value(place + SIMD2(0, h)) - value(place - SIMD2(0, h))) / (2 * h)
      place -= SIMD2(miss.cross(down), across.cross(miss)) / across.cross(down)
    }
    return place
  }

  @Test func meshesKeepAQuarterPixel() throws {
    var random = SplitMix64(seed: 2)
    let fit = try PageFit(
      Sheet(&random, bend: Self.bends[0]).outline(9, noise: 0, &random), photoSize: Self.photo)
    let (mesh, tolerance) = try fit.mesh(pageSize: fit.size)
    #expect(tolerance == 0.25 && mesh.vertices.count < 5_000)
    for vertex in mesh.vertices {
      let point = try #require(fit.photo(at: Point(Double(vertex.to.x), Double(vertex.to.y))))
      let found = SIMD2<Double>(vertex.from) * Self.photo.vector
      #expect((found - point.vector).lengthSquared < 1e-4)
    }
  }

  @Test func impossibleOutlinesAreRefused() {
    func refuse(_ error: PageError, _ change: (inout PageOutline) -> Void) {
      var outline = PageOutline()
      outline.top = [Point(100, 100), Point(500, 80), Point(900, 100)]
      outline.bottom = [Point(90, 800), Point(500, 790), Point(950, 800)]
      change(&outline)
      #expect(throws: error) { try PageFit(outline, photoSize: Self.photo) }
      #expect(!error.description.contains("\n") && error.description.count > 20)
    }
    refuse(.corner(.bottomRight)) { $0.bottom = [] }
    refuse(.opposite(.top, .bottom)) { $0.bottom.reverse() }
    refuse(.mirrored) {
      $0.top.reverse()
      $0.bottom.reverse()
    }
    refuse(.count("top", 1)) { $0.top = [Point(1, 1)] }
    refuse(.corners(3)) { $0.corners = [Point(1, 1), Point(2, 1), Point(2, 2)] }
    refuse(.notFinite("bottom", 1)) { $0.bottom[1].x = .nan }
    refuse(.flat) { $0.corners = (0..<4).map { Point(Double($0), 0) } }
    refuse(.inside(.bottomRight)) {
      $0 = PageOutline()
      $0.corners = [Point(113, 63), Point(370, 31), Point(200, 150), Point(143, 410)]
    }
    refuse(.point(.top)) { $0.top = [Point(5, 5), Point(90, 1), Point(5, 5)] }
    refuse(.count("line 1", 1)) { $0.lines = [[Point(1, 1)]] }
    refuse(.lines(51)) { $0.lines = [[Point]](repeating: [Point(100, 400), Point(800, 400)], count: 51) }
    var options = PageFit.Options()
    options.aspect = -1
    #expect(throws: PageError.amount("aspect", -1)) {
      try PageFit(PageOutline(), photoSize: Self.photo, options)
    }
  }
}
