import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// Masks: what a layer cuts off from its sublayers, with its edge covered once.
struct MaskTests {
  private let canvas = Canvas(frame: Rect(0, 0, 100, 100))
  private let card = Rect(0, 0, 80, 60)

  private func picture(_ layer: Layer, samples: Int? = nil) throws -> Image {
    try Scene(canvas: canvas, layers: [layer]).rendered(samples: samples)
  }

  private func card(_ radius: Double, at x: Double = 50.4) -> Layer {
    var layer = Layer(bounds: card, position: Point(x, 50))
    (layer.cornerRadius, layer.masksToBounds) = (radius, true)
    return layer
  }

  /// The left edge lies at x = 10.4: four to six of eight columns of samples are inside.
  @Test func aRoundedEdgeIsCoveredOnce() throws {
    var layer = card(18)
    layer.backgroundColor = .white
    let alone = try picture(layer, samples: 64)
    layer.sublayers = [Layer(Rect(30, 20, 20, 20), .pureRed)]
    let drawn = try picture(layer, samples: 64)
    let edge = drawn[10, 50]
    #expect(edge == Pixel(repeating: edge.w) && abs(Double(edge.w) - 0.6 * 255) <= 255 / 16, "\(edge)")
    #expect(drawn[50, 50] == Pixel(255, 0, 0, 255) && drawn[11, 50] == Pixel(255, 255, 255, 255))
    let difference = ImageDifference(drawn) { x, y in
      (38...62).contains(x) && (38...62).contains(y) ? nil : SIMD4<Double>(alone[x, y])
    }
    #expect(difference.isWithin(1), "\(difference)")
  }

  /// A sublayer that ends at the mask's edge does not make it thinner, nor does one that reaches beyond.
  @Test(arguments: [0, 12, 30.0], [0, 5.0])
  func sublayersEndAtTheEdge(radius: Double, beyond: Double) throws {
    let transforms: [Transform3D] = [
      .identity, .rotation(.degrees(24)),
      .rotation(.degrees(45), about: Point3D(1, 0.6, 0)) * .perspective(eyeDistance: 150),
    ]
    let renderer = try Renderer.any()
    for transform in transforms {
      for samples in [1, 4, 16] {
        var masked = card(radius)
        var plain = card(radius)
        (masked.transform, plain.transform) = (transform, transform)
        masked.sublayers = [
          Layer(card.outset(by: beyond, beyond), .pureRed), Layer(Rect(30, 20, 20, 20), .pureRed, z: 1),
        ]
        plain.contents = .color(.pureRed)
        let expected = try Scene(canvas: canvas, layers: [plain]).rendered(by: renderer, samples: samples)
        let drawn = try Scene(canvas: canvas, layers: [masked]).rendered(by: renderer, samples: samples)
        let strays = (0..<10_000).count {
          drawn[$0 % 100, $0 / 100].distance(to: SIMD4<Double>(expected[$0 % 100, $0 / 100])) > 1
        }
        // A sample on an edge may fall to the other side: coordinates are rounded from different origins.
        #expect(strays <= (samples == 1 ? 2 : 4), "\(samples) samples: \(strays) pixels differ")
        #expect(drawn[50, 50] == Pixel(255, 0, 0, 255))
      }
    }
  }

  private func disk(_ mesh: Mesh?) -> Layer {
    var layer = Layer(bounds: Rect(0, 0, 80, 80), position: Point(50, 50))
    (layer.cornerRadius, layer.masksToBounds, layer.backgroundColor) = (40, true, .pureBlue)
    layer.sublayers = [Layer(Rect(0, 0, 40, 40), .pureRed)]
    layer.mesh = mesh
    return layer
  }

  /// Hit testing and drawing agree at every pixel away from the edge.
  @Test func aBentLayerMasksItsSublayers() throws {
    let face = try Mesh.grid(rows: 1, columns: 1)
    let scene = Scene(canvas: canvas, layers: [disk(face)])
    let drawn = try scene.rendered(samples: 16)
    #expect(drawn[13, 13] == .zero)
    let tester = HitTester(scene)
    for y in 0..<100 {
      for x in 0..<100 {
        let (dx, dy) = (Double(x) - 49.5, Double(y) - 49.5)
        let distance = (dx * dx + dy * dy).squareRoot()
        guard abs(distance - 40) > 1.5 else { continue }
        #expect((drawn[x, y] != .zero) == (tester.hitTest(atPixel: x, y) != nil), "[\(x), \(y)]")
        #expect((drawn[x, y].w == 255) == (distance < 40), "[\(x), \(y)]")
      }
    }
    // The area of the disk, its edge covered once: of a polygon that lies a twentieth of a pixel within at most.
    let covered = (0..<10_000).reduce(0.0) { $0 + Double(drawn[$1 % 100, $1 / 100].w) / 255 }
    #expect(abs(covered - Double.pi * 1600) < 9, "\(covered)")
    // A mesh that changes nothing.
    let flat = try Scene(canvas: canvas, layers: [disk(nil)]).rendered(samples: 16)
    let difference = ImageDifference(drawn, flat)
    #expect(difference.isWithin(.within(max: 20, mean: 0.05)), "\(difference)")
  }

  /// Of a mirrored group in another the mask is where it was.
  @Test func masksWithinMasks() throws {
    var inner = card(20, at: 40)
    inner.transform = .scale(-1, 1)
    inner.sublayers = [Layer(Rect(-50, -50, 90, 200), .pureRed), Layer(Rect(40, -50, 90, 200), .pureGreen)]
    var outer = Layer(bounds: Rect(0, 0, 80, 100), position: Point(50, 50))
    (outer.masksToBounds, outer.cornerRadius) = (true, 40)
    outer.sublayers = [inner]
    let drawn = try picture(outer)
    // The inner card covers 0...80 of the outer one, which begins at 10, and 20...80 of its height; mirrored.
    #expect(drawn[80, 50] == Pixel(255, 0, 0, 255) && drawn[20, 50] == Pixel(0, 255, 0, 255))
    #expect(drawn[11, 21] == .zero && drawn[88, 78] == .zero && drawn[50, 15] == .zero)
    #expect(drawn[50, 21].w == 255 && drawn[12, 50].w == 255)
  }
}
