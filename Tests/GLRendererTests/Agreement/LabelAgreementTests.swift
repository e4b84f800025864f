import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// Labels of pixels beside the picture that is drawn with one sample for each.
struct LabelAgreementTests {
  /// Layers of one opaque color each, flat and bent, tilted in perspective and crossing.
  private static func scene(seed: UInt64) throws -> Scene {
    var random = SplitMix64(seed: seed)
    func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    var layers: [Layer] = []
    for index in 0..<6 {
      var layer = Layer(
        bounds: Rect(0, 0, number(30...90), number(30...90)),
        position: Point(number(20...108), number(20...76)),
        contents: .color(RandomTree.color(index)))
      layer.zPosition = number(-40...40)
      layer.transform =
        .rotation(.degrees(number(-60...60)), about: Point3D(number(-1...1), 1, number(-1...1)))
        * .perspective(eyeDistance: number(200...600))
      if index % 2 == 0 {
        let (a, b) = (Float(number(-0.4...0.4)), Float(number(-0.3...0.3)))
        layer.mesh = try .grid(rows: 5, columns: 7) { SIMD3($0.x + b * $0.y * $0.y, $0.y, a * $0.x * $0.y) }
        layer.mesh?.depthNormalization = .average
      }
      layers.append(layer)
    }
    return Scene(canvas: Canvas(frame: Rect(0, 0, 128, 96)), layers: layers, lights: [Light()])
  }

  /// The number of the layer in every pixel is that of the color drawn there, except within 1/256 pixel of an edge.
  @Test func thePictureShowsTheLabelledLayers() throws {
    let renderer = try Renderer.any()
    var (pixels, edges) = (0, 0)
    for seed in UInt64(0)..<24 {
      let scene = try Self.scene(seed: seed)
      let picture = try renderer.render(scene.albedo, options: RenderOptions(samples: 1, isExact: true))
      let tester = HitTester(scene)
      let labels = SurfaceLabels([.layer], of: SurfaceProbe(tester))
      let ids = labels.band(rows: 0..<96).values(of: .layer)
      for pixel in 0..<128 * 96 {
        let (x, y) = (pixel % 128, pixel / 128)
        let drawn = picture[x, y]
        let expected = ids[pixel] < 0 ? .zero : Pixel(RandomTree.color(Int(ids[pixel])))
        pixels += ids[pixel] < 0 ? 0 : 1
        if drawn.distance(to: SIMD4<Double>(expected)) <= 1 { continue }
        let center = tester.point(ofPixel: x, y)
        let around = [-1.0, 0, 1].flatMap { dy in
          [-1.0, 0, 1].map { tester.hitTest(Point(center.x + $0 / 256, center.y + dy / 256))?.path }
        }
        edges += 1
        #expect(
          Set(around).count > 1, "seed \(seed): [\(x), \(y)] is \(drawn), but its layer is \(ids[pixel])")
      }
    }
    #expect(pixels > 100_000 && edges < pixels / 1000, "\(edges) of \(pixels) pixels lie on an edge")
  }

  /// White under a light, beside the light that the normal, the position and the eye of the same pixel give.
  @Test func theShadingIsThatOfTheNormals() throws {
    let renderer = try Renderer.any()
    var (count, worst) = (0, 0.0)
    for seed in UInt64(0)..<8 {
      var scene = try Self.scene(seed: seed)
      var light = Light()
      (light.direction, light.ambientIntensity, light.diffuseIntensity) = (Point3D(0.3, 0.2, -1), 0.2, 0.7)
      scene.lights = [light]
      let picture = try renderer.render(scene.whitened, options: RenderOptions(samples: 1, isExact: true))
      let probe = SurfaceProbe(HitTester(scene))
      let length = (0.09 + 0.04 + 1).squareRoot()
      for pixel in stride(from: 0, to: 128 * 96, by: 3) {
        let (x, y) = (pixel % 128, pixel / 128)
        guard let surface = probe.surface(atPixel: x, y) else { continue }
        // Away from edges, where the picture may show the neighbor.
        let near = [(1, 0), (-1, 0), (0, 1), (0, -1)].map {
          probe.surface(atPixel: x + $0.0, y + $0.1)?.hit.path
        }
        if near.contains(where: { $0 != surface.hit.path }) { continue }
        let n = surface.normal
        let facing = max(0, -(n.x * 0.3 + n.y * 0.2 - n.z) / length)
        let drawn = Double(picture[x, y].x)
        worst = max(worst, abs(drawn - 255 * (0.2 + 0.7 * facing)))
        count += 1
      }
    }
    // Two steps of 8 bits.
    #expect(count > 5000 && worst <= 2, "\(worst) at worst, in \(count) pixels")
  }
}

extension Pixel {
  /// An opaque color.
  fileprivate init(_ color: Color) {
    func byte(_ value: Double) -> UInt8 { UInt8((value * 255).rounded()) }
    self.init(byte(color.red), byte(color.green), byte(color.blue), 255)
  }
}
