import Foundation
import Testing

@testable import MeshTransform

/// Maps as meshes. The meshes are compared with the maps by brute force, see ``MapMeshMeasures``.
struct MapMeshTests {
  static func map(_ width: Int, _ height: Int, _ position: (Double, Double) -> (Double, Double))
    -> CoordinateMap
  {
    let values = (0..<width * height).flatMap { index in
      let (x, y) = position(Double(index % width), Double(index / width))
      return [Float(x), Float(y)]
    }
    return CoordinateMap(size: PixelSize(width, height), values: values)
  }

  /// A linear congruential generator (Knuth, MMIX): noise that every run repeats.
  static func noise(_ x: Double, _ y: Double) -> Double {
    var state = UInt64(x) &* 92_821 &+ UInt64(y) &* 68_917 &+ 1
    for _ in 0..<3 { state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407 }
    return Double(state >> 40) / Double(1 << 24)
  }

  static let picture = PixelSize(120, 80)

  static let maps: [(String, CoordinateMap)] = [
    ("identity", map(97, 61) { ($0, $1) }),
    ("turned", map(64, 64) { (3 + 0.8 * $0 - 0.3 * $1, 5 + 0.3 * $0 + 0.8 * $1) }),
    ("wave", map(150, 90) { ($0 + 9 * sin($1 / 11), $1 + 7 * cos($0 / 17)) }),
    (
      "pinch",
      map(131, 77) {
        (65 + ($0 - 65) * hypot($0 - 65, $1 - 38) / 50, 38 + ($1 - 38) * hypot($0 - 65, $1 - 38) / 50)
      }
    ),
    ("steps", map(90, 50) { ($0.rounded(), ($1 * 1.3).rounded()) }),
    ("break", map(70, 40) { ($0 < 33 ? $0 : $0 + 400, $1) }),
    ("noise", map(40, 30) { ($0 + 3 * noise($0, $1), $1 + 3 * noise($1, $0)) }),
    ("constant", map(33, 20) { _, _ in (7, 9) }),
    ("pixel", map(1, 1) { _, _ in (7, 9) }), ("column", map(1, 50) { ($0, $1 * $1) }),
    ("row", map(300, 2) { ($0 * $0 / 300, $1) }),
  ]

  @Test(arguments: maps, [0, 0.1, 0.25, 3])
  func differsByTheToleranceAtMost(_ named: (name: String, map: CoordinateMap), _ tolerance: Double) throws {
    let map = named.map
    // Of at most the size of the map, so that its pixels are the measure.
    let picture = PixelSize(
      min(Self.picture.width, map.size.width), min(Self.picture.height, map.size.height))
    let mesh = try map.mesh(picture: picture, tolerance: tolerance)
    let found = MapMeshMeasures(mesh, of: map, picture: picture)
    // Floats of positions up to 2,500 are exact to 2e-4.
    #expect(found.largestError <= tolerance + 1e-3, "\(named.name)")
    #expect(found.uncovered == 0 && found.openSides == 0, "\(named.name): \(found)")
    #expect(abs(found.area - 1) < 1e-6 && found.smallestArea > 0, "\(named.name): \(found)")
  }

  /// A linear map needs the corners of the largest squares only, and a constant one too.
  @Test func linearMapsHaveFewFaces() throws {
    for (map, most) in [
      (Self.map(1919, 1079) { ($0 * 0.5, $1 * 2) }, 60), (Self.map(255, 255) { ($0, $1) }, 1),
      (Self.map(255, 127) { _, _ in (3, 4) }, 2),
    ] {
      let mesh = try map.mesh(picture: map.size)
      #expect(mesh.faceCount <= most)
    }
  }

  /// The interpolation error of a right triangle with legs h is c h^2 / 4 for x^2 c / 2 + y^2 c / 2 at the middle of
  /// its longest side. With 1/4 px, squares of sqrt(0.7 / c), 13 px, or up to half of that are expected.
  @Test func parabolasHaveTheFacesOfTheirCurvature() throws {
    let curvature = 1.0 / 256
    let map = Self.map(511, 511) { ($0 * $0 * curvature / 2 + $1 * $1 * curvature / 2, $1) }
    let mesh = try map.mesh(picture: map.size)
    #expect((32 * 32...2 * 64 * 64).contains(mesh.faceCount), "\(mesh.faceCount)")
  }

