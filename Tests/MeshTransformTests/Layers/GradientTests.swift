import MeshTransform
import Testing

@Suite struct GradientTests {
  private let red = Color(red: 1, green: 0, blue: 0)
  private let blue = Color(red: 0, green: 0, blue: 1)

  @Test func anAxialGradientRunsDownwardByDefault() {
    let gradient = Gradient(stops: [.init(0, red), .init(1, blue)])
    #expect(gradient.color(at: Point(0.3, 0)) == red)
    #expect(gradient.color(at: Point(0.9, 0.25)) == Color(red: 0.75, green: 0, blue: 0.25))
    #expect(gradient.color(at: Point(0, 1)) == blue)
    #expect(gradient.color(at: Point(0, -3)) == red && gradient.color(at: Point(0, 9)) == blue)
  }

  @Test func locationsAreMeasuredAlongTheLine() {
    let gradient = Gradient(start: Point(1, 0), end: Point(0, 1), stops: [])
    for (point, location) in [(Point(1, 0), 0.0), (Point(0, 0), 0.5), (Point(1, 1), 0.5), (Point(0, 1), 1)] {
      #expect(near(gradient.location(at: point), location))
    }
  }

  @Test func aRadialGradientEndsOnTheEllipseInTheBox() {
    let gradient = Gradient(.radial, start: Point(0.5, 0.5), end: Point(1, 0.75), stops: [])
    #expect(near(gradient.location(at: Point(0.5, 0.5)), 0))
    #expect(near(gradient.location(at: Point(0, 0.5)), 1) && near(gradient.location(at: Point(0.5, 0.75)), 1))
    #expect(near(gradient.location(at: Point(1, 0.75)), 2.0.squareRoot()))
  }

  @Test func twoStopsAtOnePlaceAreAnEdge() {
    let gradient = Gradient(stops: [.init(0.5, red), .init(0.5, blue)])
    #expect(gradient.color(at: 0.499) == red && gradient.color(at: 0.5) == blue)
  }

  @Test func fadingToClearKeepsTheColor() {
    let color = Gradient(stops: [.init(0, red), .init(1, .clear)]).color(at: 0.75)
    #expect(color == Color(red: 1, green: 0, blue: 0, alpha: 0.25))
  }

  @Test func withoutExtentOrStopsNothingIsUndefined() {
    let point = Gradient(start: .zero, end: .zero, stops: [.init(0, red), .init(1, blue)])
    #expect(point.color(at: Point(0, 0)) == blue)
    var flat = Gradient(.radial, start: .zero, end: Point(1, 0), stops: point.stops)
    #expect(flat.color(at: Point(0, 0)) == blue)
    flat.stops = []
    #expect(flat.color(at: Point(0, 0)) == .clear)
  }

  @Test func aPictureSamplesTheMiddleOfPixels() {
    let gradient = Gradient(start: .zero, end: Point(1, 0), stops: [.init(0, red), .init(1, .clear)])
    let image = gradient.image(size: PixelSize(2, 1))
    #expect(image.alpha == .premultiplied)
    #expect(image.bytes == [191, 0, 0, 191, 64, 0, 0, 64])
    let opaque = Gradient(stops: [.init(0, red)]).image(size: PixelSize(1, 1))
    #expect(opaque.alpha == .opaque && opaque.bytes == [255, 0, 0, 255])
  }
}
