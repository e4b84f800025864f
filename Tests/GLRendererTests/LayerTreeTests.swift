import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// Sublayers: in their superlayer's space, flat in its plane, as one picture where that is asked for.
struct LayerTreeTests {
  private let canvas = Canvas(frame: Rect(0, 0, 32, 32))
  private let red = Pixel(255, 0, 0, 255), green = Pixel(0, 255, 0, 255), blue = Pixel(0, 0, 255, 255)

  private func picture(_ layers: Layer..., lights: [Light] = []) throws -> Image {
    try Scene(canvas: canvas, layers: layers, lights: lights).rendered()
  }

  private func group(_ frame: Rect, _ sublayers: Layer...) -> Layer {
    var layer = Layer(
      bounds: Rect(origin: .zero, size: frame.size), position: Point(frame.midX, frame.midY))
    layer.sublayers = sublayers
    return layer
  }

  @Test func sublayersLieInTheirSuperlayersBounds() throws {
    var group = group(Rect(8, 4, 20, 20), Layer(Rect(2, 3, 4, 5), .pureRed))
    #expect(try picture(group)[10, 7] == red)
    group.bounds = Rect(1, 1, 20, 20)
    let drawn = try picture(group)
    #expect(drawn[9, 6] == red && drawn[8, 6] == .zero && drawn[13, 6] == .zero)
  }

