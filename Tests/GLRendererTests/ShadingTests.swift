import MeshTransform
import Testing

@testable import GLRenderer
@testable import TestSupport

/// Layers that an image shades.
struct ShadingTests {
  /// Grays from 0 at the left to 252 at the right.
  private let ramp = Image(64, 64) { x, _ in Pixel(UInt8(4 * x), UInt8(4 * x), UInt8(4 * x), 255) }
  private let color = Color(red: 1, green: 0.6, blue: 0.2, alpha: 0.8)

  private func shaded(_ displacement: Displacement) throws -> Image {
    var layer = Layer(Rect(0, 0, 64, 64), color)
    layer.mesh = try .grid(rows: 1, columns: 1).displaced(
      by: displacement, ramp, layerSize: layer.bounds.size)
    layer.mesh?.replicatesEdges = true
    layer.sublayers = try [#require(layer.shading(by: displacement, ramp))]
    return try Scene(canvas: Canvas(frame: Rect(0, 0, 64, 64)), layers: [layer]).rendered()
  }

  /// The premultiplied color times `1 - strength (1 - luminance)`; the alpha stays.
  private func expected(_ luminance: Double, _ strength: Double) -> SIMD4<Double> {
    let factor = 1 - strength * (1 - luminance)
    return SIMD4(204 * factor, 122.4 * factor, 40.8 * factor, 204)
  }

  @Test(arguments: [1, 0.25]) func luminanceMultipliesColors(_ strength: Double) throws {
    var displacement = Displacement()
    (displacement.x, displacement.y, displacement.shading) = (0, 0, strength)
    let difference = ImageDifference(try shaded(displacement)) { x, y in
      (1..<63).contains(x) && (1..<63).contains(y) ? expected(Double(4 * x) / 255, strength) : nil
    }
    #expect(difference.isWithin(2), "\(difference)")
    displacement.shading = 0
    #expect(Layer(Rect(0, 0, 64, 64), color).shading(by: displacement, ramp) == nil)
  }

  /// The light stays where the image has it, although the mesh moves what it shades.
  @Test func lightStaysInPlace() throws {
    var displacement = Displacement()
    (displacement.x, displacement.y, displacement.shading) = (9, 4, 1)
    let difference = ImageDifference(try shaded(displacement)) { x, y in
      (12..<52).contains(x) && (8..<56).contains(y) ? expected(Double(4 * x) / 255, 1) : nil
    }
    #expect(difference.isWithin(3), "\(difference)")
  }

  /// A mask that shades: clear where it does not reach, and half where it is half transparent.
  @Test func shadeMasksKeepAlpha() throws {
    var layer = Layer(Rect(0, 0, 64, 64), color)
    var mask = Layer(Rect(0, 0, 32, 64), Color(red: 0, green: 0, blue: 0, alpha: 0.5))
    mask.maskMode = .shade
    layer.sublayers = [mask]
    let scene = Scene(canvas: Canvas(frame: Rect(0, 0, 64, 64)), layers: [layer])
    let difference = ImageDifference(try scene.rendered()) { x, _ in expected(x < 32 ? 127.0 / 255 : 1, 1) }
    #expect(difference.isWithin(2), "\(difference)")
    #expect(HitTester(scene).hitTest(Point(48, 32)) != nil)
    #expect(scene.outline() == Rect(0, 0, 64, 64))
  }
}
