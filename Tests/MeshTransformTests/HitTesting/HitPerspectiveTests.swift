import MeshTransform
import TestSupport
import Testing

/// Closed forms of perspective, and the way back from random places of bent and nested layers.
@Suite struct HitPerspectiveTests {
  private let bounds = Rect(0, 0, 200, 200)

  @Test(arguments: [false, true])
  func aTiltedLayer(isBent: Bool) throws {
    var layer = Layer(bounds: bounds, position: Point(300, 400), contents: .color(.white))
    layer.transform = .rotation(.degrees(60), about: Point3D(1, 0, 0)) * .perspective(eyeDistance: 800)
    if isBent { layer.mesh = try .grid(rows: 7, columns: 5) }
    // (50, 80) from the middle: 80 cos 60 down and 80 sin 60 toward the viewer.
    let z = 80 * 0.75.squareRoot()
    let w = 1 - z / 800
    let hit = try #require(HitTester(Scene(layer)).hitTest(Point(300 + 50 / w, 400 + 40 / w)))
    #expect(near(hit.point, Point(150, 180), within: 1e-6))
    #expect(near(hit.unitPoint, Point(0.75, 0.9), within: 1e-6))
    #expect(near(hit.depth, z / w, within: 1e-6))
    #expect(hit.isFrontFacing && (hit.face != nil) == isBent)
  }

  @Test(arguments: [false, true])
  func pointsBehindTheEyeAreNotHit(isBent: Bool) throws {
    // Upright and seen from 50 points away, its lower part passes the eye: w = 1 - y / 50.
    var floor = Layer(bounds: bounds, position: .zero, contents: .color(.white))
    floor.transform =
      .rotation(.degrees(90), about: Point3D(1, 0, 0)) * .translation(0, 20, 0)
      * .perspective(eyeDistance: 50)
    if isBent { floor.mesh = try .grid(rows: 3, columns: 3) }
    let tester = HitTester(Scene(floor))
    // 40 below the middle is seen at y = 20 / (1 - 40 / 50); 60 below it would be seen at 20 / (1 - 60 / 50).
    #expect(near(tester.hitTest(Point(0, 100))?.point, Point(100, 140), within: 1e-5))
    #expect(tester.hitTest(Point(0, -100)) == nil)
    #expect(tester.hits(at: Point(0, 100)).count == 1)
  }

  @Test func aFoldedMeshIsHitTwiceAndItsFrontFirst() throws {
    // The right half lies folded over the left one, half a unit nearer.
    let places: [SIMD2<Float>] = [0, 0.5, 1].flatMap { x in [0, 1].map { y in SIMD2(x, y) } }
    let vertices = places.map {
      Mesh.Vertex(from: $0, to: SIMD3(min($0.x, 1 - $0.x), $0.y, $0.x == 1 ? 0.5 : 0))
    }
    var layer = Layer(bounds: bounds, position: Point(100, 100), contents: .color(.white))
    layer.mesh = try Mesh(
      vertices: vertices, faces: [Mesh.Face(0, 2, 3, 1), Mesh.Face(2, 4, 5, 3)], depthNormalization: .width)
    let hits = HitTester(Scene(layer)).hits(at: Point(50, 60))
    #expect(hits.map(\.face?.index) == [1, 0])
    #expect(hits.map(\.isFrontFacing) == [false, true])
    #expect(hits.map(\.depth) == [50, 0])
    #expect(hits.map(\.unitPoint) == [Point(0.75, 0.3), Point(0.25, 0.3)])
    layer.isDoubleSided = false
    #expect(HitTester(Scene(layer)).hits(at: Point(50, 60)).map(\.face?.index) == [0])
  }

