import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// Edges against the exact share of each pixel that a polygon covers, by the number of samples.
struct CoverageTests {
  private static let canvas = Canvas(frame: Rect(0, 0, 48, 48))

  /// White rectangles, one a picture, at random places and angles.
  private func layers(_ count: Int, width: Double, seed: UInt64) -> [(layer: Layer, polygon: Polygon)] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { _ in
      let center = SIMD2(Double.random(in: 20...28, using: &random), .random(in: 20...28, using: &random))
      let angle = Angle(radians: .random(in: 0...6.3, using: &random))
      let size = SIMD2(width, 30)
      var layer = Layer(
        bounds: Rect(0, 0, size.x, size.y), position: Point(center.x, center.y), contents: .color(.white))
      layer.transform = .rotation(angle, about: Point3D(0, 0, 1))
      return (layer, Polygon(center: center, size: size, angle: angle))
    }
  }

  /// The root of the mean square of alpha's error, of pixels that an edge crosses; and the mean error, which has a sign.
  private func error(
    _ renderer: Renderer, _ samples: Int, width: Double, seed: UInt64, wrap: (Layer) -> Layer = { $0 }
  ) throws -> (spread: Double, bias: Double) {
    var (squares, sum, count) = (0.0, 0.0, 0.0)
    for (layer, polygon) in layers(24, width: width, seed: seed) {
      let scene = Scene(canvas: Self.canvas, layers: [wrap(layer)])
      let picture = try scene.rendered(by: renderer, samples: samples)
      for y in 0..<48 {
        for x in 0..<48 {
          let coverage = polygon.coverage(x, y)
          let error = Double(picture[x, y].w) / 255 - coverage
          guard coverage > 0, coverage < 1 else {
            #expect(abs(error) < 0.003, "[\(x), \(y)]")
            continue
          }
          (squares, sum, count) = (squares + error * error, sum + error, count + 1)
        }
      }
    }
    return ((squares / count).squareRoot(), sum / count)
  }

  /// A straight edge crosses about `1.2 * sqrt(n)` of the n cells that the samples stand for; each of them errs by up to
  /// half of its share, evenly: `sqrt(1.2 * sqrt(n) / 12) / n`.
  @Test func errorFallsWithTheSamples() throws {
    let renderer = try Renderer.any()
    try #require(renderer.capabilities.supersampledCounts.contains(64))
    for (samples, limit) in [(4, 0.112), (16, 0.0395), (64, 0.0140)] {
      let (spread, bias) = try error(renderer, samples, width: 14, seed: 3)
      #expect(spread < limit, "\(samples) samples: \(spread)")
      #expect(abs(bias) < 0.001, "\(samples) samples: bias \(bias)")
    }
  }

  /// Lines a fifth of a pixel wide keep their weight, and lose their beads.
  @Test func thinLines() throws {
    let renderer = try Renderer.any()
    var last = Double.infinity
    for samples in [4, 16, 64] {
      let (spread, bias) = try error(renderer, samples, width: 0.2, seed: 4)
      #expect(spread < last / 1.6, "\(samples) samples: \(spread) after \(last)")
      #expect(abs(bias) < 0.006, "\(samples) samples: bias \(bias)")
      last = spread
    }
  }

  /// What must become a picture first has edges as good.
  @Test(arguments: [16, 64])
  func flattenedPictures(_ samples: Int) throws {
    let renderer = try Renderer.any()
    let (spread, _) = try error(renderer, samples, width: 14, seed: 5) { layer in
      var (group, behind) = (Layer(bounds: Self.canvas.frame, position: Point(24, 24)), layer)
      behind.bounds = Rect(0, 0, layer.bounds.size.width, layer.bounds.size.height / 2)
      // Two surfaces that cross in depth: no painter's order.
      behind.transform = .rotation(.degrees(20), about: Point3D(1, 0, 0)) * layer.transform
      behind.zPosition = -100
      group.sublayers = [layer, behind]
      return group
    }
    #expect(spread < (samples == 16 ? 0.0395 : 0.0140), "\(spread)")
  }
}