  /// Each color at half: only the whole is seen through.
  @Test func opacityIsThatOfTheGroup() throws {
    var group = group(
      Rect(0, 0, 32, 32), Layer(Rect(0, 0, 16, 32), .pureRed), Layer(Rect(8, 0, 40, 16), .pureGreen))
    group.position.x -= 4
    group.backgroundColor = .pureBlue
    let whole = try picture(group)
    group.opacity = 0.5
    let half = try picture(group)
    for y in 0..<32 {
      for x in 0..<32 {
        #expect(
          half[x, y].distance(to: SIMD4<Double>(whole[x, y]) / 2) <= 0.5 + Renderer.rounding / 2,
          "[\(x), \(y)]")
      }
    }
    // Also what lies beyond the group's bounds.
    #expect(whole[31, 4] == green && abs(Double(half[31, 4].w) - 128) <= Renderer.rounding)
  }

  @Test(arguments: [0.0, 8])
  func masksCutOffSublayers(radius: Double) throws {
    var group = group(Rect(4, 4, 24, 24), Layer(Rect(-10, -10, 60, 60), .pureRed))
    group.masksToBounds = true
    group.cornerRadius = radius
    let drawn = try picture(group)
    let covered = (0..<32).reduce(0.0) { sum, y in
      sum + (0..<32).reduce(0.0) { $0 + Double(drawn[$1, y].w) / 255 }
    }
    #expect(abs(covered - (576 - (4 - Double.pi) * radius * radius)) < 2.5, "\(covered)")
    #expect(drawn[16, 16] == red && drawn[3, 16] == .zero && (drawn[4, 4] == red) == (radius == 0))
  }

  @Test func paintersOrderWithinALayerIsByDepth() throws {
    var group = group(
      Rect(0, 0, 32, 32), Layer(Rect(0, 0, 16, 32), .pureRed, z: 3),
      Layer(Rect(0, 0, 32, 16), .pureGreen, z: -9))
    group.backgroundColor = .pureBlue
    let drawn = try picture(group)
    #expect(drawn[4, 4] == red && drawn[20, 4] == green && drawn[20, 20] == blue)
  }

  /// Depth inside a layer ends at its plane: a later sibling paints over all of it.
  @Test func depthInsideALayerStaysInside() throws {
    let deep = group(Rect(0, 0, 32, 32), Layer(Rect(0, 0, 32, 32), .pureRed, z: 90))
    #expect(try picture(deep, Layer(Rect(0, 0, 32, 32), .pureGreen))[16, 16] == green)
  }

  @Test(arguments: [false, true])
  func crossingSublayersResolvePerPixel(isReversed: Bool) throws {
    var turned = Layer(Rect(0, 0, 32, 32), .pureGreen)
    turned.transform = .rotation(.degrees(45), about: Point3D(0, 1, 0))
    var group = group(Rect(0, 0, 32, 32), Layer(Rect(0, 0, 32, 32), .pureRed), turned)
    if isReversed { group.sublayers.reverse() }
    let drawn = try picture(group)
    #expect(drawn[10, 16] == green && drawn[22, 16] == red && drawn[1, 16] == red)
  }

  /// Two turned layers in a group are drawn by way of a picture, on the canvas's own pixels: the same picture as alone.
  @Test func aPictureThatNothingHappensToIsExact() throws {
    var left = Layer(Rect(3, 2, 11, 28), .pureRed)
    var right = Layer(Rect(17, 5, 12, 20), .pureGreen)
    left.transform = .rotation(.degrees(40), about: Point3D(1, 1, 0))
    right.transform = .rotation(.degrees(30), about: Point3D(0, 1, 0)) * .perspective(eyeDistance: 60)
    // The same samples everywhere: which parts of a picture have edges is a question of all of it.
    func bytes(_ layers: Layer...) throws -> [UInt8] {
      try Scene(canvas: canvas, layers: layers).rendered(samples: 4).bytes
    }
    #expect(try bytes(group(Rect(0, 0, 32, 32), left, right)) == bytes(left, right))
  }

  /// w = 1 - z / 40 about the middle of the superlayer: at z = 20 everything is twice as large.
  @Test func sublayerTransformActsAboutTheAnchorPoint() throws {
    var group = group(Rect(0, 0, 32, 32), Layer(Rect(14, 12, 4, 8), .pureRed, z: 20))
    group.sublayerTransform = .perspective(eyeDistance: 40)
    let drawn = try picture(group)
    let columns = (0..<32).filter { drawn[$0, 16] == red }
    let rows = (0..<32).filter { drawn[16, $0] == red }
    #expect(columns == Array(12..<20) && rows == Array(8..<24))
  }

  @Test func lightsLightSublayersOnly() throws {
    var dim = Light()
    (dim.kind, dim.intensity, dim.ambientIntensity) = (.ambient, 1, 0.5)
    var group = group(Rect(0, 0, 32, 32), Layer(Rect(0, 0, 16, 32), .pureRed))
    group.backgroundColor = .pureGreen
    group.lights = [dim]
    let drawn = try picture(group)
    #expect(drawn[20, 16] == green)
    #expect(drawn[4, 16].distance(to: SIMD4(127.5, 0, 0, 255)) <= 0.5)
    // The scene's light falls on the flat picture of both.
    let both = try picture(group, lights: [dim])
    #expect(both[20, 16].distance(to: SIMD4(0, 127.5, 0, 255)) <= 0.5)
    #expect(both[4, 16].distance(to: SIMD4(63.75, 0, 0, 255)) <= 1)
  }

  /// Straight onto a tilted plane, or by way of a picture: nearly the same.
  @Test func aTiltedGroupIsAsItsPicture() throws {
    var group = group(
      Rect(4, 4, 24, 24), Layer(Rect(-3, 4, 14, 14), .pureRed, z: 5), Layer(Rect(8, 8, 18, 10), .pureGreen))
    group.backgroundColor = .pureBlue
    group.transform =
      .rotation(.degrees(35), about: Point3D(1, 0.5, 0)) * .perspective(eyeDistance: 70)
    let direct = try picture(group)
    group.opacity = 0.9999
    let flattened = try picture(group)
    let difference = ImageDifference(direct, flattened)
    // Edges are softer by a pixel, and by one of the next mipmap a little; all the rest agrees.
    #expect(difference.mean < 5, "\(difference)")
    for (x, y) in [(6, 12), (20, 14), (20, 24)] {
      let distance = direct[x, y].distance(to: SIMD4<Double>(flattened[x, y]))
      #expect(direct[x, y].w == 255 && distance <= 10, "[\(x), \(y)]")
    }
  }

  /// A mirrored superlayer shows its lit sublayers mirrored, with the light that falls on them inside.
  @Test func lightInsideAMirrorIsMirrored() throws {
    var turned = Layer(Rect(2, 4, 20, 20), .pureRed)
    turned.transform = .rotation(.degrees(50), about: Point3D(0, 1, 0))
    var group = group(Rect(0, 0, 32, 32), turned)
    group.lights = [Light()]
    group.lights[0].direction = Point3D(1, 0.2, -0.6)
    let straight = try picture(group)
    group.transform = .scale(-1, 1)
    #expect(straight[12, 14].x > 0 && straight[12, 14].x < 250)
    let difference = try ImageDifference(picture(group), straight.mirrored(x: true, y: false))
    #expect(difference.isWithin(.within(max: 64, mean: 0.3)), "\(difference)")
    #expect(try picture(group)[19, 14] == straight[12, 14])
  }

  /// A mere handle for its sublayers, with a group's opacity and without.
  @Test(arguments: [1, 0.5])
  func emptyBoundsShowSublayers(opacity: Double) throws {
    var group = group(
      Rect(16, 16, 0, 0), Layer(Rect(-8, -8, 8, 16), .pureRed), Layer(Rect(-4, 0, 12, 8), .pureGreen))
    group.opacity = opacity
    let drawn = try picture(group)
    let level = (255 * opacity).rounded()
    let rounding = opacity < 1 ? Renderer.rounding : 0
    #expect(drawn[9, 9].distance(to: SIMD4(level, 0, 0, level)) <= rounding)
    #expect(drawn[13, 20].distance(to: SIMD4(0, level, 0, level)) <= rounding)
    #expect(drawn[18, 10] == .zero)
  }

  /// Floors that reach behind the eye, in a group: endless, yet seen as alone.
  @Test func sublayersReachBehindTheEye() throws {
    var floor = Layer(Rect(-500, 16, 1032, 1000), .pureRed)
    floor.anchorPoint = Point(0.5, 0)
    floor.position.y = 24
    floor.transform = .rotation(.degrees(80), about: Point3D(1, 0, 0)) * .perspective(eyeDistance: 60)
    var wall = Layer(Rect(4, 4, 8, 8), .pureGreen, z: -20)
    wall.transform = .rotation(.degrees(10), about: Point3D(0, 1, 0))
    let alone = try picture(floor, wall)
    #expect(alone.bytes.contains { $0 != 0 })
    #expect(try picture(group(Rect(0, 0, 32, 32), floor, wall)).bytes == alone.bytes)
  }

  @Test func thousandsOfSiblings() throws {
    let layers = (0..<2000).map { (i: Int) -> Layer in
      let (red, green) = (Double(i % 256) / 255, Double(i / 256) / 255)
      return Layer(
        Rect(Double(i % 32), Double(i / 32 % 32), 1, 1), Color(red: red, green: green, blue: 0))
    }
    var group = group(Rect(0, 0, 32, 32))
    group.sublayers = layers
    let drawn = try picture(group)
    for i in 2000 - 1024..<2000 {
      #expect(drawn[i % 32, i / 32 % 32] == Pixel(UInt8(i % 256), UInt8(i / 256), 0, 255))
    }
  }

  @Test func outlineIncludesSublayers() {
    var group = group(Rect(8, 8, 4, 4), Layer(Rect(-2, 1, 3, 20), .pureRed))
    #expect(Scene(canvas: canvas, layers: [group]).outline() == Rect(6, 9, 3, 20))
    group.backgroundColor = .pureGreen
    #expect(Scene(canvas: canvas, layers: [group]).outline() == Rect(6, 8, 6, 21))
    group.masksToBounds = true
    #expect(Scene(canvas: canvas, layers: [group]).outline() == Rect(8, 8, 4, 4))
    group.isHidden = true
    #expect(Scene(canvas: canvas, layers: [group]).outline() == nil)
  }
}
