import GLRenderer
import MeshTransform
import Testing

/// Coordinate maps against closed forms, against hit testing and against the renderer's own pictures.
struct CoordinateTests {
  private static let size = PixelSize(64, 48)

  private static func layer(_ mesh: Mesh? = nil, transform: Transform3D = .identity) -> Layer {
    var layer = Layer(
      bounds: Rect(0, 0, 64, 48), position: Point(32, 24), contents: .color(.pureRed))
    (layer.mesh, layer.transform) = (mesh, transform)
    return layer
  }

  private static let canvas = Canvas(frame: Rect(0, 0, 64, 48))

  /// Every pixel finds itself, at its middle.
  @Test(arguments: [CoordinateMap.Direction.canvasToContent, .contentToCanvas])
  func identity(_ direction: CoordinateMap.Direction) throws {
    let map = try Renderer.any().coordinates(
      of: Self.layer(), on: Self.canvas, contentSize: Self.size, direction: direction)
    #expect(map.size == Self.size)
    for y in 0..<48 {
      for x in 0..<64 {
        let place = try #require(map[x, y])
        #expect(abs(place.x - Float(x)) < 1e-4 && abs(place.y - Float(y)) < 1e-4)
      }
    }
  }

  /// Half as large in the middle of the canvas, with a content of other pixels than the layer has points.
  @Test func scaledAndPartlyEmpty() throws {
    let map = try Renderer.any().coordinates(
      of: Self.layer(transform: .scale(0.5, 0.5, 1)), on: Self.canvas, contentSize: PixelSize(128, 24))
    for y in 0..<48 {
      for x in 0..<64 {
        let (u, v) = ((Double(x) + 0.5 - 16) / 32, (Double(y) + 0.5 - 12) / 24)
        guard u > 0, u < 1, v > 0, v < 1 else {
          #expect(map[x, y] == nil)
          continue
        }
        let place = try #require(map[x, y])
        #expect(abs(Double(place.x) - (u * 128 - 0.5)) < 1e-3)
        #expect(abs(Double(place.y) - (v * 24 - 0.5)) < 1e-3)
      }
    }
  }

  /// Through a perspective and a bent mesh with folds in depth: what hit testing finds at each pixel.
  @Test(arguments: ["pageCurl", "ripple", "swirl"])
  func agreesWithHits(_ preset: String) throws {
    let mesh = try MeshPreset.named(preset).mesh([:])
    let layer = Self.layer(
      mesh, transform: .rotation(.degrees(-30), about: Point3D(1, 0, 0)) * .perspective(eyeDistance: 300))
    let scene = Scene(canvas: Self.canvas, layers: [layer])
    let map = try Renderer.any().coordinates(of: layer, on: Self.canvas, contentSize: Self.size)
    let tester = HitTester(scene)
    var (same, different) = (0, 0)
    for y in 0..<48 {
      for x in 0..<64 {
        let hit = tester.hitTest(atPixel: x, y)?.unitPoint
        switch (map[x, y], hit) {
        case (let place?, let hit?):
          let (dx, dy) = (Double(place.x) + 0.5 - hit.x * 64, Double(place.y) + 0.5 - hit.y * 48)
          if abs(dx) < 0.05, abs(dy) < 0.05 { same += 1 } else { different += 1 }
        case (nil, nil): same += 1
        default: different += 1
        }
      }
    }
    // Silhouettes pass within a rounding of a few pixels' middles.
    #expect(different * 100 < same, "\(different) of \(same + different) differ")
  }

  /// There and back again: the place of each content pixel, seen, is where the other map finds it.
  @Test func theDirectionsAreInverse() throws {
    var layer = Layer(bounds: Rect(0, 0, 512, 384), position: Point(256, 192), contents: .color(.white))
    layer.mesh = try MeshPreset.named("bulge").mesh([:])
    layer.transform = .rotation(.degrees(25), about: Point3D(0, 1, 0)) * .perspective(eyeDistance: 2000)
    let (canvas, size) = (Canvas(frame: layer.bounds), PixelSize(512, 384))
    let renderer = try Renderer.any()
    let forward = try renderer.coordinates(
      of: layer, on: canvas, contentSize: size, direction: .contentToCanvas)
    let backward = try renderer.coordinates(of: layer, on: canvas, contentSize: size)
    var (checked, sum) = (0, Float(0))
    for y in stride(from: 8, to: 376, by: 23) {
      for x in stride(from: 8, to: 504, by: 23) {
        guard let place = forward[x, y], place.x > 1, place.y > 1, place.x < 510, place.y < 382 else {
          continue
        }
        let (left, top) = (Int(place.x), Int(place.y))
        let (s, t) = (place.x - Float(left), place.y - Float(top))
        guard let a = backward[left, top], let b = backward[left + 1, top], let c = backward[left, top + 1],
          let d = backward[left + 1, top + 1]
        else { continue }
        let upper = a + (b - a) * s
        let lower = c + (d - c) * s
        let back = upper + (lower - upper) * t
        let off = max(abs(back.x - Float(x)), abs(back.y - Float(y)))
        checked += 1
        sum += off
        // Between pixels the map is bent where two triangles meet, most where the bump meets the plane.
        #expect(off < 0.4, "\(x),\(y): \(back)")
      }
    }
    #expect(checked > 250 && sum / Float(checked) < 0.03, "\(sum) over \(checked)")
  }

