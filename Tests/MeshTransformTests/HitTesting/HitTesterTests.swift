import MeshTransform
import Testing

@testable import TestSupport

/// Which layer is in front, and which are there at all.
@Suite struct HitTesterTests {
  private func square(at x: Double, _ y: Double, side: Double = 100) -> Layer {
    Layer(bounds: Rect(0, 0, side, side), position: Point(x, y), contents: .color(.white))
  }

  private func paths(_ x: Double, _ y: Double, _ layers: Layer...) -> [LayerPath] {
    HitTester(Scene(canvas: Canvas(frame: .zero), layers: layers)).hits(at: Point(x, y)).map(\.path)
  }

  @Test func nothingIsHitInAnEmptyScene() throws {
    let empty = HitTester(Scene())
    #expect(empty.hitTest(.zero) == nil)
    #expect(empty.hits(at: Point(.nan, .infinity)).isEmpty)
    let hugeAndNone = HitTester(Scene(square(at: 0, 0, side: 0), square(at: 0, 0, side: 1e9)))
    #expect(hugeAndNone.hits(at: .zero).map(\.path) == [LayerPath(1)])
    #expect(hugeAndNone.hitTest(Point(.infinity, 0)) == nil)
    #expect(hugeAndNone.hitTest(Point(1e300, 1e300)) == nil)
    var withoutFaces = square(at: 0, 0)
    withoutFaces.mesh = Mesh()
    #expect(paths(0, 0, withoutFaces).isEmpty)
  }

  /// Many siblings are skipped by the bounds of groups, sublayers in planes of their own with them.
  @Test func manySiblingsAreHitLikeEachAlone() {
    var random = SplitMix64(seed: 11)
    func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    let layers = (0..<400).map { index in
      var layer = square(at: number(-500...500), number(-500...500), side: number(5...60))
      layer.transform = .rotation(.degrees(number(0...360)))
      if index % 7 == 0 {
        layer.transform = layer.transform * .perspective(eyeDistance: 300)
        layer.sublayers = [square(at: number(-100...100), 20, side: 30)]
      }
      if index == 130 { layer.bounds = Rect(-1e8, -1e8, 2e8, 2e8) }
      return layer
    }
    let tester = HitTester(Scene(canvas: Canvas(frame: .zero), layers: layers))
    let alone = layers.map { HitTester(Scene(canvas: Canvas(frame: .zero), layers: [$0])) }
    for _ in 0..<200 {
      let point = Point(number(-550...550), number(-550...550))
      let expected = layers.indices.reversed().flatMap { index in
        alone[index].hits(at: point).map { LayerPath([index] + $0.path.indices.dropFirst()) }
      }
      #expect(tester.hits(at: point).map(\.path) == expected, "\(point)")
    }
  }

  @Test func laterSiblingsAreInFrontUnlessTheyAreFarther() {
    var back = square(at: 0, 0)
    #expect(paths(0, 0, back, square(at: 9, 9)) == [LayerPath(1), LayerPath(0)])
    back.zPosition = 1
    #expect(paths(0, 0, back, square(at: 9, 9)) == [LayerPath(0), LayerPath(1)])
    #expect(paths(55, 55, back, square(at: 9, 9)) == [LayerPath(1)])
  }

  @Test func crossingSiblingsChangeSides() {
    var door = square(at: 0, 0)
    // Positive about y takes the right edge away.
    door.transform = .rotation(.degrees(45), about: Point3D(0, 1, 0))
    #expect(paths(-20, 0, door, square(at: 0, 0)) == [LayerPath(0), LayerPath(1)])
    #expect(paths(20, 0, door, square(at: 0, 0)) == [LayerPath(1), LayerPath(0)])
    // Both in one plane, which is steep: their order alone counts, from edge to edge.
    door.transform = .rotation(.degrees(89), about: Point3D(1, 2, 0)) * .perspective(eyeDistance: 300)
    for step in -9...9 {
      let y = Double(step) * 0.05
      #expect(paths(0, y, door, door, door) == [LayerPath(2), LayerPath(1), LayerPath(0)])
    }
  }

  @Test func sublayersAreInFrontOfTheirSuperlayerAndFlatInIt() {
    var root = square(at: 50, 50)
    var deep = square(at: 50, 50, side: 40)
    deep.zPosition = -500
    root.sublayers = [deep, square(at: 60, 50, side: 20)]
    var next = square(at: 50, 50)
    next.zPosition = -1
    // Out of the root's plane the sublayers would lie behind the next layer.
    #expect(paths(55, 50, root, next) == [LayerPath(0, 1), LayerPath(0, 0), LayerPath(0), LayerPath(1)])
    // Sublayers reach beyond their superlayer, unless it cuts them off.
    root.sublayers = [square(at: 100, 50, side: 40)]
    #expect(paths(110, 50, root) == [LayerPath(0, 0)])
    root.masksToBounds = true
    #expect(paths(110, 50, root) == [])
    #expect(paths(90, 50, root) == [LayerPath(0, 0), LayerPath(0)])
  }

