import Testing

@testable import MeshTransform

@Suite struct PolygonClippingTests {
  private let square = Rect(0, 0, 4, 4).corners

  @Test func insideAndOutside() {
    #expect(square.clipped(to: Rect(-1, -1, 6, 6)) == square)
    #expect(square.clipped(to: Rect(5, 5, 1, 1)).isEmpty)
    #expect([Point]().clipped(to: Rect(0, 0, 1, 1)).isEmpty)
  }

  @Test func partOfASquare() throws {
    let part = square.clipped(to: Rect(1, 2, 9, 9))
    #expect(part.count == 4 && Rect(around: part) == Rect(1, 2, 3, 2))
    let triangle = square.clipped(to: [{ 2 - $0.x - $0.y }])
    #expect(triangle == [Point(0, 0), Point(2, 0), Point(0, 2)])
  }

  @Test func cornersOnTheLineStay() {
    #expect(square.clipped(to: [{ 4 - $0.x }]) == square)
    #expect(square.clipped(to: [{ $0.x - 4 }]).allSatisfy { $0.x == 4 })
  }

  @Test func distancesAreComputedOnce() {
    var calls = 0
    func distance(_ value: Double) -> Double {
      calls += 1
      return value - 1.5
    }
    let values: [Double] = [0, 1, 2, 3]
    let clipped = values.clipped(where: distance) {
      (a: Double, da: Double, b: Double, db: Double) -> Double in
      a + (b - a) * (da / (da - db))
    }
    #expect(calls == 4 && clipped == [1.5, 2, 3, 1.5])
  }
}
