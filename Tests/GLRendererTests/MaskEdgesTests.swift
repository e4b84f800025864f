import MeshTransform
import Testing

@testable import GLRenderer
@testable import TestSupport

/// Masks that end where their layer ends.
struct MaskEdgesTests {
  private static let bounds = Rect(0, 0, 60, 44)

  private static func picture(_ layer: Layer, _ transform: Transform3D) throws -> Image {
    var layer = layer
    (layer.position, layer.transform) = (Point(48, 48), transform)
    return try Scene(96, [layer]).rendered()
  }

  private static let turned: [Transform3D] = [
    .rotation(.degrees(17), about: Point3D(0, 0, 1)), .translation(0.4, 0.3),
    .rotation(.degrees(50), about: Point3D(0, 1, 0.3)) * .perspective(eyeDistance: 150),
    .rotation(.degrees(86), about: Point3D(0, 1, 0.3)) * .perspective(eyeDistance: 150),
  ]

  private static func contents(_ color: Color) -> [Layer.Contents] {
    let pixel = Pixel(
      UInt8(color.red * 255), UInt8(color.green * 255), UInt8(color.blue * 255), UInt8(color.alpha * 255))
    return [
      .color(color), .gradient(Gradient(stops: [.init(0, color), .init(1, color)])),
      .image(Image(5, 4, alpha: .straight) { _, _ in pixel }),
    ]
  }

  /// A mask that keeps all of its layer changes no edge: the picture is that by a mask whose own edges lie far outside.
  @Test(arguments: [
    (Layer.MaskMode.alpha, Color.black), (.luminance, .white), (.invertedAlpha, .clear),
    (.invertedLuminance, .black), (.shade, .white),
  ])
  func edgesAreThoseOfTheLayer(_ mode: Layer.MaskMode, _ color: Color) throws {
    func picture(_ transform: Transform3D, _ bounds: Rect, _ contents: Layer.Contents) throws -> Image {
      var mask = Layer(bounds, contents)
      mask.maskMode = mode
      var layer = Layer(Self.bounds, .pureRed)
      layer.sublayers = [Layer(Self.bounds, .pureRed), mask]
      return try Self.picture(layer, transform)
    }
    for transform in Self.turned {
      let expected = try picture(transform, Self.bounds.outset(by: 20, 20), .color(color))
      for contents in Self.contents(color) {
        let difference = try ImageDifference(picture(transform, Self.bounds, contents), expected)
        #expect(difference.isWithin(1), "\(contents): \(difference)")
      }
    }
  }

  /// A mask that hides all of its layer leaves nothing along its edges, however narrow they are.
  @Test(
    arguments: [
      (Layer.MaskMode.invertedAlpha, Color.black), (.invertedLuminance, .white), (.luminance, .black),
      (.alpha, .clear),
    ],
    // Of the last one, middles and sizes have rounding errors.
    [Self.bounds, Rect(0, 0, 60, 2), Rect(0, 0, 1, 44), Rect(0, 0, 0.5, 0.5), Rect(3.2, 1.7, 56.1, 0.3)])
  func nothingIsLeft(_ mask: (mode: Layer.MaskMode, color: Color), bounds: Rect) throws {
    for transform in Self.turned {
      for contents in Self.contents(mask.color) {
        var layer = Layer(bounds: bounds, position: .zero, contents: .color(.white))
        let middle = Point(bounds.minX + bounds.size.width / 2, bounds.minY + bounds.size.height / 2)
        layer.sublayers = [
          Layer(bounds: bounds, position: middle, contents: .color(.white)),
          Layer(bounds: bounds, position: middle, contents: contents).with { $0.maskMode = mask.mode },
        ]
        let picture = try Self.picture(layer, transform)
        #expect(picture.bytes.max() == 0, "\(contents)")
      }
    }
  }

  /// Only edges at those of the layer reach beyond it: an edge inside stays where it is, and so does that of a layer whose
  /// sublayer lies beyond its bounds.
  @Test func otherEdgesStay() throws {
    let turn = Transform3D.rotation(.degrees(90), about: Point3D(0, 0, 1)) * .translation(0.5, 0)
    var mask = Layer(Rect(0, 0, 30, 44), .black)
    mask.maskMode = .alpha
    var layer = Layer(Self.bounds, .pureRed)
    layer.sublayers = [mask]
    let half = try Self.picture(layer, turn)
    // Turned, the mask is the upper half.
    #expect(half[48, 20] == Pixel(255, 0, 0, 255) && half[48, 76] == .zero && half[48, 47].w == 255)
    #expect(half[48, 48] == .zero)
    mask = Layer(Self.bounds, .black)
    mask.maskMode = .alpha
    layer.sublayers = [Layer(Rect(-10, 10, 80, 10), .pureGreen), mask]
    let wide = try Self.picture(layer, turn)
    #expect(wide[54, 48] == Pixel(0, 255, 0, 255) && wide[54, 14] == .zero && wide[54, 82] == .zero)
  }
}
