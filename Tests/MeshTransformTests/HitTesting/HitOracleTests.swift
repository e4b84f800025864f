import MeshTransform
import Testing

/// Cases known to hold of UIView's hit testing, which is a layer's: every layer has a shape, be it empty or not.
@Suite struct HitOracleTests {
  private let everything = HitOptions(includesInvisible: true)

  /// The names by path: a root, its sublayer, the sublayer's.
  private func name(at x: Double, _ y: Double, in root: Layer) -> String? {
    let names = ["", "root", "sub", "subsub"]
    return HitTester(Scene(root)).hitTest(Point(x, y), everything).map { names[$0.path.depth] }
  }

  @Test func rightAndBottomEdgesAreOutside() {
    func isInside(_ bounds: Rect, _ x: Double, _ y: Double) -> Bool {
      // The layer's own coordinates are the canvas's.
      var layer = Layer(bounds: bounds, at: bounds.origin)
      layer.anchorPoint = .zero
      return HitTester(Scene(layer)).hitTest(Point(x, y), everything) != nil
    }
    #expect(isInside(Rect(0, 0, 100, 100), 99, 99))
    #expect(isInside(Rect(0, 0, 100, 100), 0, 0))
    #expect(!isInside(Rect(0, 0, 100, 100), 100, 100))
    #expect(!isInside(Rect(10_000, 10_000, 100, 100), 50, 50))
  }

  @Test func boundsWithAnOrigin() {
    let subsub = Layer(frame: Rect(10, 10, 5, 5))
    let sub = Layer(frame: Rect(40, 40, 20, 20), sublayers: [subsub])
    let root = Layer(bounds: Rect(-10, -10, 100, 100), at: Point(50, 50), sublayers: [sub])
    // The cases' points are in the root's own coordinates; its frame begins at (0, 0).
    func name(_ x: Double, _ y: Double) -> String? { self.name(at: x + 10, y + 10, in: root) }
    #expect(name(-5, -5) == "root")
    #expect(name(40, 40) == "sub")
    #expect(name(52.5, 52.5) == "subsub")
    #expect(name(-11, -11) == nil)
    #expect(name(95, 95) == nil)
  }

  @Test func aScaledRoot() {
    // The points are in the root's own coordinates, 200 x 200 of them in a frame of 100 x 100.
    let sub = Layer(frame: Rect(25, 25, 50, 50))
    let root = Layer(frame: Rect(0, 0, 100, 100), .scale(0.5, 0.5, 1), sublayers: [sub])
    func name(_ x: Double, _ y: Double) -> String? { self.name(at: x / 2, y / 2, in: root) }
    #expect(name(25, 25) == "sub")
    #expect(name(74, 74) == "sub")
    #expect(name(20, 20) == "root")
    #expect(name(75, 75) == "root")
    #expect(name(199, 199) == "root")
  }

  @Test func aScaledSublayer() {
    let sub = Layer(frame: Rect(25, 25, 50, 50), .scale(0.5, 0.5, 1))
    let root = Layer(frame: Rect(0, 0, 100, 100), sublayers: [sub])
    #expect(name(at: 25, 25, in: root) == "sub")
    #expect(name(at: 74, 74, in: root) == "sub")
    #expect(name(at: 20, 20, in: root) == "root")
    #expect(name(at: 75, 75, in: root) == "root")
    #expect(name(at: 100, 100, in: root) == nil)
  }
}
