import MeshTransform
import Testing

/// Scenes without light, and with white in place of colors.
struct AlbedoTests {
  private func scene() throws -> Scene {
    var layer = Layer(
      bounds: Rect(0, 0, 10, 10), position: .zero,
      contents: .color(Color(red: 1, green: 0, blue: 0, alpha: 0.5)))
    layer.backgroundColor = .black
    (layer.shadowOpacity, layer.contactShadowOpacity) = (0.5, 0.5)
    var shade = Layer(bounds: layer.bounds, position: .zero, contents: .color(.black))
    shade.maskMode = .shade
    var mask = shade
    mask.maskMode = .luminance
    layer.sublayers = [shade, mask]
    layer.lights = [Light()]
    return Scene(
      canvas: Canvas(frame: layer.bounds, background: Color(red: 0, green: 0, blue: 1)), layers: [layer],
      lights: [Light()])
  }

  @Test func albedoHasColorsAndNoLight() throws {
    let albedo = try scene().albedo
    #expect(albedo.lights.isEmpty && albedo.layers[0].lights.isEmpty)
    #expect(albedo.layers[0].shadowOpacity == 0 && albedo.layers[0].contactShadowOpacity == 0)
    #expect(albedo.layers[0].sublayers.map(\.maskMode) == [.luminance])
    #expect(try albedo.layers[0].contents == scene().layers[0].contents)
    #expect(albedo.canvas.background.alpha == 1)
    #expect(try scene().uncovered.canvas.background.alpha == 0)
  }

  @Test func whiteKeepsLightAndAlpha() throws {
    let white = try scene().whitened
    #expect(white.lights.count == 1 && white.layers[0].shadowOpacity == 0.5)
    #expect(white.layers[0].contents == .color(Color(red: 1, green: 1, blue: 1, alpha: 0.5)))
    #expect(white.layers[0].backgroundColor == .white && white.canvas.background == .white)
    // Masks keep their colors, which are no light.
    #expect(white.layers[0].sublayers.map(\.contents) == [.color(.black), .color(.black)])
    for alpha in [Image.Alpha.straight, .premultiplied] {
      var layer = white.layers[0]
      layer.contents = .image(Image(size: PixelSize(2, 1), alpha: alpha, bytes: [1, 2, 3, 8, 0, 0, 0, 0]))
      let scene = Scene(canvas: white.canvas, layers: [layer]).whitened
      guard case .image(let image) = scene.layers[0].contents else { throw Missing() }
      #expect(
        image.bytes
          == (alpha == .straight ? [255, 255, 255, 8, 255, 255, 255, 0] : [8, 8, 8, 8, 0, 0, 0, 0]))
    }
  }

  private struct Missing: Error {}
}
