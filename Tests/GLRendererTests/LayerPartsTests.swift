import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// Background, contents and border of one layer, against closed forms.
struct LayerPartsTests {
  private let canvas = Canvas(frame: Rect(0, 0, 32, 32))
  private let red = Pixel(255, 0, 0, 255), green = Pixel(0, 255, 0, 255), blue = Pixel(0, 0, 255, 255)

  private func picture(_ layers: Layer..., samples: Int? = nil) throws -> Image {
    try Scene(canvas: canvas, layers: layers).rendered(samples: samples)
  }

  private func layer(_ frame: Rect, _ contents: Layer.Contents = .none) -> Layer {
    Layer(
      bounds: Rect(origin: .zero, size: frame.size), position: Point(frame.midX, frame.midY),
      contents: contents)
  }

  /// A 4x2 image in bounds of 20x16: its top left pixel's place, by hand.
  @Test(arguments: [
    (Layer.ContentsGravity.center, 8, 7), (.top, 8, 0), (.bottom, 8, 14), (.left, 0, 7), (.right, 16, 7),
    (.topLeft, 0, 0), (.topRight, 16, 0), (.bottomLeft, 0, 14), (.bottomRight, 16, 14),
  ])
  func gravitiesThatKeepTheSize(_ gravity: Layer.ContentsGravity, x: Int, y: Int) throws {
    let image = Image.noise(4, 2)
    var layer = layer(Rect(4, 8, 20, 16), .image(image))
    layer.contentsGravity = gravity
    let picture = try picture(layer)
    let expected = Image(32, 32) { px, py in
      let (u, v) = (px - 4 - x, py - 8 - y)
      return (0..<4).contains(u) && (0..<2).contains(v) ? image[u, v] : .zero
    }
    #expect(picture.bytes == expected.bytes)
  }

  /// A 4x2 image in 20x16: fitted it covers 20x10, filling it covers 32x16, cut off by masksToBounds.
  @Test func gravitiesThatScale() throws {
    var layer = layer(Rect(4, 8, 20, 16), .image(.solid(4, 2, red)))
    func rows(_ picture: Image, x: Int) -> Int { (0..<32).count { picture[x, $0] == red } }
    func columns(_ picture: Image, y: Int) -> Int { (0..<32).count { picture[$0, y] == red } }
    layer.contentsGravity = .resizeAspect
    var drawn = try picture(layer)
    #expect(rows(drawn, x: 14) == 10 && columns(drawn, y: 16) == 20)
    layer.contentsGravity = .resizeAspectFill
    drawn = try picture(layer)
    // From x = 4 - 6 = -2 to 30.
    #expect(rows(drawn, x: 14) == 16 && columns(drawn, y: 16) == 30)
    layer.masksToBounds = true
    drawn = try picture(layer)
    #expect(rows(drawn, x: 14) == 16 && columns(drawn, y: 16) == 20)
    layer.contentsGravity = .resize
    drawn = try picture(layer)
    #expect(rows(drawn, x: 14) == 16 && columns(drawn, y: 16) == 20)
  }

