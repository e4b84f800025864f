import MeshTransform
import Testing

@testable import GLRenderer
@testable import TestSupport

/// Pictures of 16 bits per channel.
struct DeepPictureTests {
  private static let options = RenderOptions(depth: .sixteen)

  /// Pixels without any regularity.
  private static func noise(_ width: Int, _ height: Int, alpha: Image.Alpha) -> Image {
    var random = SplitMix64(seed: 11)
    let values = (0..<4 * width * height).map { index -> UInt16 in
      let value = UInt16(truncatingIfNeeded: random.next())
      return index % 4 == 3 && alpha == .opaque ? .max : value
    }
    return Image(
      size: PixelSize(width, height), alpha: alpha, depth: .sixteen,
      bytes: values.withUnsafeBytes { Array($0) })
  }

  private static func values(_ image: Image) -> [Double] {
    image.bytes.withUnsafeBytes { $0.bindMemory(to: UInt16.self).map { Double($0) } }
  }

  /// The largest difference between a picture and premultiplied channels, in 1/65535.
  private func difference(_ picture: Image, _ expected: [Double]) -> Double {
    zip(Self.values(picture.premultiplied()), expected).map { abs($0 - $1) }.max() ?? .infinity
  }

  /// Integers of 16 bits hold every value.
  @Test(arguments: [nil, 1, 4, 16]) func identityIsExact(_ samples: Int?) throws {
    let image = Self.noise(40, 30, alpha: .opaque)
    var scene = Scene.oneLayer(image)
    scene.canvas.background = .white
    let picture = try Renderer.any().render(scene, options: RenderOptions(samples: samples, depth: .sixteen))
    #expect(picture.depth == .sixteen && picture.alpha == .opaque && picture.bytes == image.bytes)
  }

  /// A group and a layer in a mesh pass through textures.
  @Test func texturesOfLayersAreExact() throws {
    let image = Self.noise(40, 30, alpha: .opaque)
    var group = Layer(Rect(0, 0, 40, 30), .pureRed)
    group.sublayers = [Scene.oneLayer(image).layers[0], Layer(Rect(0, 0, 4, 3), .white)]
    for mesh in [nil, try Mesh.grid(rows: 1, columns: 1)] {
      (group.mesh, group.masksToBounds, group.cornerRadius) = (mesh, true, mesh == nil ? 1 : 0)
      let scene = Scene(canvas: Canvas(frame: Rect(0, 0, 40, 30)), layers: [group])
      let picture = try Renderer.any().render(scene, options: Self.options)
      let (got, expected) = (Self.values(picture), Self.values(image))
      for y in 5..<25 {
        let row = 4 * (40 * y + 5)..<4 * (40 * y + 35)
        #expect(got[row] == expected[row])
      }
    }
  }

  /// Source over a color, in double precision. Integers round the result; half floats round the source, its alpha and
  /// the result, each by at most 2^-12, which are 16 of 65,535.
  @Test(arguments: [(Canvas.Blending.encoded, 1.01), (.linear, 64)])
  func blendingHasTheDepth(_ blending: Canvas.Blending, _ bound: Double) throws {
    let image = Self.noise(30, 30, alpha: .straight)
    let background = Color(red: 0.2, green: 0.4, blue: 0.6)
    var scene = Scene.oneLayer(image)
    (scene.canvas.background, scene.canvas.blending) = (background, blending)
    let below = [background.red, background.green, background.blue]
    let source = Self.values(image)
    let expected = source.indices.map { i -> Double in
      if i % 4 == 3 { return 65_535 }
      let (color, alpha, under) = (source[i] / 65_535, source[i | 3] / 65_535, below[i % 4])
      guard blending == .linear else { return 65_535 * (color * alpha + under * (1 - alpha)) }
      return 65_535
        * SRGBCurve.encoded(SRGBCurve.decoded(color) * alpha + SRGBCurve.decoded(under) * (1 - alpha))
    }
    let picture = try Renderer.any().render(scene, options: Self.options)
    #expect(difference(picture, expected) < bound)
  }

