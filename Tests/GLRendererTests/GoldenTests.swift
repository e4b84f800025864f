import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// Whole pictures, each looked at before it was recorded.
///
/// The content is magnified: sixteen texels a side, which no mirror or turn leaves as they are.
struct GoldenTests {
  /// A letter F on a shaded ground.
  private static let letter: Image = {
    let rows = [
      "................", "................", "...#########....", "...#########....", "...###..........",
      "...###..........", "...###..........", "...########.....", "...########.....", "...###..........",
      "...###..........", "...###..........", "...###..........", "...###..........", "................",
      "................",
    ]
    return Image(16, 16) { x, y in
      let isInk = Array(rows[y])[x] == "#"
      return isInk ? Pixel(40, 30, 60, 255) : Pixel(UInt8(150 + 6 * x), UInt8(240 - 5 * y), 170, 255)
    }
  }()

  /// A hole in the middle of a ring that fades.
  private static let ring = Image(16, 16, alpha: .straight) { x, y in
    let (dx, dy) = (2 * x - 15, 2 * y - 15)
    let r = dx * dx + dy * dy
    return Pixel(UInt8(16 * x), 90, UInt8(255 - 16 * y), r < 30 || r > 240 ? 0 : UInt8(255 - r))
  }

  static let frame = Rect(-48, -48, 96, 96)
  private static let tilt =
    Transform3D.rotation(.degrees(-45), about: Point3D(1, 0, 0)) * .perspective(eyeDistance: 240)
  private static let light = Light.directional(Point3D(0.3, 0.6, -1))

  private static func surface(
    _ mesh: Mesh?, image: Image = letter, side: Double = 80, transform: Transform3D = .identity,
    lights: [Light] = [light]
  ) -> Scene {
    .oneLayer(
      image, size: Size(side, side), canvas: frame, position: .zero, mesh: mesh, transform: transform,
      surface: Surface(specular: 0.3, specularExponent: 12), lights: lights)
  }

  static func quad(_ indices: Mesh.Face) throws -> Scene {
    let corners: [(SIMD2<Float>, SIMD2<Float>)] = [
      (SIMD2(0, 0), SIMD2(0.05, 0.1)), (SIMD2(1, 0), SIMD2(0.95, 0)), (SIMD2(1, 1), SIMD2(0.7, 0.9)),
      (SIMD2(0, 1), SIMD2(0.1, 0.6)),
    ]
    let vertices = corners.map { Mesh.Vertex(from: $0.0, to: SIMD3($0.1.x, $0.1.y, 0)) }
    return surface(try Mesh(vertices: vertices, faces: [indices]), lights: [])
  }

  static func ripple(_ image: Image = letter, lights: [Light] = [light]) throws -> Scene {
    let mesh = try Mesh.ripple {
      $0.waves = 2
      ($0.rows, $0.columns) = (30, 30)
    }
    return surface(mesh, image: image, transform: tilt, lights: lights)
  }

  private static func glass() throws -> Scene {
    let mesh = try Mesh.grid(rows: 2, columns: 24) {
      let t = Double($0.x) * 4.4
      let (sine, cosine) = Angle(radians: t).sineAndCosine
      return SIMD3(Float(0.5 - 0.4 * cosine), $0.y, Float(0.4 * sine))
    }
    var scene = surface(mesh, image: ring, transform: .rotation(.degrees(25), about: Point3D(1, 0.4, 0)))
    scene.canvas.background = Color(red: 1, green: 0.95, blue: 0.8, alpha: 0.5)
    return scene
  }

  @Test func identity() throws {
    try Golden("identity/letter").check(Self.surface(nil, lights: []).rendered())
  }

  @Test func litRipple() throws { try Golden("ripple/lit").check(Self.ripple().rendered()) }

  @Test func wave() throws { try Golden("wave/defaults").check(Self.surface(.wave(), lights: []).rendered()) }

