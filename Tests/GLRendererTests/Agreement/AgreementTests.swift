import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// What the eye sees at a pixel is what hit testing finds there.
struct AgreementTests {
  @Test func theFrontHitIsTheLayerDrawn() throws {
    let renderer = try Renderer.any()
    var pixels = 0
    // Four of every combination; and some in which layers cross, or perspective meets depth, most awkwardly.
    for seed in Array(0..<UInt64(64)) + [87, 103, 127, 135] {
      let (scene, ingredients) = try RandomTree.scene(seed: seed)
      let picture = try scene.rendered(by: renderer, samples: 1)
      let comparison = HitComparison(of: scene, picture, margin: ingredients.contains(.meshes) ? 2 : 1)
      pixels += comparison.pixels
      if let first = comparison.disagreements.first {
        Issue.record(
          "seed \(seed) (\(ingredients)): \(comparison.disagreements.count) of \(comparison.pixels) pixels differ; \(first)"
        )
      }
    }
    #expect(pixels >= 10_000)
  }
}
