import MeshTransform
import Testing

@testable import GLRenderer
@testable import RenderGraph
@testable import TestSupport

/// Compiling is among the slowest steps of a first picture: what a picture does not need is not compiled.
struct CompiledProgramsTests {
  private func count(_ scene: Scene, samples: Int = 1, wireframe: Wireframe? = nil) throws -> Int {
    let renderer = try Renderer.software()
    _ = try renderer.render(scene, options: RenderOptions(samples: samples, wireframe: wireframe))
    let count = renderer.gl.programs.compiledCount
    // The same again needs no more.
    _ = try renderer.render(scene, options: RenderOptions(samples: samples, wireframe: wireframe))
    #expect(renderer.gl.programs.compiledCount == count)
    return count
  }

  /// An image between pixels, which is sampled.
  private var sampled: Scene {
    var scene = Scene.oneLayer(.noise(16, 16), canvas: Rect(0, 0, 40, 40))
    scene.layers[0].position.x += 0.25
    return scene
  }

  @Test func oneForAFlatOpaqueLayer() throws {
    #expect(try count(sampled) == 1)
  }

  @Test func noneForAnImageThatIsCopied() throws {
    #expect(try count(.oneLayer(.noise(16, 16), canvas: Rect(0, 0, 40, 40))) == 0)
  }

  @Test func oneForManyLayersAlike() throws {
    let layers = (0..<5).map { Layer(Rect(Double(4 * $0), 2, 9, 9), .pureRed, z: Double($0)) }
    #expect(try count(Scene(canvas: Canvas(frame: Rect(0, 0, 40, 40)), layers: layers)) == 1)
  }

  @Test func noneForAnEmptyCanvas() throws {
    #expect(try count(Scene(canvas: Canvas(frame: Rect(0, 0, 8, 8), background: .white), layers: [])) == 0)
  }

  @Test func oneMoreForEachOtherNeed() throws {
    let plain = sampled
    for samples in [4, 16] {
      // Samples to average, unless the driver does, and fragments, where the device has fewer samples.
      let capabilities = try Renderer.software().gl.capabilities
      let kind = try #require(PixelSampling(samples: samples, offered: capabilities.sampleCounts))
      let averages =
        (capabilities.resolvesByShader(samples: kind.deviceSamples) ? 1 : 0)
        + (kind.supersamplingFactor > 1 ? 1 : 0)
      #expect(try count(plain, samples: samples) == 1 + averages)
    }
    #expect(try count(plain, wireframe: Wireframe()) == 2)
    var linear = plain
    linear.canvas.blending = .linear
    #expect(try count(linear) == 2)  // to encode
    var lit = plain
    lit.lights = [Light()]
    lit.layers.append(lit.layers[0])
    #expect(try count(lit) == 1)  // both are lit alike
    lit.layers.append(Layer(Rect(1, 1, 3, 3), .pureGreen))
    #expect(try count(lit) == 2)  // a tint
  }
}

/// Samples are averaged by a shader where that starts sooner, and by a blit elsewhere: to the same bytes.
struct ResolvePassTests {
  @Test(arguments: [4, 16], [Canvas.Blending.encoded, .linear])
  func equalsTheBlit(samples: Int, blending: Canvas.Blending) throws {
    var scene = Scene.oneLayer(
      .translucentNoise(40, 40), canvas: Rect(0, 0, 60, 50),
      mesh: try .grid(rows: 5, columns: 5) { SIMD3($0.x, $0.y, 0.3 * $0.x * $0.y) },
      transform: .rotation(.degrees(40), about: Point3D(1, 1, 0)) * .perspective(eyeDistance: 90))
    scene.canvas.blending = blending
    let byShader = try Renderer.any()
    let sampleCount = try #require(
      PixelSampling(samples: samples, offered: byShader.capabilities.sampleCounts)?.deviceSamples)
    let byBlit = try Renderer.hardware()
    let picture = try scene.rendered(by: byShader, samples: samples)
    #expect(try scene.rendered(by: byBlit, samples: samples) == picture)
    // Each compiled what it needs and no more.
    let saved = byShader.gl.programs.compiledCount - byBlit.gl.programs.compiledCount
    #expect(saved == (byShader.gl.capabilities.resolvesByShader(samples: sampleCount) ? 1 : 0))
    // Again, over what is there.
    #expect(try scene.rendered(by: byShader, samples: samples) == picture)
  }
}

/// A layer's picture that is shown smaller is halved by the CPU where that draws, and by the driver elsewhere.
struct PictureMipmapTests {
  /// The driver takes the mean of four pixels, the CPU filters better: of what is smooth, both are the same.
  @Test(arguments: [
    Image(64, 64, alpha: .straight) { Pixel(UInt8(4 * $0), UInt8(4 * $1), 99, UInt8(255 - 2 * $0)) },
    Image(61, 61) { Pixel(UInt8(4 * $0), UInt8(4 * $1), 99, 255) },
  ])
  func looksAsTheDrivers(image: Image) throws {
    let side = Double(image.size.width)
    // Its mesh makes the outer layer a picture, which is drawn at a quarter of its size.
    var outer = Layer(bounds: Rect(0, 0, side, side), position: Point(20, 20))
    outer.mesh = try .grid(rows: 2, columns: 2) { SIMD3(0.25 * $0.x, 0.25 * $0.y, 0) }
    outer.sublayers = [
      Layer(bounds: outer.bounds, position: Point(side / 2, side / 2), contents: .image(image))
    ]
    let scene = Scene(canvas: Canvas(frame: Rect(0, 0, 40, 40)), layers: [outer])
    let onCPU = try scene.rendered(by: Renderer.any(), samples: 1)
    let onGPU = try scene.rendered(by: Renderer.hardware(), samples: 1)
    #expect(onCPU.bytes.contains { $0 != 0 })
    let worst = zip(onCPU.bytes, onGPU.bytes).map { abs(Int($0) - Int($1)) }.max()
    #expect(try #require(worst) <= 2, "\(worst ?? -1)")
  }
}
