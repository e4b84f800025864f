import MeshTransform
import Testing

@testable import GLRenderer
@testable import RenderGraph
@testable import TestSupport

/// Unless told otherwise, samples go where edges are. The picture is as good as one with four samples everywhere: what
/// both are compared with has 64.
struct EdgeTests {
  /// Inside of edges the content of a pixel is one triangle's at its middle, and not the mean of those of all triangles
  /// in it, which four samples weigh in quarters: levels of 255.
  private static let (tolerance, meanSlack) = (1.0, 0.01)

  static func check(_ scene: Scene, _ name: String, by renderer: Renderer) throws {
    let reference = try scene.rendered(by: renderer, samples: 64)
    let plain = ImageDifference(try scene.rendered(by: renderer, samples: 4), reference)
    let own = ImageDifference(try scene.rendered(by: renderer), reference)
    #expect(own.max <= plain.max + tolerance, "\(name): \(own), with four \(plain)")
    #expect(own.mean <= plain.mean + meanSlack, "\(name): \(own.mean), with four \(plain.mean)")
  }

  /// Small pictures are nearly all edge; a share of 1 has edges drawn apart all the same.
  private static func renderer(share: Double?) throws -> Renderer {
    let renderer = try Renderer.software(tuning: Tuning(edgeShare: share))
    return renderer
  }

  @Test(arguments: [1, nil]) func asGoodAsFourSamples(_ share: Double?) throws {
    let renderer = try Self.renderer(share: share)
    // Every third scene, others with tiles than without; all plans of edges are compared with exact areas without drawing.
    for (number, (name, scene)) in try EdgeScenes.named().enumerated()
    where number % 3 == (share == 1 ? 0 : 1) {
      try Self.check(scene, name, by: renderer)
    }
  }

  @Test(arguments: 0..<4) func randomTrees(_ block: Int) throws {
    let renderer = try Self.renderer(share: 1)
    for seed in 0..<6 {
      let scene = try RandomTree.scene(seed: UInt64(24 * block + seed)).scene
      try Self.check(scene, "tree \(24 * block + seed)", by: renderer)
    }
  }

  /// A strip keeps the area that it covers wherever it lies, and has no gap.
  @Test(arguments: [0.1, 0.2, 0.4, 0.9], [1, 0]) func thinStrips(_ width: Double, share: Double) throws {
    let renderer = try Self.renderer(share: share)
    for step in 0..<16 {
      var layer = Layer(Rect(0, 0, width, 40), .white)
      layer.position = Point(30 + Double(step) / 16, 32)
      layer.transform = .rotation(.degrees(7), about: Point3D(0, 0, 1))
      let picture = try Scene(canvas: Canvas(frame: Rect(0, 0, 64, 64)), layers: [layer]).rendered(
        by: renderer)
      let rows = (0..<64).map { y in (0..<64).reduce(0.0) { $0 + Double(picture[$1, y].w) / 255 } }
      let area = rows.reduce(0, +)
      #expect(abs(area / (40 * width) - 1) < 0.1, "\(width) at \(step): \(area)")
      for y in 14..<50 { #expect(rows[y] > 0.3 * width, "\(width) at \(step), row \(y): \(rows[y])") }
    }
  }

  /// A picture does not depend on those before it.
  @Test func noTraceOfOthers() throws {
    let scenes = try EdgeScenes.named().map(\.scene)
    let renderer = try Self.renderer(share: 1)
    let first = try scenes[0].rendered(by: renderer)
    for scene in scenes.suffix(8) { _ = try scene.rendered(by: renderer) }
    #expect(try scenes[0].rendered(by: renderer) == first)
    #expect(try scenes[0].rendered(by: Self.renderer(share: 1)) == first)
  }
}
