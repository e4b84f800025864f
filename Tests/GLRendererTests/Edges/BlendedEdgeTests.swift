import CEGL
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
  private static func cards(_ side: Int) -> Scene {
    let cell = 256 / Double(side)
    let layers = (0..<side * side).map { index in
      var layer = Layer(
        bounds: Rect(0, 0, cell * 0.75, cell * 0.75),
        position: Point((Double(index % side) + 0.5) * cell, (Double(index / side) + 0.5) * cell),
        contents: .gradient(gradient))
      layer.transform =
        .rotation(.degrees(20), about: Point3D(1, 1, 0)) * .rotation(.degrees(7), about: Point3D(0, 0, 1))
        * .perspective(eyeDistance: 300)
      return layer
    }
    return Scene(canvas: Canvas(frame: Rect(0, 0, 256, 256)), layers: layers)
  }

  @Test(arguments: [1, 4, 8]) func areBetterThanFourSamples(_ side: Int) throws {
    let (scene, renderer) = (Self.cards(side), try Renderer.software())
    let reference = try scene.rendered(by: renderer, samples: 64)
    let four = ImageDifference(try scene.rendered(by: renderer, samples: 4), reference)
    let own = ImageDifference(try scene.rendered(by: renderer), reference)
    #expect(own.mean < four.mean / 2, "\(own), with four \(four)")
    #expect(own.max <= four.max, "\(own), with four \(four)")
  }

  /// In linear light, in tiles and under mesh lines. In the texture of a layer that a mesh bends, samples have weights.
  @Test(arguments: ["linear", "tiles", "lines", "texture"]) func areBlendedEverywhere(_ place: String) throws
  {
    var (scene, options) = (Self.cards(4), RenderOptions())
    var renderer = try Renderer.software()
    switch place {
    case "linear": scene.canvas.blending = .linear
    case "tiles": renderer = try Renderer.software { $0.maxViewportSize = 100 }
    case "lines": options.wireframe = Wireframe(color: .clear)
    default:
      var group = Layer(bounds: Rect(0, 0, 256, 256), position: Point(128, 128))
      (group.mesh, group.sublayers) = (try .grid(rows: 1, columns: 1), scene.layers)
      scene.layers = [group]
    }
    let isBlended = try renderer.describe(scene, options: options).contains("edges blended in ")
    #expect(isBlended == (place != "texture"))
    func picture(_ samples: Int?) throws -> Image {
      options.samples = samples
      return try renderer.render(scene, options: options)
    }
    let reference = try picture(64)
    let (four, own) = (
      ImageDifference(try picture(4), reference), ImageDifference(try picture(nil), reference)
    )
    #expect(own.mean < 0.7 * four.mean, "\(own), with four \(four)")
    #expect(own.max <= four.max, "\(own), with four \(four)")
  }

  /// Each pixel is the mean of two colors, also of those that are replaced.
  @Test(arguments: [
    PixelFormat.standard, .init(blending: .encoded, depth: .sixteen), .init(blending: .linear, depth: .eight),
  ])
  func pixelsAreMeans(_ format: PixelFormat) throws {
    let renderer = try Renderer.software()
    let size = PixelSize(3, 1)
    let texture = try Texture(renderer.gl, empty: size, needsMipmaps: false, format)
    let channels: [Float] = [0.1, 0.2, 0.3, 1, 0.9, 0.5, 0.25, 0.8, 1, 0.95, 0.4, 0.9]
    let bytes: [UInt8] =
      if format == .standard {
        channels.map { UInt8(clamping: $0 * 255) }
      } else {
        channels.map { format.blending == .linear ? Float16($0).bitPattern : UInt16(clamping: $0 * 65535) }
          .withUnsafeBytes { Array($0) }
      }
    bytes.withUnsafeBytes { texture.fill(renderer.gl, level: 0, size, $0, format) }
    let pixels = [
      BlendedPixel(x: 10, y: 20, inner: .zero, outer: SIMD2(1, 0), share: 16384),
      BlendedPixel(x: 11, y: 20, inner: SIMD2(-1, 0), outer: SIMD2(1, 0), share: 32768),
      BlendedPixel(x: 12, y: 20, inner: SIMD2(-2, 0), outer: .zero, share: 65536),
    ]
    let tile = PixelRect(x: 10, y: 20, width: 3, height: 1)
    let before = try values(of: texture, format, renderer)
    try EdgePixelPass(renderer.gl, format).draw(pixels, tile, in: texture.name)
    let after = try values(of: texture, format, renderer)
    let shares: [SIMD3<Float>] = [SIMD3(0.25, 0.75, 0), SIMD3(0.5, 0, 0.5), SIMD3(1, 0, 0)]
    for (pixel, share) in shares.enumerated() {
      for channel in 0..<4 {
        let mean = (0..<3).reduce(0) { $0 + share[$1] * before[4 * $1 + channel] }
        let found = after[4 * pixel + channel]
        #expect(abs(found - mean) <= (format == .standard ? 0.5 / 255 : 5e-4) + 1e-6)
      }
    }
  }

  /// The channels of a texture as floats.
  private func values(
    of texture: borrowing Texture, _ format: PixelFormat, _ renderer: Renderer
  ) throws -> [Float] {
    let framebuffer = try Framebuffer(renderer.gl, into: texture)
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer.name)
    func read<Channel>(_ type: Int32, _ zero: Channel, _ value: (Channel) -> Float) -> [Float] {
      var channels = [Channel](repeating: zero, count: 4 * texture.size.area)
      channels.withUnsafeMutableBytes {
        renderer.gl.state.read(texture.size, type: type, into: $0.baseAddress)
      }
      return channels.map(value)
    }
    let values =
      if format.blending == .linear {
        read(GL_FLOAT, Float(0)) { $0 }
      } else if format.depth == .eight {
        read(GL_UNSIGNED_BYTE, UInt8(0)) { Float($0) / 255 }
      } else {
        read(GL_UNSIGNED_SHORT, UInt16(0)) { Float($0) / 65535 }
      }
    try renderer.gl.check("reading a texture")
    return values
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
