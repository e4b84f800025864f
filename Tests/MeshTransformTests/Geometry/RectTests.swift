import MeshTransform
import Testing

@Suite struct RectTests {
  @Test func insideIsHalfOpen() {
    let rect = Rect(0, 0, 100, 100)
    #expect(rect.contains(Point(99, 99)) && rect.contains(Point(0, 0)))
    #expect(
      !rect.contains(Point(100, 100)) && !rect.contains(Point(100, 50)) && !rect.contains(Point(50, 100)))
    #expect(!Rect(10000, 10000, 100, 100).contains(Point(50, 50)))
    #expect(!Rect.zero.contains(Point.zero))
  }

  @Test func sizesAreStandardized() {
    #expect(Rect(10, 20, -4, -6) == Rect(6, 14, 4, 6))
    #expect(Rect(around: [Point(3, 9), Point(-1, 4), Point(2, 12)]) == Rect(-1, 4, 4, 8))
    #expect(Rect(around: [Point]()) == nil)
  }

  @Test func unionAndOutset() {
    #expect(Rect(0, 0, 2, 2).union(Rect(5, -1, 1, 1)) == Rect(0, -1, 6, 3))
    #expect(Rect(0, 0, 10, 10).outset(by: 1, 2) == Rect(-1, -2, 12, 14))
    #expect(Rect(0, 0, 10, 4).outset(by: -3, -9) == Rect(3, 2, 4, 0))
  }
}