  /// One face of each kind, in perspective, with content that is no rectangle either: there and back is exact, for the
  /// place of each content pixel is asked for by itself.
  @Test(arguments: Mesh.FaceInterpolation.allCases)
  func theDirectionsAreInverseInOneFace(_ kind: Mesh.FaceInterpolation) throws {
    let from: [SIMD2<Float>] = [SIMD2(0.05, 0.1), SIMD2(0.9, 0), SIMD2(1, 0.9), SIMD2(0.2, 1)]
    let to: [SIMD2<Float>] = [SIMD2(0.1, 0), SIMD2(0.7, 0.2), SIMD2(0.9, 1), SIMD2(0, 0.8)]
    var mesh = try Mesh(
      vertices: (0..<4).map { Mesh.Vertex(from: from[$0], to: SIMD3(to[$0].x, to[$0].y, 0)) },
      faces: [Mesh.Face(0, 1, 2, 3)])
    mesh.faceInterpolation = kind
    let layer = Self.layer(
      mesh, transform: .rotation(.degrees(25), about: Point3D(0, 1, 0)) * .perspective(eyeDistance: 200))
    let renderer = try Renderer.any()
    let forward = try renderer.coordinates(
      of: layer, on: Self.canvas, contentSize: Self.size, direction: .contentToCanvas)
    // As hits find it: the canvas point of a content pixel shows that pixel.
    let tester = HitTester(Scene(canvas: Self.canvas, layers: [layer]))
    var checked = 0
    for y in 0..<48 {
      for x in 0..<64 {
        guard let place = forward[x, y],
          let hit = tester.hitTest(Point(Double(place.x) + 0.5, Double(place.y) + 0.5))
        else { continue }
        checked += 1
        let off = max(
          abs(hit.unitPoint.x * 64 - Double(x) - 0.5), abs(hit.unitPoint.y * 48 - Double(y) - 0.5))
        #expect(off < 0.01, "\(kind) \(x),\(y): off by \(off)")
      }
    }
    #expect(checked > 1500, "\(checked)")
  }

  /// Of two copies of the content's points the nearer one counts.
  @Test func ofCopiesTheNearerCounts() throws {
    func surface(_ x: Float, z: Float) -> [Mesh.Vertex] {
      [SIMD2<Float>(0, 0), SIMD2(1, 0), SIMD2(1, 1), SIMD2(0, 1)].map {
        Mesh.Vertex(from: $0, to: SIMD3(x + $0.x * 0.25, $0.y, z))
      }
    }
    for isFirstNear in [true, false] {
      let mesh = try Mesh(
        vertices: surface(0, z: isFirstNear ? 5 : 1) + surface(0.5, z: isFirstNear ? 1 : 5),
        faces: [Mesh.Face(0, 1, 2, 3), Mesh.Face(4, 5, 6, 7)])
      let map = try Renderer.any().coordinates(
        of: Self.layer(mesh), on: Self.canvas, contentSize: Self.size, direction: .contentToCanvas)
      let place = try #require(map[32, 24])
      #expect(abs(place.x - (isFirstNear ? 7.625 : 39.625)) < 0.01)
    }
  }

  /// Beyond the content nothing is, unless its edge continues.
  @Test func beyondTheContent() throws {
    let corners: [SIMD2<Float>] = [SIMD2(0, 0), SIMD2(1, 0), SIMD2(1, 1), SIMD2(0, 1)]
    var mesh = try Mesh(
      vertices: corners.map { Mesh.Vertex(from: $0 * 2 - 0.5, to: SIMD3($0.x, $0.y, 0)) },
      faces: [Mesh.Face(0, 1, 2, 3)])
    let renderer = try Renderer.any()
    let cut = try renderer.coordinates(of: Self.layer(mesh), on: Self.canvas, contentSize: Self.size)
    #expect(cut[2, 24] == nil && cut[32, 24] != nil)
    mesh.replicatesEdges = true
    let whole = try renderer.coordinates(of: Self.layer(mesh), on: Self.canvas, contentSize: Self.size)
    let place = try #require(whole[2, 24])
    #expect(abs(place.x - ((2.5 / 64 * 2 - 0.5) * 64 - 0.5)) < 1e-3)
    let clamped = try #require(whole.clamped(to: Self.size)[2, 24])
    #expect(clamped.x == 0 && abs(clamped.y - place.y) < 1e-6)
  }