  @Test func whatShowsNoContentIsNotHit() throws {
    // The left half of the mesh shows what lies left of the content.
    let vertices = Mesh.corners.map { Mesh.Vertex(from: SIMD2(2 * $0.fromX - 1, $0.fromY), to: $0.to) }
    var layer = Layer(bounds: bounds, position: Point(100, 100), contents: .color(.white))
    for replicates in [false, true] {
      layer.mesh = try Mesh(
        vertices: vertices, faces: [Mesh.Face(0, 1, 2, 3)], replicatesEdges: replicates)
      let tester = HitTester(Scene(layer))
      #expect(near(tester.hitTest(Point(150, 50))?.point, Point(100, 50)))
      #expect(tester.hitTest(Point(50, 50))?.point == (replicates ? Point(0, 50) : nil))
    }
  }

  @Test func thereAndBackThroughNestedMeshes() throws {
    var random = SplitMix64(seed: 11)
    var found = 0
    for _ in 0..<60 {
      // A bent, tilted card with a bent, turned label in it, whose right part reaches beyond it.
      let grid = random.grid()
      var label = Layer(bounds: Rect(5, 7, 80, 60), position: Point(120, 90), contents: .color(.white))
      (label.mesh, label.transform) = (grid, .rotation(.degrees(random.number(in: -90...90))))
      var card = Layer(bounds: Rect(-20, 0, 180, 180), position: Point(300, 200), contents: .color(.white))
      card.mesh = random.grid()
      card.transform =
        .rotation(.degrees(random.number(in: -60...60)), about: Point3D(1, 1, 0))
        * .perspective(eyeDistance: 600)
      card.sublayers = [label]
      let tester = HitTester(Scene(card))
      for _ in 0..<20 {
        let target = Point(random.number(in: 0...1), random.number(in: 0...1))
        guard let inCard = label.seen(target), card.bounds.contains(inCard) else { continue }
        let unit = Point((inCard.x + 20) / 180, inCard.y / 180)
        let canvasPoint = try #require(card.seen(unit))
        let hits = tester.hits(at: canvasPoint).filter { $0.path == LayerPath(0, 0) }
        #expect(
          hits.contains {
            near($0.unitPoint, target, within: 1e-4)
              && near($0.point, Point(5 + 80 * target.x, 7 + 60 * target.y), within: 1e-4)
          }, "\(target), seen at \(canvasPoint), not in \(hits.map(\.unitPoint))")
        found += 1
      }
    }
    #expect(found > 400, "\(found) of 1200")
  }
}

extension Layer {
  /// Where a point of the content is seen in the superlayer: through the first triangle that shows it.
  fileprivate func seen(_ unit: Point) -> Point? {
    guard let mesh else { return nil }
    let indices = mesh.triangleIndices()
    for start in stride(from: 0, to: indices.count, by: 3) {
      let corners = (0..<3).map { mesh.vertices[Int(indices[start + $0])] }
      let p = corners.map { SIMD2<Double>($0.from) }
      let (ab, ac, ap) = (p[1] - p[0], p[2] - p[0], SIMD2(unit.x, unit.y) - p[0])
      let area = ab.x * ac.y - ab.y * ac.x
      let (v, w) = ((ap.x * ac.y - ap.y * ac.x) / area, (ab.x * ap.y - ab.y * ap.x) / area)
      guard v >= 0, w >= 0, v + w <= 1 else { continue }
      let t = corners.map { SIMD3<Double>($0.to) }
      let to = t[0] + v * (t[1] - t[0]) + w * (t[2] - t[0])
      return LayerProjection(self, superlayerToCanvas: .identity).unitToCanvas
        .project(Point3D(to.x, to.y, to.z)).map { Point($0.x, $0.y) }
    }
    return nil
  }
}

extension SplitMix64 {
  /// A surface with waves in depth and across, which fold it in places.
  fileprivate mutating func grid() -> Mesh {
    let (a, b) = (Float(number(in: -0.3...0.3)), Float(number(in: -0.1...0.1)))
    let mesh = try? Mesh.grid(rows: 6, columns: 9) {
      SIMD3($0.x + b * $0.y, $0.y - b * $0.x * $0.x, a * $0.x * (1 - $0.x) * 4)
    }
    return mesh ?? .unitQuad
  }
}
