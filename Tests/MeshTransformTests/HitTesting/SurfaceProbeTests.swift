import MeshTransform
import TestSupport
import Testing

/// Positions, normals and distances of what pixels show: closed forms, and the line of sight.
@Suite struct SurfaceProbeTests {
  private let bounds = Rect(0, 0, 200, 100)

  private func probe(_ layers: Layer...) -> SurfaceProbe {
    SurfaceProbe(HitTester(Scene(canvas: Canvas(frame: Rect(0, 0, 400, 300)), layers: layers)))
  }

  private func near(_ a: Point3D, _ b: Point3D, within tolerance: Double = 1e-6) -> Bool {
    abs(a.x - b.x) <= tolerance && abs(a.y - b.y) <= tolerance && abs(a.z - b.z) <= tolerance
  }

  @Test(arguments: [false, true])
  func aTiltedCard(isBent: Bool) throws {
    var card = Layer(bounds: bounds, position: Point(200, 150), contents: .color(.white))
    card.transform = .rotation(.degrees(60), about: Point3D(1, 0, 0)) * .perspective(eyeDistance: 500)
    if isBent { card.mesh = try .grid(rows: 4, columns: 3) }
    // 40 points below the middle of the card: 40 cos 60 down, and 40 sin 60 toward the viewer.
    let (down, toward) = (20.0, 40 * 0.75.squareRoot())
    let w = 1 - toward / 500
    let surface = try #require(probe(card).surface(at: Point(200 + 30 / w, 150 + down / w)))
    #expect(near(surface.position, Point3D(230, 150 + down, toward), within: 1e-4))
    #expect(abs(surface.depth - toward) < 1e-4)
    #expect(near(surface.normal, Point3D(0, -0.75.squareRoot(), 0.5)))
    #expect(near(surface.layerNormal, Point3D(0, 0, 1)))
    let (dx, dy, dz) = (30.0, down, 500 - toward)
    #expect(abs(surface.distance - (dx * dx + dy * dy + dz * dz).squareRoot()) < 1e-4)
    #expect(surface.hit == probe(card).tester.hitTest(Point(200 + 30 / w, 150 + down / w)))
    #expect(probe(card).surface(at: Point(10, 10)) == nil)
  }

  @Test func theBackOfACardShowsItsOtherSide() throws {
    var card = Layer(bounds: bounds, position: Point(200, 150), contents: .color(.white))
    card.transform = .rotation(.degrees(150), about: Point3D(0, 1, 0))
    let surface = try #require(probe(card).surface(at: Point(200, 150)))
    #expect(!surface.hit.isFrontFacing && surface.normal.z > 0 && surface.layerNormal.z == -1)
    #expect(surface.distance == .infinity)
  }

  /// A half cylinder of radius 100 along y, whose normal is the direction from its axis.
  @Test(arguments: Surface.Shading.allCases)
  func aCylinder(shading: Surface.Shading) throws {
    var layer = Layer(bounds: bounds, position: Point(200, 150), contents: .color(.white))
    layer.surface.shading = shading
    layer.mesh = try .grid(rows: 2, columns: 180) { unit in
      let angle = (Double(unit.x) - 0.5) * Double.pi
      let (sine, cosine) = Angle(radians: angle).sineAndCosineOfTests
      return SIMD3(Float(0.5 + 0.5 * sine), unit.y, Float(0.5 * cosine))
    }
    layer.mesh?.depthNormalization = .width
    let probe = probe(layer)
    for x in stride(from: -90.0, through: 90, by: 7.3) {
      let surface = try #require(probe.surface(at: Point(200 + x, 160)))
      let z = (10_000 - x * x).squareRoot()
      #expect(near(surface.position, Point3D(200 + x, 160, z), within: 0.05))
      // A facet turns by one degree.
      let tolerance = shading == .smooth ? 1e-3 : 0.01
      #expect(near(surface.normal, Point3D(x / 100, 0, z / 100), within: tolerance), "\(x)")
    }
  }