  /// A 4K canvas in several tiles: a hundredth of a pixel.
  @Test func preciseAt4K() throws {
    let size = PixelSize(4096, 2400)
    var layer = Layer(bounds: Rect(0, 0, 4096, 2400), position: Point(2048, 1200), contents: .color(.white))
    layer.mesh = try Mesh.grid(rows: 3, columns: 3)
    layer.transform = .rotation(.degrees(20), about: Point3D(0, 1, 0)) * .perspective(eyeDistance: 5000)
    let canvas = Canvas(frame: Rect(0, 0, 4096, 2400))
    let toCanvas = LayerProjection(layer, superlayerToCanvas: canvas.pointsToPixels).pointsToCanvas
    let renderer = try Renderer.any()
    let backward = try renderer.coordinates(of: layer, on: canvas, contentSize: size)
    let forward = try renderer.coordinates(
      of: layer, on: canvas, contentSize: size, direction: .contentToCanvas)
    var worst = 0.0
    for y in stride(from: 20, to: 2380, by: 131) {
      for x in stride(from: 150, to: 3900, by: 177) {
        let middle = Point(Double(x) + 0.5, Double(y) + 0.5)
        if let place = backward[x, y], let exact = toCanvas.unproject(middle) {
          worst = max(worst, abs(Double(place.x) + 0.5 - exact.x), abs(Double(place.y) + 0.5 - exact.y))
        }
        let exact = try #require(toCanvas.project(middle))
        let place = try #require(forward[x, y])
        worst = max(worst, abs(Double(place.x) + 0.5 - exact.x), abs(Double(place.y) + 0.5 - exact.y))
      }
    }
    #expect(worst < 0.01, "\(worst)")
  }

  /// A control net is mapped as the surface that it stands for.
  @Test func subdivided() throws {
    var net = try Mesh.grid(rows: 2, columns: 2).mappingVertices { vertex, index in
      var vertex = vertex
      if index == 4 { (vertex.toX, vertex.toY) = (0.7, 0.3) }
      return vertex
    }
    let surface = try net.subdivided(steps: 2)
    try net.setSubdivisionSteps(2)
    let renderer = try Renderer.any()
    let map = try renderer.coordinates(of: Self.layer(net), on: Self.canvas, contentSize: Self.size)
    #expect(
      try map == renderer.coordinates(of: Self.layer(surface), on: Self.canvas, contentSize: Self.size))
    try net.setSubdivisionSteps(0)
    #expect(try map != renderer.coordinates(of: Self.layer(net), on: Self.canvas, contentSize: Self.size))
    try net.setSubdivisionSteps(30)
    #expect(throws: CoordinateError.self) {
      try renderer.coordinates(of: Self.layer(net), on: Self.canvas, contentSize: Self.size)
    }
    try net.setSubdivisionSteps(-1)
    // Automatic subdivision is as good as can be seen: a quarter of a pixel from the smooth surface, or better.
    let automatic = try renderer.coordinates(of: Self.layer(net), on: Self.canvas, contentSize: Self.size)
    try net.setSubdivisionSteps(6)
    let smooth = try renderer.coordinates(of: Self.layer(net), on: Self.canvas, contentSize: Self.size)
    let pairs = zip(automatic.values, smooth.values).filter { $0.isFinite && $1.isFinite }
    #expect(pairs.count > Self.size.area)
    #expect(pairs.allSatisfy { abs($0 - $1) < 0.5 })
  }

  @Test func faultsAreTyped() throws {
    let renderer = try Renderer.any()
    for wrong in [PixelSize(0, 4), PixelSize(4, -1), PixelSize(40_000, 4), PixelSize(30_000, 30_000)] {
      #expect(throws: CoordinateError.self) {
        try renderer.coordinates(of: Self.layer(), on: Self.canvas, contentSize: wrong)
      }
    }
    #expect(throws: CoordinateError.render(.emptyCanvas(Size(0, 5)))) {
      try renderer.coordinates(
        of: Self.layer(), on: Canvas(frame: Rect(0, 0, 0, 5)), contentSize: Self.size)
    }
  }
}