  @Test func hiddenLayersAreNotHit() {
    var root = square(at: 50, 50)
    root.sublayers = [square(at: 50, 50)]
    for change: (inout Layer) -> Void in [{ $0.isHidden = true }, { $0.opacity = 0 }] {
      var changed = root
      change(&changed)
      #expect(paths(50, 50, changed) == [])
      changed = root
      change(&changed.sublayers[0])
      #expect(paths(50, 50, changed) == [LayerPath(0)])
    }
    root.contents = .none
    #expect(paths(50, 50, root) == [LayerPath(0, 0)])
    root.contents = .color(.clear)
    #expect(paths(50, 50, root) == [LayerPath(0, 0)])
  }

  @Test func backsAreHitOnlyOfDoubleSidedLayers() throws {
    var turned = square(at: 0, 0)
    turned.transform = .rotation(.degrees(180), about: Point3D(0, 1, 0))
    turned.sublayers = [square(at: 50, 50, side: 10)]
    let hits = HitTester(Scene(turned)).hits(at: Point(1, 1))
    #expect(hits.map(\.isFrontFacing) == [false, false])
    #expect(near(hits.last?.point, Point(49, 51)))
    turned.isDoubleSided = false
    #expect(paths(1, 1, turned) == [])
    // A half-turned strip shows its front where its content runs clockwise, however its faces are indexed.
    let corners = Mesh.corners
    turned.mesh = try Mesh(vertices: corners, faces: [Mesh.Face(3, 2, 1, 0)])
    turned.transform = .identity
    #expect(HitTester(Scene(turned)).hitTest(Point(1, 1))?.isFrontFacing == true)
  }

  @Test func bordersAreInFrontOfSublayers() {
    var framed = square(at: 50, 50)
    (framed.borderWidth, framed.contents) = (10, .none)
    framed.sublayers = [square(at: 50, 50)]
    #expect(paths(5, 50, framed) == [LayerPath(0), LayerPath(0, 0)])
    #expect(paths(15, 50, framed) == [LayerPath(0, 0)])
    framed.borderColor = .clear
    #expect(paths(5, 50, framed) == [LayerPath(0, 0)])
  }

  @Test func cornersAreRound() {
    var disc = square(at: 50, 50)
    (disc.cornerRadius, disc.backgroundColor, disc.contents) = (50, .white, .none)
    // 50 / sqrt 2 = 35.36 from the middle along the diagonal.
    #expect(paths(50 - 35.3, 50 + 35.3, disc) == [LayerPath(0)])
    #expect(paths(50 - 35.4, 50 + 35.4, disc) == [])
    disc.sublayers = [square(at: 50, 50)]
    #expect(paths(1, 1, disc) == [LayerPath(0, 0)])
    disc.masksToBounds = true
    #expect(paths(1, 1, disc) == [])
  }

  @Test func treesAsDeepAsTheyMayBe() throws {
    let limits = LayerLimits()
    let deep = Scene.chain(of: limits.depth) { _ in square(at: 50, 50) }
    let hits = HitTester(deep).hits(at: Point(1, 2))
    #expect(hits.map(\.path.depth) == (1...limits.depth).reversed())
    #expect(hits.allSatisfy { near($0.point, Point(1, 2)) })

    // Each mesh shows what it bends a quarter larger.
    let corners = Mesh.corners.map {
      Mesh.Vertex(from: $0.from, to: $0.to * SIMD3(1.25, 1.25, 1) - SIMD3(0.125, 0.125, 0))
    }
    let mesh = try Mesh(vertices: corners, faces: [Mesh.Face(0, 1, 2, 3)])
    let nested = Scene.chain(of: limits.nestedMeshes) { _ in
      var layer = square(at: 50, 50)
      layer.mesh = mesh
      return layer
    }
    let innermost = try #require(HitTester(nested).hitTest(Point(90, 10)))
    #expect(innermost.path.depth == limits.nestedMeshes && innermost.depth == 0)
    // 40 from the middle on the canvas, and four fifths of it with each layer.
    let offset = (0..<limits.nestedMeshes).reduce(40.0) { offset, _ in offset / 1.25 }
    #expect(near(innermost.point, Point(50 + offset, 50 - offset)))
  }

  @Test func aPixelStandsForItsMiddle() throws {
    let canvas = Canvas(frame: Rect(-10, -20, 100, 100), scale: 2)
    let tester = HitTester(Scene(canvas: canvas, layers: [square(at: 0, 0)]))
    #expect(tester.point(ofPixel: 3, 0) == Point(-8.25, -19.75))
    let hit = try #require(tester.hitTest(atPixel: 3, 0))
    #expect(hit.point == Point(41.75, 30.25) && hit.unitPoint == Point(0.4175, 0.3025))
    #expect(tester.hits(atPixel: 3, 0) == [hit])
    #expect(tester.hits(atPixel: 3, 0, limit: 0) == [])
  }
}

extension Scene {
  fileprivate init() { self.init(canvas: Canvas(frame: .zero), layers: []) }
}