  /// Of a larger picture, the pixels of the map are the measure.
  @Test func measuresLargePicturesInPixelsOfTheMap() throws {
    let small = Self.map(100, 100) { ($0 + 5 * sin($1 / 9), $1) }
    let large = Self.map(100, 100) { (10 * ($0 + 5 * sin($1 / 9)) + 4.5, 10 * $1 + 4.5) }
    let (a, b) = (
      try small.mesh(picture: PixelSize(100, 100)), try large.mesh(picture: PixelSize(1000, 1000))
    )
    #expect(a.faceCount == b.faceCount)
    for (p, q) in zip(a.vertices, b.vertices) {
      #expect(abs(p.fromX - q.fromX) < 1e-5 && abs(p.fromY - q.fromY) < 1e-5 && p.to == q.to)
    }
  }

  static let disc = map(120, 90) { x, y in
    hypot(x - 60, y - 45) > 40 ? (.nan, .nan) : (x + 4 * sin(y / 9), y)
  }
  static let sieve = map(60, 60) { x, y in noise(x, y) < 0.3 ? (.nan, .nan) : (x, y) }

  @Test(arguments: [disc, sieve], [0, 0.25, 5])
  func endsHalfwayToHoles(_ map: CoordinateMap, _ tolerance: Double) throws {
    let mesh = try map.mesh(picture: map.size, tolerance: tolerance)
    let found = MapMeshMeasures(mesh, of: map, picture: map.size)
    #expect(found.largestError <= tolerance + 1e-4)
    #expect(found.uncovered == 0 && found.coveredHoles == 0, "\(found)")
    #expect(found.smallestArea > 0)
  }

  /// Each pixel with a position fills its square.
  @Test func lonelyPixelsAreSquares() throws {
    let map = Self.map(9, 7) { x, y in x == 4 && y == 3 ? (2, 5) : (.nan, .nan) }
    let mesh = try map.mesh(picture: map.size)
    let found = MapMeshMeasures(mesh, of: map, picture: map.size)
    #expect(abs(found.area - 1.0 / 63) < 1e-6)
    #expect(mesh.vertices.allSatisfy { abs($0.fromX - 2.5 / 9) + abs($0.fromY - 5.5 / 7) < 1e-6 })
  }

  @Test func forwardMapsMoveThePixelsOfTheContent() throws {
    let map = Self.map(80, 60) { (2 * $0 + 5 * sin($1 / 8), 100 - $1) }
    let canvas = PixelSize(200, 120)
    let (backward, forward) = (
      try map.mesh(picture: canvas, tolerance: 0),
      try map.mesh(picture: canvas, direction: .contentToCanvas, tolerance: 0)
    )
    #expect(backward.faces == forward.faces)
    for (a, b) in zip(backward.vertices, forward.vertices) {
      #expect(a.from == SIMD2(b.toX, b.toY) && b.from == SIMD2(a.toX, a.toY))
    }
  }

  @Test func refusesWhatHasNoMesh() {
    let holes = Self.map(5, 5) { _, _ in (.nan, .nan) }
    #expect(throws: MapMeshError.noPositions) { try holes.mesh(picture: PixelSize(5, 5)) }
    #expect(throws: MapMeshError.invalidTolerance(-1)) {
      try Self.disc.mesh(picture: PixelSize(5, 5), tolerance: -1)
    }
    let endless = Self.map(5, 5) { x, _ in (x == 2 ? .infinity : 1e30, 0) }
    #expect(throws: MapMeshError.noPositions) { try endless.mesh(picture: PixelSize(5, 5)) }
  }

  @Test func namesTheToleranceThatIsEnough() throws {
    let map = Self.map(100, 100) { ($0 + 3 * Self.noise($0, $1), $1) }
    do {
      _ = try map.mesh(picture: map.size, limit: 500)
      Issue.record("500 vertices are too few")
    } catch {
      guard case .tooManyVertices(_, 500, 0.25, let sufficient?) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(try map.mesh(picture: map.size, tolerance: sufficient, limit: 500).vertices.count <= 500)
      #expect("\(error)".contains("use a tolerance of \(sufficient.shortText) px, or raise the limit"))
    }
    do {
      _ = try Self.sieve.mesh(picture: Self.sieve.size, limit: 100)
      Issue.record("holes need more than 100 vertices")
    } catch {
      guard case .tooManyVertices(_, 100, 0.25, nil) = error else {
        Issue.record("\(error)")
        return
      }
    }
  }
}
