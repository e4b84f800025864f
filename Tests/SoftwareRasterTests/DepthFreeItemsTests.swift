import MeshTransform
import Testing

@testable import RenderGraph
@testable import SoftwareRaster
@testable import TestSupport

/// Bent items that need no depths, since no triangle lies over another.
struct DepthFreeItemsTests {
  private func needsDepth(
    _ layers: [Layer], samples: Int = 4, _ passes: [any GraphPass] = [DepthFreeItems(fewestSamples: 40_000)]
  ) throws -> Bool {
    try GraphCompiler(passes, samples: samples).graph(Scene(100, layers)).canvas.needsDepth
  }

  private func leaning(_ mesh: Mesh, _ degrees: Double) -> Layer {
    Layer(Rect(10, 10, 80, 80), .pureRed).with {
      $0.mesh = mesh
      $0.transform =
        .rotation(.degrees(degrees), about: Point3D(1, 0, 0)) * .perspective(eyeDistance: 400)
    }
  }

  /// A wave along y, in unit space.
  private func wave(_ height: Float, cells: Int = 16) throws -> Mesh {
    try Mesh.grid(rows: cells, columns: cells) { from in
      let turns = Angle.turns(2 * Double(from.y)).sineAndCosine
      return SIMD3(from.x, from.y, height * Float(turns.sine))
    }
  }

  /// A wave seen from before hides nothing; leaning away it hides its own valleys where it is high.
  @Test(arguments: [
    (0.02, 0.0, false), (0.02, 40, false), (0.02, 80, true), (0.3, 0, false), (0.3, 60, true),
    (0.3, 180, false),
  ])
  func waves(_ height: Double, _ degrees: Double, _ needsDepth: Bool) throws {
    let layer = leaning(try wave(Float(height)), degrees)
    #expect(try self.needsDepth([layer]) == needsDepth)
    #expect(try self.needsDepth([layer], []))
  }

  /// The winding agrees everywhere, and yet the strip lies over itself: only its boundary shows that.
  @Test func spirals() throws {
    func strip(_ turns: Double) throws -> Mesh {
      try Mesh.grid(rows: 40, columns: 2) { from in
        let angle = Angle.turns(turns * Double(from.y)).sineAndCosine
        let radius = 0.2 + 0.25 * from.x
        return SIMD3(
          0.5 + radius * Float(angle.cosine), 0.5 + radius * Float(angle.sine), 0.01 * from.y)
      }
    }
    #expect(try !needsDepth([leaning(try strip(0.8), 0)]))
    #expect(try needsDepth([leaning(try strip(1.3), 0)]))
  }

  /// Two items may hide one another; a mesh behind the eye is not known; in a small target depths take less time than the
  /// search; tiles that are drawn again need depths.
  @Test func otherTargets() throws {
    let layer = leaning(try wave(0.02), 0)
    let crossing = layer.with { $0.transform = .rotation(.degrees(5), about: Point3D(0, 1, 0)) }
    #expect(try needsDepth([layer, crossing]))
    // In one plane, each covers the one before.
    #expect(try !needsDepth([layer, layer]))
    let near = layer.with { $0.transform = .translation(0, 0, 500) * .perspective(eyeDistance: 400) }
    #expect(try needsDepth([near]))
    #expect(try needsDepth([layer], samples: 1))
    let turned = layer.with { $0.transform = .rotation(.degrees(7), about: Point3D(0, 0, 1)) }
    let graph = try GraphCompiler([EdgeSearch(share: 1), DepthFreeItems(fewestSamples: 1)]).graph(
      Scene(100, [turned]))
    #expect(graph.canvas.needsDepth == (graph.canvas.edges?.drawsTiles == true))
  }
}
