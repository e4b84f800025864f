import GLRenderer
import MeshTransform
import Testing

@testable import TestSupport

/// Nine-part stretching against its definition: corners keep their pixels, edges and center are stretched.
struct ContentsCenterTests {
  private let canvas = Canvas(frame: Rect(0, 0, 32, 32))

  private func layer(_ frame: Rect, _ image: Image, center: Rect) -> Layer {
    var layer = Layer(
      bounds: Rect(origin: .zero, size: frame.size), position: Point(frame.midX, frame.midY),
      contents: .image(image))
    (layer.contentsCenter, layer.magnificationFilter) = (center, .nearest)
    return layer
  }

  private func picture(_ layer: Layer) throws -> Image {
    try Scene(canvas: canvas, layers: [layer]).rendered()
  }

  /// The texel of a pixel: `fixed` texels at the start and at the end of `length` pixels, the rest stretched.
  private func texel(_ pixel: Int, of length: Int, _ start: Int, _ end: Int, size: Int) -> Int {
    if pixel < start { return pixel }
    if pixel >= length - end { return size - length + pixel }
    let t = (Double(pixel - start) + 0.5) / Double(length - start - end)
    return start + Int(t * Double(size - start - end))
  }

  @Test(arguments: [Rect(2, 3, 25, 20), Rect(0, 0, 32, 9), Rect(5, 1, 9, 30)])
  func cornersKeepTheirPixels(_ frame: Rect) throws {
    let image = Image.noise(8, 8)
    // 2 texels at the left, 1 at the right, 3 at the top, 2 at the bottom.
    let picture = try picture(layer(frame, image, center: Rect(0.25, 0.375, 0.625, 0.375)))
    let expected = Image(32, 32) { px, py in
      let (x, y) = (px - Int(frame.minX), py - Int(frame.minY))
      let (width, height) = (Int(frame.size.width), Int(frame.size.height))
      guard (0..<width).contains(x), (0..<height).contains(y) else { return .zero }
      return image[texel(x, of: width, 2, 1, size: 8), texel(y, of: height, 3, 2, size: 8)]
    }
    #expect(picture.bytes == expected.bytes)
  }

  /// The center is cut out of the shown part of the image, and `contentsScale` halves the corners.
  @Test func cornersFollowScaleAndPart() throws {
    let image = Image.noise(16, 16)
    var layer = layer(Rect(4, 4, 20, 20), image, center: Rect(0.5, 0.5, 0, 0))
    (layer.contentsRect, layer.contentsScale) = (Rect(0, 0, 0.5, 0.5), 0.5)
    // A pixel about the middle of 8 texels: 3.5 texels of 2 points each stay at every side.
    let drawn = try picture(layer)
    for i in 0..<7 { #expect(drawn[4 + i, 4] == image[i / 2, 0] && drawn[23 - i, 4] == image[7 - i / 2, 0]) }
    #expect(drawn[13, 4] == image[3, 0] && drawn[14, 4] == image[4, 0])
  }

  /// Corners of 6 + 6 texels in 8 pixels are halved, both ways, and leave no center across.
  @Test func cornersThatDoNotFitAreReduced() throws {
    let image = Image(16, 16) { x, y in
      Pixel(x < 8 ? 0 : 255, y < 8 ? 0 : 255, abs(2 * x - 15) < 4 ? 255 : 0, 255)
    }
    var layer = layer(Rect(4, 4, 6, 24), image, center: Rect(0.375, 0.375, 0.25, 0.25))
    (layer.magnificationFilter, layer.minificationFilter) = (.linear, .linear)
    let drawn = try picture(layer)
    for y in 4..<28 where abs(y - 16) > 2 {
      for x in 4..<10 { #expect(drawn[x, y] == Pixel(x < 7 ? 0 : 255, y < 16 ? 0 : 255, 0, 255)) }
    }
  }

  /// The parts leave no seams, clipped by round corners, antialiased and tilted.
  @Test func partsOfOneColorAreOneSurface() throws {
    var whole = layer(Rect(4, 4, 24, 24), .solid(8, 8, Pixel(40, 90, 200, 255)), center: Rect(0, 0, 1, 1))
    (whole.cornerRadius, whole.masksToBounds) = (7, true)
    whole.transform = .rotation(.degrees(50), about: Point3D(0.3, 1, 0.2)) * .perspective(eyeDistance: 90)
    var sliced = whole
    sliced.contentsCenter = Rect(0.3, 0.4, 0.2, 0.1)
    let expected = try picture(whole)
    let difference = ImageDifference(try picture(sliced)) { x, y in SIMD4<Double>(expected[x, y]) }
    #expect(difference.isWithin(1), "\(difference)")
  }

  @Test func hitsFollowTheParts() throws {
    // Opaque but for the lower right quarter.
    let bytes = (0..<64).flatMap { i -> [UInt8] in [9, 9, 9, i % 8 >= 4 && i / 8 >= 4 ? 0 : 255] }
    let image = Image(size: PixelSize(8, 8), alpha: .straight, bytes: bytes)
    let surface = layer(Rect(0, 0, 32, 32), image, center: Rect(0, 0, 0.5, 0.5))
    let tester = HitTester(Scene(canvas: canvas, layers: [surface]))
    let options = HitOptions(minimumAlpha: 0.5)
    #expect(tester.hitTest(Point(27, 27), options) != nil && tester.hitTest(Point(29, 29), options) == nil)
    #expect(tester.hitTest(Point(20, 29), options) != nil)
  }
}