  @Test func pageCurl() throws {
    let mesh = try Mesh.pageCurl {
      $0.amount = 0.5
      ($0.rows, $0.columns) = (40, 40)
    }
    // Smooth content: on the roll it is seen edge-on, and how it is filtered there is judged elsewhere.
    let scene = Self.surface(mesh, image: .ramp(), side: 72)
    let plain = try scene.rendered(samples: 4)
    try Golden("pageCurl/amount=0.5").check(plain)
    // Where the roll is thinner than a pixel there are more samples, unless told otherwise.
    let reference = try scene.rendered(samples: 64)
    let own = ImageDifference(try scene.rendered(), reference)
    let (limit, mean) = (ImageDifference(plain, reference).max, ImageDifference(plain, reference).mean)
    #expect(own.isWithin(.within(max: limit, mean: mean)), "\(own)")
  }

  @Test func skewedQuads() throws {
    try Golden("diagonal/first-third").check(Self.quad(Mesh.Face(0, 1, 2, 3)).rendered())
    try Golden("diagonal/second-fourth").check(Self.quad(Mesh.Face(1, 2, 3, 0)).rendered())
  }

  @Test func wireframe() throws {
    let mesh = try Mesh.grid(rows: 4, columns: 4) { SIMD3($0.x, $0.y, 0.4 * $0.x * $0.x) }
    try Golden("wireframe/tilted").check(
      Self.surface(mesh, transform: Self.tilt).rendered(wireframe: Wireframe(lineWidth: 1.5)))
  }

  @Test func translucentRoll() throws { try Golden("translucent/roll").check(Self.glass().rendered()) }
}

/// The tolerance is worth something: what must not pass does not.
struct GoldenToleranceTests {
  private func expectFailure(_ scene: Scene, _ name: String, _ location: SourceLocation = #_sourceLocation)
    throws
  {
    let golden = Golden(name)
    let differences = Golden.Differences(try Golden.throughPNG(scene.rendered()), try golden.reference())
    #expect(!differences.areWithin(golden.tolerance), "\(differences)", sourceLocation: location)
  }

  @Test func wrongDiagonalFails() throws {
    try expectFailure(GoldenTests.quad(Mesh.Face(1, 2, 3, 0)), "diagonal/first-third")
  }

  @Test(arguments: [(true, false), (false, true)])
  func flippedTextureFails(_ x: Bool, _ y: Bool) throws {
    var scene = try GoldenTests.ripple()
    guard case .image(let image) = scene.layers[0].contents else { return }
    scene.layers[0].contents = .image(image.mirrored(x: x, y: y))
    try expectFailure(scene, "ripple/lit")
  }

  @Test func missingLightFails() throws {
    try expectFailure(GoldenTests.ripple(lights: []), "ripple/lit")
  }

  /// A light that is only a little different, too.
  @Test func slightlyTurnedLightFails() throws {
    try expectFailure(GoldenTests.ripple(lights: [.directional(Point3D(0.35, 0.6, -1))]), "ripple/lit")
  }

  @Test func anotherSizeFails() {
    let difference = ImageDifference(.solid(4, 4, .zero), .solid(4, 5, .zero))
    #expect(!difference.isWithin(.within(max: 255, mean: 255)))
  }

  /// Nothing compared is nothing shown.
  @Test func nothingComparedFails() {
    #expect(!ImageDifference(.solid(4, 4, .zero)) { _, _ in nil }.isWithin(255))
  }

  @Test func worstPixelsAreNamedFirst() {
    let difference = ImageDifference(Image(8, 1) { x, _ in Pixel(UInt8(x), 0, 0, 255) }) { _, _ in
      SIMD4(0, 0, 0, 255)
    }
    #expect(difference.worst.map(\.x) == [7, 6, 5, 4, 3])
    #expect(difference.max == 7 && difference.mean == 28.0 / 32)
    #expect(difference.description.contains("[7, 0] 7 0 0 255, expected 0.0 0.0 0.0 255.0"))
  }
}
