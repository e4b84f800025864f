import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// Crossing translucent faces against the brute-force reference.
struct ExactTransparencyTests {
  /// Compares every pixel that no triangle's edge passes, and at whose corners the lines of sight meet the triangles in
  /// one order: then they do so everywhere in it.
  private func compare(_ scene: SurfaceScene, _ picture: Image) -> ImageDifference {
    let (side, reference) = (SurfaceScene.side, BruteForce(scene.surfaces))
    let corner = SIMD2(repeating: -Double(side) / 2)
    let edges = reference.pixelsOfEdges(side, corner: corner)
    let orders = (0..<(side + 1) * (side + 1)).map { i in
      reference.crossings(at: corner + SIMD2(Double(i % (side + 1)), Double(i / (side + 1)))).map(\.triangle)
    }
    return ImageDifference(picture) { x, y in
      let place = y * (side + 1) + x
      guard !edges[y * side + x], [1, side + 1, side + 2].allSatisfy({ orders[place] == orders[place + $0] })
      else {
        return nil
      }
      return BruteForce.blend(reference.crossings(at: corner + SIMD2(Double(x), Double(y)) + 0.5))
    }
  }

  /// Supersampling finds the content at a pixel's middle from the fragments around it, as if it lay there in even steps:
  /// under a steep perspective it lies a little beside.
  @Test(arguments: [(1, 2.0), (4, 2), (16, 5)])
  func randomScenes(samples: Int, tolerance: Double) throws {
    let renderer = try Renderer.any()
    for seed in UInt64(1)...40 {
      let scene = try SurfaceScene.random(seed)
      let difference = compare(scene, try scene.scene.rendered(by: renderer, samples: samples))
      #expect(difference.count > 500 && difference.isWithin(tolerance), "seed \(seed): \(difference)")
      #expect(difference.mean < 0.5)
    }
  }

  /// Also where pixels are crossed by edges and by lines in which faces meet, the samples show what they should: the mean
  /// over the picture stays near that of many more samples, and nearer than one sample comes.
  @Test func antialiasedCrossings() throws {
    let renderer = try Renderer.any()
    for seed in UInt64(101)...106 {
      let scene = try SurfaceScene.random(seed)
      let (side, reference) = (SurfaceScene.side, BruteForce(scene.surfaces))
      let corner = SIMD2(repeating: -Double(side) / 2)
      let met = (0..<side * side).map { i in
        reference.crossings(at: corner + 0.5 + SIMD2(Double(i % side), Double(i / side))).map(\.triangle)
      }
      // Where a neighbor sees other triangles, or the same in another order.
      let mixed = (0..<side * side).map { i -> SIMD4<Double>? in
        let (x, y) = (i % side, i / side)
        guard x > 0, y > 0, met[i] != met[i - 1] || met[i] != met[i - side] else { return nil }
        return reference.mean(pixel: corner + SIMD2(Double(x), Double(y)), scale: 1, side: 6)
      }
      let errors = try [1, 4].map { samples in
        ImageDifference(try scene.scene.rendered(by: renderer, samples: samples)) { mixed[$1 * side + $0] }
      }
      #expect(errors[1].count > 150 && errors[1].mean < 6, "seed \(seed): \(errors[1])")
      #expect(errors[1].mean < 0.6 * errors[0].mean, "seed \(seed): \(errors[1].mean), \(errors[0].mean)")
    }
  }

  /// However little memory there is, the picture has the same bytes.
  @Test(arguments: [1, 4, 16]) func memoryChangesNothing(samples: Int) throws {
    let renderer = try Renderer.any()
    for seed in UInt64(201)...204 {
      let scene = try SurfaceScene.random(seed).scene
      let expected = try scene.rendered(by: renderer, samples: samples)
      for fragments in [40_000, 3000, 700, 40] {
        var options = RenderOptions(samples: samples)
        options.limits.transparencyMemory = 32 * fragments
        #expect(try renderer.render(scene, options: options) == expected, "seed \(seed), \(fragments)")
      }
    }
  }

  /// Less than one pixel's faces need is an error, not a wrong picture.
  @Test func tooLittleMemoryForAPixel() throws {
    let scene = try SurfaceScene.random(201).scene
    var options = RenderOptions()
    options.limits.transparencyMemory = 32
    let error = try #require(throws: RenderError.self) { try Renderer.any().render(scene, options: options) }
    guard case .gl(.transparencyMemory(let fragments, 32)) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(fragments > 1)
  }

  /// The pictures of flattened layers are drawn in the same way.
  @Test func flattenedPictures() throws {
    let renderer = try Renderer.any()
    for seed in UInt64(301)...304 {
      let scene = try SurfaceScene.random(seed).scene
      let (frame, expected) = (scene.canvas.frame, try scene.rendered(by: renderer))
      var group = Layer(bounds: frame, position: .zero, contents: .none)
      group.sublayers = scene.layers
      group.mesh = .unitQuad
      let nested = Scene(canvas: scene.canvas, layers: [group])
      let difference = ImageDifference(try nested.rendered(by: renderer), expected)
      #expect(difference.isWithin(1), "seed \(seed): \(difference)")
    }
  }
}
