import Testing

@testable import MeshTransform

@Suite struct RoundedRectTests {
  private let rounded = RoundedRect(Rect(10, 20, 60, 40), radius: 12)

  @Test func radiusIsClampedToHalfTheShorterSide() {
    #expect(RoundedRect(Rect(0, 0, 60, 40), radius: 100).radius == 20)
    #expect(RoundedRect(Rect(0, 0, 60, 40), radius: -1).radius == 0)
  }

  @Test func cornersBeyondTheArcAreOutside() {
    #expect(!rounded.contains(Point(11, 21)) && !rounded.contains(Point(69, 59)))
    #expect(rounded.contains(Point(14, 24)) && rounded.contains(Point(10, 40)))
    #expect(!rounded.contains(Point(70, 40)))
  }

  @Test func polygonIsWithinATwentiethOfAPixel() {
    for scale in [0.1, 1, 7, 200] {
      let polygon = rounded.polygon(scale: scale)
      #expect(polygon.count == 4 * (rounded.segments(scale: scale) + 1))
      for (i, a) in polygon.enumerated() {
        let b = polygon[(i + 1) % polygon.count]
        let middle = Point((a.x + b.x) / 2, (a.y + b.y) / 2)
        let (x, y) = (
          max(22 - middle.x, middle.x - 58, 0), max(32 - middle.y, middle.y - 48, 0)
        )
        let distance = 12 - (x * x + y * y).squareRoot()
        #expect(abs(distance) * scale <= 0.05 + 1e-9 || x == 0 || y == 0)
      }
    }
  }

  @Test func insetKeepsTheCentersOfTheArcs() {
    #expect(rounded.inset(by: 5) == RoundedRect(Rect(15, 25, 50, 30), radius: 7))
    #expect(rounded.inset(by: 15) == RoundedRect(Rect(25, 35, 30, 10), radius: 0))
    #expect(rounded.inset(by: 100).rect.size == Size(0, 0))
  }

  @Test func sharpCornersAreSinglePoints() {
    let sharp = RoundedRect(Rect(10, 20, 60, 40), radius: 0)
    #expect(sharp.segments(scale: 4) == 0 && sharp.polygon(scale: 4).count == 4)
  }
}
