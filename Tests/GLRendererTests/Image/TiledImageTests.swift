import MeshTransform
import Testing

@testable import GLRenderer
@testable import TestSupport

/// An image that exceeds the limit of textures looks as from one texture.
struct TiledImageTests {
  /// A scene by name. The image has texels without regularity, so that a wrong one shows.
  private static func scenes(_ image: Image) throws -> [(name: String, scene: Scene)] {
    let size = Size(Double(image.size.width), Double(image.size.height))
    let small = Size(size.width / 4, size.height / 4)
    let tilt = Transform3D.rotation(.degrees(50), about: Point3D(1, 0.4, 0)) * .perspective(eyeDistance: 300)
    let waves = try Mesh.grid(rows: 6, columns: 9) {
      SIMD3($0.x, $0.y + 0.1 * ($0.x * 5).truncatingRemainder(dividingBy: 1), 0.3 * $0.x * $0.y)
    }
    var bilinear = waves
    bilinear.faceInterpolation = .bilinear
    return [
      ("identity", .oneLayer(image)),
      ("half a pixel to the right", .oneLayer(image, position: Point(size.width / 2 + 0.5, size.height / 2))),
      ("tilt", .oneLayer(image, transform: tilt)),
      ("tilt of a small surface", .oneLayer(image, size: small, transform: tilt)),
      ("mesh", .oneLayer(image, mesh: waves)),
      ("bilinear mesh", .oneLayer(image, mesh: bilinear)),
      ("minified", .oneLayer(image, size: Size(size.width / 3, size.height / 3))),
      ("minified in one direction", .oneLayer(image, size: Size(size.width / 5, size.height))),
      ("minified a lot", .oneLayer(image, size: Size(size.width / 19, size.height / 19))),
      ("magnified", .oneLayer(image, size: small, canvas: Rect(4, 4, 12, 12), scale: 9)),
      (
        "lit",
        .oneLayer(
          image, mesh: waves, transform: tilt, surface: Surface(specular: 0.5),
          lights: [.directional(Point3D(0.3, 0.2, -1))])
      ),
    ]
  }

  /// Noise of half the contrast. llvmpipe's filter for textures of 8 bits rounds weights and means to 8 bits, which for
  /// noise of full contrast changes a channel by up to 2; its filter for half floats does not.
  private static let images: [(name: String, image: Image)] = [
    ("opaque", .noise(100, 46).atHalfContrast), ("translucent", .translucentNoise(46, 100).atHalfContrast),
  ]

  @Test(arguments: [Canvas.Blending.encoded, .linear])
  func looksAsFromOneTexture(_ blending: Canvas.Blending) throws {
    let (whole, tiled) = (try Renderer.any(), try Renderer.any { $0.maxImageSize = 32 })
    for (kind, image) in Self.images {
      for (name, scene) in try Self.scenes(image) {
        var scene = scene
        scene.canvas.blending = blending
        let difference = ImageDifference(
          try scene.rendered(by: tiled, samples: 1), try scene.rendered(by: whole, samples: 1))
        #expect(difference.isWithin(1), "\(kind), \(name): \(difference)")
      }
    }
  }

  /// Filters for magnified content read texels by themselves, over the borders of tiles, too.
  @Test(arguments: Layer.MagnificationFilter.allCases)
  func magnificationFilters(_ filter: Layer.MagnificationFilter) throws {
    let (whole, tiled) = (try Renderer.any(), try Renderer.any { $0.maxImageSize = 16 })
    var scene = Scene.oneLayer(.translucentNoise(40, 20).atHalfContrast, scale: 3.3)
    scene.layers[0].magnificationFilter = filter
    let difference = ImageDifference(
      try scene.rendered(by: tiled), try scene.rendered(by: whole))
    #expect(difference.isWithin(1), "\(difference)")
  }

  /// The same image is uploaded once, and is not drawn again from what another image has left.
  @Test func tilesAreKeptFromFrameToFrame() throws {
    let renderer = try Renderer.software { $0.maxImageSize = 16 }
    let scene = Scene.oneLayer(.noise(40, 20), size: Size(13, 7))
    let first = try scene.rendered(by: renderer)
    let before = renderer.statistics
    #expect(try scene.rendered(by: renderer) == first)
    #expect((renderer.statistics - before).uploadedBytes == 0)
    #expect((renderer.statistics - before).objects == 0)
    let other = Scene.oneLayer(.noise(40, 20, seed: 7), size: Size(13, 7))
    #expect(try other.rendered(by: renderer) == other.rendered(by: Renderer.any { $0.maxImageSize = 16 }))
  }

  /// A layer in a mesh, a masked group and a blended layer show images, too.
  @Test func tilesInOffscreenPasses() throws {
    let (whole, tiled) = (try Renderer.any(), try Renderer.any { $0.maxImageSize = 32 })
    var art = Scene.oneLayer(.translucentNoise(90, 60).atHalfContrast, size: Size(60, 40)).layers[0]
    art.blendMode = .multiply
    var group = Layer(Rect(0, 0, 80, 60), .pureGreen)
    var mask = Scene.oneLayer(.noise(80, 60), size: Size(80, 60)).layers[0]
    mask.maskMode = .luminance
    group.sublayers = [art, mask]
    group.mesh = try .grid(rows: 3, columns: 3) { SIMD3($0.x, $0.y * (0.8 + 0.2 * $0.x), 0) }
    let scene = Scene(canvas: Canvas(frame: Rect(0, 0, 80, 60)), layers: [group])
    let difference = ImageDifference(try scene.rendered(by: tiled), try scene.rendered(by: whole))
    // The mask and the blending multiply what differs by a rounding.
    #expect(difference.isWithin(.within(max: 3, mean: 0.1)), "\(difference)")
  }

  /// An image of more tiles than an array texture has layers.
  @Test func contentLargerThanAllTiles() throws {
    let renderer = try Renderer.any { $0.maxImageSize = 512 }
    var scene = Scene.oneLayer(
      .solid(131_073, 1, Pixel(1, 2, 3, 255)), size: Size(100, 1), mesh: try .grid(rows: 1, columns: 1))
    do throws(RenderError) {
      _ = try renderer.render(scene)
      Issue.record("drawn without an error")
    } catch {
      guard case .gl(.textureTooLarge(131_073, 1, 131_072, _)) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(error.description.contains("131072"))
    }
    // The renderer is none the worse for it.
    scene = .oneLayer(.noise(8, 8))
    let difference = ImageDifference(try renderer.render(scene), .noise(8, 8))
    #expect(difference.isWithin(1), "\(difference)")
  }
}

extension Image {
  fileprivate var atHalfContrast: Image {
    Image(size.width, size.height, alpha: alpha) { x, y in
      let pixel = self[x, y]
      return Pixel(
        64 + pixel.x / 2, 64 + pixel.y / 2, 64 + pixel.z / 2, alpha == .opaque ? 255 : 64 + pixel.w / 2)
    }
  }
}
