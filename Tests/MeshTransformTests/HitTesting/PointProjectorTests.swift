import MeshTransform
import TestSupport
import Testing

/// Points of layers on the canvas: closed forms, the way back, and the agreement with hit testing.
@Suite struct PointProjectorTests {
  private let bounds = Rect(0, 0, 200, 200)

  @Test(arguments: [false, true])
  func aTiltedLayer(isBent: Bool) throws {
    var layer = Layer(bounds: bounds, position: Point(300, 400), contents: .color(.white))
    layer.transform = .rotation(.degrees(60), about: Point3D(1, 0, 0)) * .perspective(eyeDistance: 800)
    if isBent { layer.mesh = try .grid(rows: 7, columns: 5) }
    // Pixels of a canvas that begins at (100, 50), two for each point.
    let scene = Scene(canvas: Canvas(frame: Rect(100, 50, 600, 600), scale: 2), layers: [layer])
    // (50, 80) from the middle: 80 cos 60 down and 80 sin 60 toward the viewer.
    let z = 80 * 0.75.squareRoot()
    let w = 1 - z / 800
    let projector = PointProjector(scene, layer: LayerPath(0))
    let found = projector.projections(of: Point(150, 180))
    #expect(found.count == 1)
    let place = try #require(found.first)
    #expect(near(place.canvas, Point(2 * (200 + 50 / w), 2 * (350 + 40 / w)), within: 1e-6))
    #expect(near(place.depth, z / w, within: 1e-6))
    #expect(place.isFrontFacing && projector.isVisible(place) && place.point == Point(150, 180))
    #expect(near(projector.points(atPixel: place.canvas).first?.point, Point(150, 180), within: 1e-6))
    #expect(scene.project([Point(150, 180)], from: LayerPath(0)) == [found])
  }

  @Test(arguments: [false, true])
  func pointsBehindTheEyeHaveNoPlace(isBent: Bool) throws {
    // Upright and seen from 50 points away, its lower part passes the eye: w = 1 - y / 50.
    var floor = Layer(bounds: bounds, position: .zero, contents: .color(.white))
    floor.transform =
      .rotation(.degrees(90), about: Point3D(1, 0, 0)) * .translation(0, 20, 0)
      * .perspective(eyeDistance: 50)
    if isBent { floor.mesh = try .grid(rows: 3, columns: 3) }
    let projector = PointProjector(Scene(floor), layer: LayerPath(0))
    #expect(near(projector.projection(of: Point(100, 140))?.canvas, Point(0, 100), within: 1e-5))
    #expect(projector.projections(of: Point(100, 160)).isEmpty)
  }

  @Test func cornersAndEdgesOfAMeshHaveAPlaceAndAreVisible() throws {
    var layer = Layer(bounds: Rect(-5, 10, 200, 100), position: Point(100, 50), contents: .color(.white))
    layer.mesh = try .grid(rows: 4, columns: 6)
    let projector = PointProjector(Scene(layer), layer: LayerPath(0))
    for point in [Point(-5, 10), Point(195, 10), Point(195, 110), Point(-5, 110), Point(195, 60)] {
      let place = try #require(projector.projection(of: point))
      #expect(near(place.canvas, Point(point.x + 5, point.y - 10), within: 1e-6))
      #expect(projector.isVisible(place), "\(point)")
    }
    #expect(projector.projections(of: Point(196, 60)).isEmpty)
  }

  @Test func theTwoPlacesOfAFold() throws {
    // Both halves of the mesh show the left half of the content; the second one is nearer, and mirrored.
    let columns: [(from: Float, to: SIMD3<Float>)] = [
      (0, [0, 0, 0]), (0.5, [0.5, 0, 0]), (0, [1, 0, 0.5]),
    ]
    let vertices = columns.flatMap { column in
      [Float(0), 1].map {
        Mesh.Vertex(from: [column.from, $0], to: [column.to.x, $0, column.to.z])
      }
    }
    var layer = Layer(bounds: bounds, position: Point(100, 100), contents: .color(.white))
    layer.mesh = try Mesh(
      vertices: vertices, faces: [Mesh.Face(0, 2, 3, 1), Mesh.Face(2, 4, 5, 3)], depthNormalization: .width)
    let projector = PointProjector(Scene(layer), layer: LayerPath(0))
    let found = projector.projections(of: Point(25, 60))
    #expect(found.map(\.canvas) == [Point(175, 60), Point(25, 60)])
    #expect(zip(found.map(\.depth), [75, 0]).allSatisfy { near($0, $1, within: 1e-9) })
    #expect(found.map(\.isFrontFacing) == [false, true])
    #expect(found.map(projector.isVisible) == [true, true])
    #expect(projector.projections(of: Point(150, 60)).isEmpty)
  }