  @Test func contentsRectShowsAPart() throws {
    let image = Image.noise(16, 16)
    var layer = layer(Rect(4, 4, 8, 4), .image(image))
    layer.contentsRect = Rect(0.25, 0.5, 0.5, 0.25)
    var drawn = try picture(layer)
    #expect(
      drawn.cropped(x: 4, y: 4, width: 8, height: 4).bytes
        == image.cropped(x: 4, y: 8, width: 8, height: 4).bytes)
    #expect(drawn[3, 4] == .zero && drawn[12, 4] == .zero && drawn[4, 8] == .zero)
    // Beyond the image nothing is there: the left half of the bounds.
    layer.contentsRect = Rect(-0.25, 0, 0.5, 0.25)
    drawn = try picture(layer)
    #expect(drawn[7, 5] == .zero)
    #expect(drawn[8, 4] == image[0, 0] && drawn[11, 7] == image[3, 3])
  }

  @Test func contentsScaleShrinks() throws {
    var layer = layer(Rect(8, 8, 16, 16), .image(.solid(8, 8, red)))
    (layer.contentsGravity, layer.contentsScale) = (.topLeft, 2)
    let drawn = try picture(layer)
    #expect((0..<32).count { drawn[$0, 9] == red } == 4)
  }

  @Test(arguments: [Gradient.Kind.axial, .radial])
  func gradientHasItsColorsEverywhere(_ kind: Gradient.Kind) throws {
    let gradient = Gradient(
      kind, start: Point(0.5, 0.5), end: Point(1, 0.75),
      stops: [
        .init(0, .pureRed), .init(0.4, .pureGreen), .init(1, Color(red: 0, green: 0, blue: 1, alpha: 0.5)),
      ])
    let drawn = try picture(layer(Rect(0, 0, 32, 32), .gradient(gradient)))
    for y in 0..<32 {
      for x in 0..<32 {
        let color = gradient.color(at: Point((Double(x) + 0.5) / 32, (Double(y) + 0.5) / 32))
        let expected = SIMD4(color.red, color.green, color.blue, 1) * color.alpha * 255
        #expect(drawn[x, y].distance(to: expected) <= 1, "[\(x), \(y)]")
      }
    }
  }

  @Test func backgroundContentsAndBorderInTheirOrder() throws {
    var layer = layer(Rect(4, 4, 20, 20), .image(.solid(6, 6, blue)))
    layer.backgroundColor = .pureRed
    layer.contentsGravity = .topLeft
    (layer.borderWidth, layer.borderColor) = (2, .pureGreen)
    let drawn = try picture(layer)
    #expect(drawn[5, 5] == green && drawn[23, 14] == green && drawn[3, 3] == .zero && drawn[24, 14] == .zero)
    #expect(drawn[6, 6] == blue && drawn[9, 9] == blue)
    #expect(drawn[10, 10] == red && drawn[21, 21] == red)
  }

  /// The area that a round corner leaves free is (1 - pi / 4) r^2 at each.
  @Test(arguments: [false, true])
  func roundCornersCoverTheirArea(isMask: Bool) throws {
    var layer = layer(Rect(2, 2, 28, 28), isMask ? .image(.solid(28, 28, red)) : .none)
    if isMask { layer.masksToBounds = true } else { layer.backgroundColor = .pureRed }
    layer.cornerRadius = 10
    let drawn = try picture(layer)
    let covered = (0..<32).reduce(0.0) { sum, y in
      sum + (0..<32).reduce(0.0) { $0 + Double(drawn[$1, y].w) / 255 }
    }
    #expect(abs(covered - (784 - (4 - Double.pi) * 100)) < 3, "\(covered)")
    for (x, y) in [(2, 2), (29, 2), (3, 4), (28, 27)] { #expect(drawn[x, y] == .zero, "[\(x), \(y)]") }
    // The circle reaches 0.1 pixels into these, where it covers 0.01 of them.
    for (x, y) in [(4, 4), (27, 27)] { #expect(drawn[x, y].w <= 3, "[\(x), \(y)]") }
    for (x, y) in [(6, 6), (16, 2), (2, 16), (29, 16)] { #expect(drawn[x, y] == red, "[\(x), \(y)]") }
  }

  @Test func roundBorderIsARing() throws {
    var layer = layer(Rect(0, 0, 32, 32))
    (layer.cornerRadius, layer.borderWidth, layer.borderColor) = (16, 4, .pureGreen)
    let drawn = try picture(layer)
    let covered = (0..<32).reduce(0.0) { sum, y in
      sum + (0..<32).reduce(0.0) { $0 + Double(drawn[$1, y].w) / 255 }
    }
    #expect(abs(covered - Double.pi * (256 - 144)) < 4, "\(covered)")
    #expect(drawn[16, 16] == .zero && drawn[16, 1] == green && drawn[0, 0] == .zero)
  }

  @Test func hiddenAndClearLayersDoNotShow() throws {
    var hidden = layer(Rect(0, 0, 32, 32), .color(.pureRed))
    hidden.sublayers = [layer(Rect(0, 0, 8, 8), .color(.pureGreen))]
    hidden.isHidden = true
    var clear = hidden
    (clear.isHidden, clear.opacity) = (false, 0)
    #expect(try picture(hidden, clear).bytes.allSatisfy { $0 == 0 })
  }

  /// Turned by more than a right angle a one-sided layer is gone, with or without a mesh, alone or in another.
  @Test(arguments: [false, true], [false, true])
  func oneSidedLayersHideTheirBack(isBent: Bool, isInside: Bool) throws {
    for (angle, shows) in [(60.0, true), (120, false)] {
      var surface = layer(Rect(0, 0, 32, 32), .color(.pureRed))
      surface.isDoubleSided = false
      if isBent { surface.mesh = try .grid(rows: 2, columns: 2) }
      surface.transform = .rotation(.degrees(angle), about: Point3D(0, 1, 0))
      if isInside {
        var mirrored = layer(Rect(0, 0, 32, 32))
        mirrored.transform = .scale(-1, 1)
        mirrored.sublayers = [surface]
        surface = mirrored
      }
      #expect(try (picture(surface)[16, 16] == red) == shows, "\(angle)")
    }
  }
}
