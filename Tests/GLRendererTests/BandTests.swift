import MeshTransform
import Testing

@testable import GLRenderer
@testable import TestSupport

/// A picture in bands has the pixels of the whole picture.
struct BandTests {
  private static func scene(_ blending: Canvas.Blending) throws -> Scene {
    let mesh = try Mesh.grid(rows: 4, columns: 12) {
      SIMD3($0.x, $0.y + 0.2 * ($0.x * 7).truncatingRemainder(dividingBy: 1), 0.3 * $0.x * $0.y)
    }
    var scene = Scene.oneLayer(
      .translucentNoise(64, 64), size: Size(150, 170), canvas: Rect(-10, -10, 180, 190), mesh: mesh,
      surface: Surface(specular: 0.3), lights: [.directional(Point3D(0.3, 0.2, -1))])
    scene.canvas.blending = blending
    return scene
  }

  /// Puts bands together, and checks their width.
  private func whole(_ bands: [Image], _ size: PixelSize) -> Image {
    #expect(bands.allSatisfy { $0.size.width == size.width })
    return Image(size: size, alpha: bands[0].alpha, bytes: bands.flatMap(\.bytes))
  }

  @Test(arguments: [Canvas.Blending.encoded, .linear], [nil, 1, 16])
  func haveThePixelsOfTheWhole(_ blending: Canvas.Blending, _ samples: Int?) throws {
    for deviceClass in DeviceClass.allCases {
      try haveThePixelsOfTheWhole(blending, samples, deviceClass)
    }
  }

  private func haveThePixelsOfTheWhole(
    _ blending: Canvas.Blending, _ samples: Int?, _ deviceClass: DeviceClass
  ) throws {
    let renderer = try Renderer.any { ($0.maxViewportSize, $0.deviceClass) = (64, deviceClass) }
    let scene = try Self.scene(blending)
    for wireframe in [nil, Wireframe()] {
      let options = RenderOptions(samples: samples, wireframe: wireframe)
      var bands: [Image] = []
      try renderer.render(scene, options: options) {
        bands.append($0)
        return true
      }
      #expect(bands.count == (samples == 16 ? 6 : 3))
      let picture = try renderer.render(scene, options: options)
      #expect(whole(bands, picture.size) == picture)
    }
  }

  /// A software rasterizer's picture is drawn as one tile, and read back in strips.
  @Test func tilesAreReadInStrips() throws {
    for deviceClass in DeviceClass.allCases {
      let renderer = try Renderer.any { $0.deviceClass = deviceClass }
      let scene = try Self.scene(.linear)
      var bands: [Image] = []
      try renderer.render(scene) {
        bands.append($0)
        return true
      }
      #expect(bands.map(\.size.height) == (deviceClass == .software ? [128, 62] : [190]))
      #expect(whole(bands, scene.canvas.pixelSize) == (try renderer.render(scene)))
    }
  }

  @Test func anOpaqueCanvasHasOpaqueBands() throws {
    var scene = try Self.scene(.encoded)
    scene.canvas.background = .white
    let renderer = try Renderer.any { $0.maxViewportSize = 128 }
    var bands: [Image] = []
    try renderer.render(scene) {
      bands.append($0)
      return true
    }
    #expect(bands.map(\.alpha) == [.opaque, .opaque])
    #expect(whole(bands, scene.canvas.pixelSize) == (try renderer.render(scene)))
  }

  /// The drawing ends where it is told to, and the renderer draws on.
  @Test func endWhenTheyAreNotWanted() throws {
    let renderer = try Renderer.any { $0.maxViewportSize = 64 }
    let scene = try Self.scene(.encoded)
    let before = try renderer.render(scene)
    let pending = try renderer.begin(scene)
    var count = 0
    try renderer.render(scene) { _ in
      count += 1
      return count < 2
    }
    #expect(count == 2)
    #expect(try pending.image() == before)
    #expect(try renderer.render(scene) == before)
  }

  /// A canvas in bands has a limit of its own.
  @Test func haveALimit() throws {
    let renderer = try Renderer.any()
    var options = RenderOptions()
    (options.limits.canvasArea, options.limits.bandedCanvasArea) = (100, 400)
    let scene = Scene.oneLayer(.noise(20, 20))
    #expect(throws: RenderError.canvasArea(PixelSize(20, 20), limit: 100)) {
      try renderer.render(scene, options: options)
    }
    try renderer.render(scene, options: options) { $0.size == PixelSize(20, 20) }
    #expect(throws: RenderError.canvasArea(PixelSize(21, 20), limit: 400)) {
      try renderer.render(.oneLayer(.noise(21, 20)), options: options) { _ in true }
    }
  }
}
