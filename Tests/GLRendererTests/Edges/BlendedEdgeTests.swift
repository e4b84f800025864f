import MeshTransform
import Testing

@testable import GLRenderer
@testable import RenderGraph
@testable import TestSupport

/// Edges of layers side by side are blended in a picture with one sample a pixel, where they are in many places.
struct BlendedEdgeTests {
  private static let gradient = Gradient(stops: [
    .init(0, Color(red: 0.9, green: 0.3, blue: 0.1)), .init(1, Color(red: 0.1, green: 0.4, blue: 0.8)),
  ])

  /// Turned layers, each under its own perspective.
  private static func cards(_ side: Int, gap: Double = 0.75) -> Scene {
    let cell = 256 / Double(side)
    let layers = (0..<side * side).map { index in
      var layer = Layer(
        bounds: Rect(0, 0, cell * gap, cell * gap),
        position: Point((Double(index % side) + 0.5) * cell, (Double(index / side) + 0.5) * cell),
        contents: .gradient(gradient))
      layer.transform =
        .rotation(.degrees(20), about: Point3D(1, 1, 0)) * .rotation(.degrees(7), about: Point3D(0, 0, 1))
        * .perspective(eyeDistance: 300)
      return layer
    }
    return Scene(canvas: Canvas(frame: Rect(0, 0, 256, 256)), layers: layers)
  }

  /// The cost of a picture by its render graph: pictures of few and of many layers have one sample a pixel, and several
  /// only where layers are too near to each other.
  @Test(arguments: [1, 4, 8]) func costOneSample(_ side: Int) throws {
    let description = try Renderer.software().describe(Self.cards(side))
    let canvas = try #require(description.split(separator: "\n").first { $0.hasPrefix("canvas:") })
    #expect(canvas.contains("1 sample per pixel; edges blended in "), "\(canvas)")
    #expect(!canvas.contains(" again with 16") && !canvas.contains(" again with 64"), "\(canvas)")
  }

  /// Layers that touch everywhere take the plain path: several samples everywhere, and no tiles drawn again.
  @Test func tooManyAreUniform() throws {
    let description = try Renderer.software().describe(Self.cards(40, gap: 0.98))
    let canvas = try #require(description.split(separator: "\n").first { $0.hasPrefix("canvas:") })
    #expect(canvas.contains("4 samples per pixel"), "\(canvas)")
  }

  @Test(arguments: [1, 4, 8]) func areBetterThanFourSamples(_ side: Int) throws {
    let (scene, renderer) = (Self.cards(side), try Renderer.software())
    let reference = try scene.rendered(by: renderer, samples: 64)
    let four = ImageDifference(try scene.rendered(by: renderer, samples: 4), reference)
    let own = ImageDifference(try scene.rendered(by: renderer), reference)
    #expect(own.mean < four.mean / 2, "\(own), with four \(four)")
    #expect(own.max <= four.max, "\(own), with four \(four)")
  }

  /// Linear light is blended by the device, with several samples.
  @Test func linearLightHasSamples() throws {
    var scene = Self.cards(4)
    scene.canvas.blending = .linear
    #expect(try !Renderer.software().describe(scene).contains("blended"))
  }

  @Test(arguments: [Image.Depth.eight, .sixteen]) func pixelsAreMeans(_ depth: Image.Depth) throws {
    let colors: [UInt16] = [1000, 2000, 3000, 60000, 41000, 22000, 13000, 64000]
    var bytes =
      depth == .eight
      ? colors.map { UInt8($0 >> 8) } : colors.withUnsafeBytes { Array($0) }
    let pixels = [
      BlendedPixel(x: 0, y: 0, inner: .zero, outer: SIMD2(1, 0), share: 16384),
      BlendedPixel(x: 1, y: 0, inner: SIMD2(-1, 0), outer: .zero, share: 65536),
    ]
    try bytes.withUnsafeMutableBytes { buffer in
      let memory = try PictureMemory(
        buffer, bytesPerRow: 2 * depth.bytesPerPixel, for: PixelSize(2, 1), depth)
      memory.blend(pixels, depth)
    }
    let found: [Int] =
      switch depth {
      case .eight: bytes.map { Int($0) }
      case .sixteen: stride(from: 0, to: 16, by: 2).map { Int(bytes[$0]) + Int(bytes[$0 + 1]) << 8 }
      }
    let values = colors.map { Double(depth == .eight ? $0 >> 8 : $0) }
    for channel in 0..<4 {
      let mean = values[channel] * 0.25 + values[channel + 4] * 0.75
      #expect(found[channel] == Int(mean.rounded()))
      #expect(found[channel + 4] == Int(values[channel]))
    }
  }

  /// Pictures that are read in strips have the pixels of those that are read whole, also where colors come from the rows
  /// beside a strip, and from pixels along the border.
  @Test func stripsHaveThePixelsOfTheWhole() throws {
    var layer = Layer(
      bounds: Rect(0, 0, 90, 500), position: Point(50, 200), contents: .gradient(Self.gradient))
    layer.transform = .rotation(.degrees(8), about: Point3D(0, 0, 1))
    let scene = Scene(canvas: Canvas(frame: Rect(0, 0, 100, 400)), layers: [layer])
    let renderer = try Renderer.software()
    #expect(try renderer.describe(scene).contains("blended"))
    var bands: [Image] = []
    try renderer.render(scene) {
      bands.append($0)
      return true
    }
    #expect(bands.count == 4)
    #expect(try renderer.render(scene).bytes == bands.flatMap(\.bytes))
  }
}