  /// The eye, the point of the surface and the point of the canvas lie on one line, for any mesh and transform.
  @Test func thePointLiesOnTheLineOfSight() throws {
    var random = SplitMix64(seed: 5)
    func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    var seen = 0
    for _ in 0..<30 {
      let eye = number(250...900)
      var layer = Layer(
        bounds: Rect(number(-20...20), 5, 200, 100), position: Point(number(150...250), number(100...200)),
        contents: .color(.white))
      layer.zPosition = number(-50...50)
      layer.mesh = try .grid(rows: 6, columns: 6) { unit in
        SIMD3(unit.x + 0.1 * unit.y, unit.y - 0.2 * unit.x * unit.x, 0.3 * unit.x * unit.y)
      }
      layer.transform =
        .rotation(.degrees(number(-50...50)), about: Point3D(number(-1...1), 1, number(-1...1)))
        * .perspective(eyeDistance: eye)
      let probe = probe(layer)
      for _ in 0..<40 {
        let point = Point(number(60...340), number(60...240))
        guard let surface = probe.surface(at: point) else { continue }
        seen += 1
        let center = Point3D(layer.position.x, layer.position.y, layer.zPosition + eye)
        let t = (layer.zPosition - center.z) / (surface.position.z - center.z)
        let crossing = Point(
          center.x + t * (surface.position.x - center.x), center.y + t * (surface.position.y - center.y))
        #expect(abs(crossing.x - point.x) < 1e-3 && abs(crossing.y - point.y) < 1e-3)
        let n = surface.normal
        let toEye = SIMD3(
          center.x - surface.position.x, center.y - surface.position.y, center.z - surface.position.z)
        #expect(abs((toEye * toEye).sum().squareRoot() - surface.distance) < 1e-6)
        #expect(abs(n.x * n.x + n.y * n.y + n.z * n.z - 1) < 1e-9)
      }
    }
    #expect(seen > 300)
  }

  /// Under a shared perspective of an upright superlayer a card has the same surface as at the top level.
  @Test func reliefOfSublayers() throws {
    var card = Layer(bounds: bounds, position: Point(200, 150), contents: .color(.white))
    let tilt = Transform3D.rotation(.degrees(40), about: Point3D(0.3, 1, 0))
    card.transform = tilt
    var stage = Layer(bounds: Rect(0, 0, 400, 300), position: Point(200, 150))
    stage.sublayerTransform = .perspective(eyeDistance: 600)
    stage.sublayers = [card]
    var alone = card
    alone.transform = tilt * .perspective(eyeDistance: 600)
    for point in [Point(200, 150), Point(150, 130), Point(260, 180)] {
      let (inside, outside) = (
        try #require(probe(stage).surface(at: point)), try #require(probe(alone).surface(at: point))
      )
      #expect(inside.hit.path == LayerPath(0, 0))
      #expect(near(inside.position, outside.position, within: 1e-9))
      #expect(near(inside.normal, outside.normal, within: 1e-9))
      #expect(abs(inside.distance - outside.distance) < 1e-9)
    }
    // Moved, scaled and turned in the plane of the canvas, with everything on it.
    stage.position = Point(210, 150)
    stage.transform = .scale(2, 2, 2)
    let moved = try #require(probe(stage).surface(at: Point(210 - 100, 150 - 40)))
    let before = try #require(probe(alone).surface(at: Point(150, 130)))
    #expect(
      near(
        moved.position,
        Point3D(
          210 + 2 * (before.position.x - 200), 150 + 2 * (before.position.y - 150), 2 * before.position.z),
        within: 1e-9))
    #expect(near(moved.normal, before.normal, within: 1e-9))
    #expect(abs(moved.distance - 2 * before.distance) < 1e-9)
    // A tilted stage shows a flat picture of the card, which lies in its plane.
    stage.transform = .rotation(.degrees(30), about: Point3D(1, 0, 0))
    let flat = try #require(probe(stage).surface(at: Point(210, 150)))
    #expect(flat.hit.path == LayerPath(0, 0))
    #expect(near(flat.normal, Point3D(0, -0.5, 0.75.squareRoot())))
    #expect(near(flat.position, Point3D(210, 150, 0)))
  }
}

extension Angle {
  /// By the series of complex exponentials, so that the test needs no library.
  fileprivate var sineAndCosineOfTests: (Double, Double) {
    var (real, imaginary) = (1.0, radians / 4096)
    for _ in 0..<12 { (real, imaginary) = (real * real - imaginary * imaginary, 2 * real * imaginary) }
    let length = (real * real + imaginary * imaginary).squareRoot()
    return (imaginary / length, real / length)
  }
}