  /// The texels of a gradient differ by less than a step of 8 bits, and so do the pixels of the tilted one.
  @Test(arguments: [Canvas.Blending.encoded, .linear])
  func tiltedGradientsHaveManyLevels(_ blending: Canvas.Blending) throws {
    var values: [UInt16] = []
    for index in 0..<200 * 40 {
      let gray = UInt16(20_000 + 100 * (index % 200))
      values += [gray, gray, gray, .max]
    }
    let image = Image(
      size: PixelSize(200, 40), alpha: .opaque, depth: .sixteen, bytes: values.withUnsafeBytes { Array($0) })
    var scene = Scene.oneLayer(
      image, transform: .rotation(.degrees(30), about: Point3D(0.3, 1, 0)) * .perspective(eyeDistance: 500))
    scene.canvas.blending = blending
    let renderer = try Renderer.any()
    let (deep, plain) = (try renderer.render(scene, options: Self.options), try renderer.render(scene))
    let (fine, coarse) = (Self.values(deep), plain.bytes)
    let levels = Set(stride(from: 0, to: fine.count, by: 4).map { fine[$0] }).count
    #expect(levels > 1500, "\(levels)")
    #expect(Set(stride(from: 0, to: coarse.count, by: 4).map { coarse[$0] }).count < 200)
    // Both are one picture.
    let difference = ImageDifference(deep.converted(to: .eight), plain)
    #expect(difference.isWithin(2), "\(difference)")
  }

  /// Smaller levels, light, edges, translucency and tiles look as with 8 bits.
  @Test func picturesLookAsWithEightBits() throws {
    let mesh = try Mesh.grid(rows: 4, columns: 6) { SIMD3($0.x, $0.y, 0.4 * $0.x * $0.x - 0.2 * $0.y) }
    let lit = Scene.oneLayer(
      .translucentNoise(64, 48), size: Size(40, 30), canvas: Rect(-5, -5, 50, 40), mesh: mesh,
      surface: Surface(specular: 0.4), lights: [.directional(Point3D(0.3, 0.2, -1))])
    var crossing = lit
    crossing.layers.append(crossing.layers[0])
    crossing.layers[1].transform = .rotation(.degrees(50), about: Point3D(0, 1, 0))
    let minified = Scene.oneLayer(.noise(100, 80), size: Size(30, 20))
    let (renderer, tiled) = (try Renderer.any(), try Renderer.any { $0.maxImageSize = 32 })
    for (name, scene) in [("lit", lit), ("crossing", crossing), ("minified", minified)] {
      for renderer in [renderer, tiled] {
        let deep = try renderer.render(scene, options: Self.options)
        let difference = ImageDifference(deep.converted(to: .eight), try scene.rendered(by: renderer))
        #expect(difference.isWithin(.within(max: 3, mean: 0.5)), "\(name): \(difference)")
      }
    }
  }

  /// Bands, and memory of the caller.
  @Test(arguments: DeviceClass.allCases) func otherReadsHaveTheSamePixels(_ deviceClass: DeviceClass) throws {
    let scene = Scene.oneLayer(Self.noise(40, 30, alpha: .straight), canvas: Rect(-2, -2, 44, 34))
    let renderer = try Renderer.any { ($0.maxViewportSize, $0.deviceClass) = (16, deviceClass) }
    #expect(
      try Renderer.any { $0.deviceClass = deviceClass }.render(scene, options: Self.options)
        == (try Renderer.any().render(scene, options: Self.options)))
    let picture = try renderer.render(scene, options: Self.options)
    var bytes: [UInt8] = []
    try renderer.render(scene, options: Self.options) { band in
      bytes += band.bytes
      return band.depth == .sixteen
    }
    #expect(bytes == picture.bytes)
    var memory = [UInt8](repeating: 7, count: 34 * 360)
    try memory.withUnsafeMutableBytes {
      try renderer.render(scene, options: Self.options, into: $0, bytesPerRow: 360)
    }
    for row in 0..<34 {
      #expect(memory[360 * row..<360 * row + 352] == picture.bytes[352 * row..<352 * (row + 1)])
      #expect(memory[360 * row + 352..<360 * (row + 1)].allSatisfy { $0 == 7 })
    }
    #expect(throws: RenderError.bytesPerRow(356, width: 44, bytesPerPixel: 8)) {
      try memory.withUnsafeMutableBytes {
        try renderer.render(scene, options: Self.options, into: $0, bytesPerRow: 356)
      }
    }
  }

  @Test func needAnExtension() throws {
    let renderer = try Renderer.any { $0.extensions.remove("GL_EXT_texture_norm16") }
    let scene = Scene.oneLayer(.noise(4, 4))
    do throws(RenderError) {
      _ = try renderer.render(scene, options: Self.options)
      Issue.record("drawn without an error")
    } catch {
      guard case .gl(.missingExtension("GL_EXT_texture_norm16", _)) = error else {
        Issue.record("\(error)")
        return
      }
    }
    #expect(try renderer.render(scene).depth == .eight)
  }
}
