import MeshTransform
import TestSupport
import Testing

/// Closed forms of perspective in trees, and the way back from random places.
@Suite struct TreePerspectiveTests {
  private let bounds = Rect(0, 0, 200, 200)

  /// A sublayer turned about x in the middle of a superlayer that looks at its sublayers from `eye` points away.
  private func tilted(_ degrees: Double, eye: Double, at position: Point = Point(100, 100)) -> Scene {
    var superlayer = Layer(bounds: bounds, at: Point(300, 400))
    superlayer.sublayerTransform = .perspective(eyeDistance: eye)
    superlayer.sublayers = [
      Layer(bounds: bounds, at: position, .rotation(.degrees(degrees), about: Point3D(1, 0, 0)))
    ]
    return Scene(superlayer)
  }

  @Test func theEyeOfASharedPerspectiveIsOverTheSuperlayersAnchorPoint() {
    // The bottom edge is 100 below the sublayer's middle: 50 down and 100 sin 60 toward the viewer.
    let w = 1 - 100 * 0.75.squareRoot() / 800
    let scene = tilted(60, eye: 800)
    let corner = Point(100 + 100 / w, 100 + 50 / w)
    #expect(near(scene.convert(Point(200, 200), from: LayerPath(0, 0), to: LayerPath(0)), corner))
    #expect(near(scene.convert(corner, from: LayerPath(0), to: LayerPath(0, 0)), Point(200, 200)))
    #expect(
      near(
        scene.convert(Point(200, 200), from: LayerPath(0, 0), to: nil), Point(corner.x + 200, corner.y + 300))
    )
    // A sublayer to the side is seen from the same eye, not from over its own middle.
    let aside = tilted(60, eye: 800, at: Point(140, 100))
    let seen = aside.convert(Point(200, 200), from: LayerPath(0, 0), to: LayerPath(0))
    #expect(near(seen, Point(100 + 140 / w, 100 + 50 / w)))
  }

  @Test func theSublayerKeepsNoDepthInItsSuperlayer() {
    // A picture that stands out of its superlayer is seen flat in it, so turning the superlayer turns a flat picture.
    let turn = Transform3D.rotation(.degrees(60), about: Point3D(0, 1, 0))
    let standing = Layer(bounds: bounds, at: Point(100, 100), .translation(0, 0, 90))
    let scene = Scene(Layer(bounds: bounds, turn, sublayers: [standing]))
    #expect(near(scene.convert(Point(200, 100), from: LayerPath(0, 0), to: nil), Point(50, 0)))
    #expect(near(scene.convert(Point(50, 0), from: nil, to: LayerPath(0, 0)), Point(200, 100)))
  }

  @Test func thereIsNoPointEdgeOnOrBehindAnEye() {
    let edgeOn = tilted(90, eye: 800)
    #expect(edgeOn.convert(Point(100, 100), from: LayerPath(0), to: LayerPath(0, 0)) == nil)
    #expect(edgeOn.convert(Rect(0, 0, 9, 9), from: nil, to: LayerPath(0, 0)) == nil)
    // Seen from 50 points away, the bottom edge of an upright layer is behind the eye and its middle is not.
    let close = tilted(89, eye: 50)
    #expect(close.convert(Point(100, 200), from: LayerPath(0, 0), to: nil) == nil)
    #expect(close.convert(Point(100, 100), from: LayerPath(0, 0), to: nil) != nil)
    #expect(close.convert(bounds, from: LayerPath(0, 0), to: nil) == nil)
    // A layer whose projection ends at a horizon: beyond it lines of sight meet it behind the eye.
    let floor = tilted(80, eye: 100, at: Point(100, 150))
    #expect(floor.convert(Point(100, 140), from: LayerPath(0), to: LayerPath(0, 0)) != nil)
    #expect(floor.convert(Point(100, 60), from: LayerPath(0), to: LayerPath(0, 0)) == nil)
  }

  @Test func commonSuperlayersHaveNoEffect() {
    let pair = [Point(25, 25), Point(125, 25)].map { Layer(bounds: Rect(0, 0, 50, 50), at: $0) }
    let scene = Scene(Layer(bounds: bounds, .scale(0, 0), sublayers: pair))
    #expect(scene.convert(Point(0, 0), from: LayerPath(0, 0), to: LayerPath(0, 1)) == Point(-100, 0))
    #expect(scene.convert(Point(7, 8), from: LayerPath(0, 1), to: LayerPath(0, 1)) == Point(7, 8))
    #expect(scene.convert(Point(0, 0), from: nil, to: LayerPath(0, 1)) == nil)
    #expect(scene.convert(Point(7, 8), from: nil, to: nil) == Point(7, 8))
  }

  @Test func thereAndBackThroughRandomTrees() {
    var random = SplitMix64(seed: 7)
    var (found, tried) = (0, 0)
    for _ in 0..<400 {
      let scene = Scene(random.tree(depth: 4), random.tree(depth: 4))
      let paths = scene.layersDepthFirst.map(\.path)
      for _ in 0..<25 {
        let (from, to) = (paths.randomElement(using: &random), paths.randomElement(using: &random))
        let point = Point(random.number(in: 0...120), random.number(in: 0...120))
        tried += 1
        guard let there = scene.convert(point, from: from, to: to), abs(there.x) < 1e4, abs(there.y) < 1e4
        else {
          continue
        }
        found += 1
        let back = scene.convert(there, from: to, to: from)
        #expect(near(back, point, within: 1e-6), "\(point) from \(from!) to \(to!)")
      }
    }
    #expect(Double(found) > 0.5 * Double(tried), "\(found) of \(tried)")
  }

  @Test func linesOfSightMeetThePlane() throws {
    // The inverse by another way: the plane's point p = s + t d on the line of sight in space, where z = 0 before the
    // transform. Two points of the line are found through the whole inverse matrix at two depths.
    var random = SplitMix64(seed: 8)
    for _ in 0..<200 {
      let transform = random.transform3D()
      let back = try #require(transform.inverted())
      let target = Point(random.number(in: -90...90), random.number(in: -90...90))
      func spot(_ depth: Double) -> Point3D {
        let p = back.transform(Point3D(target.x, target.y, depth))
        return Point3D(p.x / p.w, p.y / p.w, p.z / p.w)
      }
      let (front, far) = (spot(0), spot(-40))
      let t = front.z / (front.z - far.z)
      let meeting = Point(front.x + t * (far.x - front.x), front.y + t * (far.y - front.y))
      let isSeen = transform.transform(Point3D(meeting.x, meeting.y, 0)).w > 0
      #expect(near(transform.unproject(target), isSeen ? meeting : nil, within: 1e-6))
    }
  }
}

extension SplitMix64 {
  /// A tree with one to three sublayers at each level, all of them turned, leaning and seen in perspective.
  fileprivate mutating func tree(depth: Int) -> Layer {
    var layer = Layer(bounds: Rect(number(in: -30...30), number(in: -30...30), 120, 120))
    layer.position = Point(number(in: 0...120), number(in: 0...120))
    layer.anchorPoint = Point(number(in: -0.5...1.5), number(in: -0.5...1.5))
    (layer.anchorPointZ, layer.zPosition) = (number(in: -20...20), number(in: -20...20))
    layer.transform = transform3D()
    if Bool.random(using: &self) {
      layer.sublayerTransform =
        .rotation(.degrees(number(in: -40...40)), about: Point3D(1, 1, 0)) * .perspective(eyeDistance: 900)
    }
    guard depth > 1 else { return layer }
    layer.sublayers = (0..<Int.random(in: 1...3, using: &self)).map { _ in tree(depth: depth - 1) }
    return layer
  }
}
