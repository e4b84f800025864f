import MeshTransform
import Testing

@testable import GLRenderer
@testable import SoftwareRaster
@testable import TestSupport

/// Unbent translucent layers that are divided where they cross, beside the same pictures by the A-buffer.
struct DividedLayersTests {
  private static let side = 160.0

  private static func layers(_ seed: UInt64) throws -> [Layer] {
    var random = SplitMix64(seed: seed)
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    let perspective: Transform3D = seed % 2 == 0 ? .identity : .perspective(eyeDistance: number(300...600))
    return try (0..<Int.random(in: 2...6, using: &random)).map { number in
      let size = Size(.random(in: 60...130, using: &random), .random(in: 60...130, using: &random))
      let axis = Point3D(
        .random(in: -1...1, using: &random), .random(in: -1...1, using: &random),
        .random(in: -0.4...0.4, using: &random))
      let image = Image.translucentNoise(4 + number, 5)
      var layer = Layer(bounds: Rect(origin: .zero, size: size), position: .zero, contents: .image(image))
      if number % 2 == 1 { layer.mesh = try .grid(rows: 3, columns: 4) }
      layer.transform =
        .rotation(.degrees(.random(in: -65...65, using: &random)), about: axis)
        * .translation(
          .random(in: -15...15, using: &random), .random(in: -15...15, using: &random),
          .random(in: -15...15, using: &random))
        * perspective
      return layer
    }
  }

  private static func scene(_ layers: [Layer], lights: [Light] = []) -> Scene {
    Scene(
      canvas: Canvas(frame: Rect(-side / 2, -side / 2, side, side), background: .white), layers: layers,
      lights: lights)
  }

  private static func pictures(_ scene: Scene, samples: Int) throws -> (divided: Image, sorted: Image) {
    let sorting = try Renderer.any(tuning: Tuning(usesPass: { !($0 is CrossingPlanes) }))
    return (
      try scene.rendered(by: try Renderer.any(), samples: samples),
      try scene.rendered(by: sorting, samples: samples)
    )
  }

  /// The pixels in which two pictures differ by more than a limit.
  private static func count(_ a: Image, _ b: Image, over limit: Double) -> Int {
    (0..<a.size.area).count { place in
      let (x, y) = (place % a.size.width, place / a.size.width)
      return a[x, y].distance(to: SIMD4<Double>(b[x, y])) > limit
    }
  }

  /// With one sample, pixels differ by the rounding of at most six blended layers, but for single ones on edges.
  @Test(arguments: UInt64(1)...16) func oneSample(seed: UInt64) throws {
    let lights = seed % 3 == 0 ? [Light()] : []
    let both = try Self.pictures(Self.scene(try Self.layers(seed), lights: lights), samples: 1)
    let difference = ImageDifference(both.divided, both.sorted)
    #expect(difference.mean < 0.5 && Self.count(both.divided, both.sorted, over: 4) <= 24, "\(difference)")
  }

  /// Antialiased, edges and the lines where layers cross have as many samples: exact areas of edges that nothing covers are
  /// the difference.
  @Test(arguments: UInt64(21)...32) func antialiased(seed: UInt64) throws {
    let scene = Self.scene(try Self.layers(seed))
    let both = try Self.pictures(scene, samples: 4)
    let best = try Self.pictures(scene, samples: 64).sorted
    let (own, other) = (ImageDifference(both.divided, best), ImageDifference(both.sorted, best))
    #expect(own.mean < other.mean + 0.3, "\(own), \(other)")
    let (ownFaults, otherFaults) = (
      Self.count(both.divided, best, over: 40), Self.count(both.sorted, best, over: 40)
    )
    #expect(ownFaults <= otherFaults + 8, "\(ownFaults), \(otherFaults): \(own)")
  }

  /// An opaque layer hides the parts of translucent layers behind it.
  @Test func opaqueLayerBetween() throws {
    let opaque = Layer(Rect(-40, -40, 80, 80), .color(.pureRed)).with {
      $0.transform = .rotation(.degrees(15), about: Point3D(1, 0, 0))
    }
    for samples in [1, 4] {
      let both = try Self.pictures(Self.scene(try Self.layers(2) + [opaque]), samples: samples)
      let difference = ImageDifference(both.divided, both.sorted)
      #expect(difference.mean < 0.6, "\(samples): \(difference)")
    }
  }
}