  @Test func anotherLayerHidesPoints() throws {
    let card = Layer(bounds: bounds, position: Point(100, 100), contents: .color(.white))
    let patch = Layer(bounds: Rect(0, 0, 50, 50), position: Point(100, 100), contents: .color(.black))
    let projector = PointProjector(Scene(card, patch), layer: LayerPath(0))
    let places = [Point(100, 100), Point(20, 20)].compactMap(projector.projection)
    #expect(places.map(projector.isVisible) == [false, true])
    // A layer without content of its own shows its sublayers.
    var group = Layer(bounds: bounds, position: Point(100, 100))
    group.sublayers = [patch]
    let grouped = PointProjector(Scene(group), layer: LayerPath(0))
    let inGroup = [Point(100, 100), Point(20, 20)].compactMap(grouped.projection)
    #expect(inGroup.map(grouped.isVisible) == [true, false])
  }

  /// The forward map is the one that the renderer's meshes define, the way back is hit testing: two computations.
  @Test(arguments: MeshPreset.all.map(\.name))
  func thereAndBackInEveryPreset(name: String) throws {
    let preset = try MeshPreset.named(name)
    var layer = Layer(bounds: Rect(0, 0, 640, 480), position: Point(400, 300), contents: .color(.white))
    layer.mesh = try preset.mesh()
    layer.transform = .rotation(.degrees(-25), about: Point3D(1, 0.3, 0)) * .perspective(eyeDistance: 1500)
    let scene = Scene(canvas: Canvas(frame: Rect(0, 0, 800, 600)), layers: [layer])
    let (projector, tester) = (PointProjector(scene, layer: LayerPath(0)), HitTester(scene))
    var random = SplitMix64(seed: 5)
    var (placed, visible) = (0, 0)
    for _ in 0..<300 {
      let point = Point(random.number(in: 0...640), random.number(in: 0...480))
      let places = projector.projections(of: point)
      placed += places.isEmpty ? 0 : 1
      for place in places {
        let back = projector.points(atPixel: place.canvas)
        #expect(back.contains { near($0.point, point, within: 1e-6) }, "\(point) at \(place.canvas)")
        let hit = try #require(tester.hitTest(place.canvas))
        let isFirst = near(hit.point, point, within: 1e-6)
        #expect(projector.isVisible(place) == isFirst, "\(point) at \(place.canvas)")
        if isFirst {
          #expect(hit.isFrontFacing == place.isFrontFacing && near(hit.depth, place.depth, within: 1e-6))
        }
        visible += isFirst ? 1 : 0
      }
    }
    // A dome shows half of a panorama.
    #expect(
      placed > (name == "panorama" ? 130 : 290) && visible > 60, "\(placed) placed, \(visible) visible")
  }

  @Test(arguments: [Mesh.FaceInterpolation.bilinear, .projective])
  func thereAndBackInFacesWithoutADiagonal(interpolation: Mesh.FaceInterpolation) throws {
    var random = SplitMix64(seed: 7)
    for _ in 0..<40 {
      var layer = Layer(bounds: Rect(0, 0, 300, 200), position: Point(200, 150), contents: .color(.white))
      var mesh = try Mesh.grid(rows: 2, columns: 3) {
        SIMD3(
          $0.x + Float(random.number(in: -0.1...0.1)), $0.y + Float(random.number(in: -0.15...0.15)), 0)
      }
      mesh.faceInterpolation = interpolation
      layer.mesh = mesh
      layer.transform =
        .rotation(.degrees(random.number(in: -50...50)), about: Point3D(1, 1, 0))
        * .perspective(eyeDistance: 900)
      let projector = PointProjector(Scene(layer), layer: LayerPath(0))
      for _ in 0..<20 {
        let point = Point(random.number(in: 1...299), random.number(in: 1...199))
        let place = try #require(projector.projection(of: point))
        let back = projector.points(atPixel: place.canvas)
        #expect(back.contains { near($0.point, point, within: 1e-5) }, "\(point): \(back.map(\.point))")
      }
    }
  }

  @Test func thereAndBackThroughNestedMeshes() throws {
    var random = SplitMix64(seed: 12)
    var (found, visible) = (0, 0)
    for _ in 0..<60 {
      var label = Layer(bounds: Rect(5, 7, 80, 60), position: Point(120, 90), contents: .color(.white))
      (label.mesh, label.transform) = (try random.waves(), .rotation(.degrees(random.number(in: -90...90))))
      var card = Layer(bounds: Rect(-20, 0, 180, 180), position: Point(300, 200), contents: .color(.black))
      card.mesh = try random.waves()
      card.transform =
        .rotation(.degrees(random.number(in: -60...60)), about: Point3D(1, 1, 0))
        * .perspective(eyeDistance: 600)
      card.sublayers = [label]
      let scene = Scene(card)
      let (projector, tester) = (PointProjector(scene, layer: LayerPath(0, 0)), HitTester(scene))
      for _ in 0..<20 {
        let point = Point(random.number(in: 5...85), random.number(in: 7...67))
        for place in projector.projections(of: point) {
          let hits = tester.hits(at: place.canvas).filter { $0.path == LayerPath(0, 0) }
          #expect(
            hits.contains { near($0.point, point, within: 1e-5) && $0.isFrontFacing == place.isFrontFacing })
          #expect(projector.points(atPixel: place.canvas).contains { near($0.point, point, within: 1e-5) })
          let front = try #require(tester.hitTest(place.canvas))
          let isFirst = front.path == LayerPath(0, 0) && near(front.point, point, within: 1e-4)
          #expect(projector.isVisible(place) == isFirst)
          (found, visible) = (found + 1, visible + (isFirst ? 1 : 0))
        }
      }
    }
    #expect(found > 600 && visible > 300, "\(found) places, \(visible) visible")
  }

  @Test func pointsOfABack() throws {
    var back = Layer(bounds: Rect(0, 0, 40, 30), position: Point(50, 60), contents: .color(.black))
    back.isBackContents = true
    var card = Layer(bounds: bounds, position: Point(100, 100), contents: .color(.white))
    card.sublayers = [back]
    card.transform = .rotation(.degrees(180), about: Point3D(0, 1, 0))
    let projector = PointProjector(Scene(card), layer: LayerPath(0, 0))
    // Seen from behind, the back reads right: it lies where it would lie on an unturned layer.
    let place = try #require(projector.projection(of: Point(10, 5)))
    #expect(near(place.canvas, Point(40, 50), within: 1e-9))
    #expect(place.isFrontFacing && projector.isVisible(place))
    #expect(near(projector.points(atPixel: Point(40, 50)).first?.point, Point(10, 5)))
    // The front's point there is hidden.
    let front = PointProjector(Scene(card), layer: LayerPath(0))
    let hidden = try #require(front.projection(of: Point(160, 50)))
    #expect(near(hidden.canvas, Point(40, 50)) && !hidden.isFrontFacing && !front.isVisible(hidden))
  }
}

extension SplitMix64 {
  /// A surface with waves in depth and across, which fold it in places.
  fileprivate mutating func waves() throws -> Mesh {
    let (a, b) = (Float(number(in: -0.3...0.3)), Float(number(in: -0.1...0.1)))
    return try Mesh.grid(rows: 6, columns: 9) {
      SIMD3($0.x + b * $0.y, $0.y - b * $0.x * $0.x, a * $0.x * (1 - $0.x) * 4)
    }
  }
}
