import Testing

@testable import MeshTransform

/// Images that move vertices.
struct DisplacementTests {
  private func image(
    _ width: Int, _ height: Int, alpha: Image.Alpha = .straight, _ pixel: (Int, Int) -> [UInt8]
  ) -> Image {
    let bytes = (0..<width * height).flatMap { pixel($0 % width, $0 / width) }
    return Image(size: PixelSize(width, height), alpha: alpha, bytes: bytes)
  }

  private func displacement(_ x: Double, _ y: Double, _ z: Double = 0, blur: Double = 0) -> Displacement {
    var displacement = Displacement()
    (displacement.x, displacement.y, displacement.z, displacement.blur) = (x, y, z, blur)
    return displacement
  }

  /// White, black, neutral and half-transparent, over a layer of 100 x 50 points.
  @Test(
    arguments: [
      (255, 255, 1.0), (0, 255, -1), (128, 255, 0), (255, 0, 0), (255, 128, 128.0 / 255),
      (64, 255, -64.0 / 127),
    ] as [(UInt8, UInt8, Double)])
  func brightnessIsDistance(_ gray: UInt8, _ alpha: UInt8, _ share: Double) throws {
    let map = image(4, 4) { _, _ in [gray, gray, gray, alpha] }
    let size = Size(100, 50)
    let moved = try Mesh.grid(rows: 2, columns: 2).displaced(
      by: displacement(12, -8, 5), map, layerSize: size)
    // The depth of a grid is in units of the mean side, 75 points.
    for vertex in moved.vertices {
      #expect(abs(Double(vertex.toX - vertex.fromX) * 100 - 12 * share) < 1e-3)
      #expect(abs(Double(vertex.toY - vertex.fromY) * 50 + 8 * share) < 1e-3)
      #expect(abs(Double(vertex.toZ) * 75 - 5 * share) < 1e-3)
    }
  }

  /// With 16 bits the neutral gray is 32,768, and no bit is lost.
  @Test(
    arguments: [
      (65_535, 65_535, 1.0), (0, 65_535, -1), (32_768, 65_535, 0), (32_769, 65_535, 1.0 / 32_767),
      (65_535, 0, 0),
      (32_784, 65_535, 16.0 / 32_767), (65_535, 32_768, 32_768.0 / 65_535),
    ] as [(UInt16, UInt16, Double)])
  func sixteenBitsAreKept(_ gray: UInt16, _ alpha: UInt16, _ share: Double) throws {
    let pixel = [gray, gray, gray, alpha].flatMap { value in withUnsafeBytes(of: value, Array.init) }
    let straight = Image(
      size: PixelSize(4, 4), alpha: .straight, depth: .sixteen,
      bytes: Array(repeatElement(pixel, count: 16).joined()))
    for (map, tolerance) in [(straight, 1e-4), (straight.premultiplied(), 0.01)] {
      for blur in [0.0, 20] {
        let moved = try Mesh.grid(rows: 2, columns: 2).displaced(
          by: displacement(100, -100, 0, blur: blur), map, layerSize: Size(100, 100))
        for vertex in moved.vertices {
          #expect(abs(Double(vertex.toX - vertex.fromX) * 100 - 100 * share) < tolerance)
          #expect(abs(Double(vertex.toY - vertex.fromY) * 100 + 100 * share) < tolerance)
        }
      }
    }
  }

  @Test func premultipliedMapsAreTheSame() throws {
    let straight = image(8, 8) { x, y in [UInt8(30 * x), UInt8(30 * y), 90, UInt8(255 - 20 * x)] }
    let mesh = try Mesh.grid(rows: 4, columns: 4)
    let size = Size(10, 10)
    let a = try mesh.displaced(by: displacement(1, 1, 1), straight, layerSize: size)
    let b = try mesh.displaced(by: displacement(1, 1, 1), straight.premultiplied(), layerSize: size)
    for (a, b) in zip(a.vertices, b.vertices) { #expect((a.to - b.to).max() < 0.002) }
  }

  /// Channels move along axes of their own, after what the mesh does.
  @Test func channelsAreAxes() throws {
    let map = image(1, 1) { _, _ in [255, 0, 128, 255] }
    let ripple = try Mesh.ripple { $0.amplitude = 0.1 }
    let moved = try ripple.displaced(by: displacement(3, 4, 5), map, layerSize: Size(10, 10))
    for (before, after) in zip(ripple.vertices, moved.vertices) {
      #expect(abs(after.toX - before.toX - 0.3) < 1e-5)
      #expect(abs(after.toY - before.toY + 0.4) < 1e-5)
      #expect(abs(after.toZ - before.toZ) < 1e-5)
    }
  }

  /// A blurred edge is an integral of a Gaussian.
  @Test func blurIsGaussian() throws {
    let map = image(200, 3) { x, _ in x < 100 ? [0, 0, 0, 255] : [255, 255, 255, 255] }
    let moved = try Mesh.grid(rows: 1, columns: 100).displaced(
      by: displacement(1, 0, blur: 10), map, layerSize: Size(200, 3))
    // 16 %, 50 % and 84 % lie one standard deviation apart.
    func movement(_ column: Int) -> Float { 200 * (moved.vertices[column].toX - Float(column) / 100) }
    #expect(abs(movement(45) + 0.683) < 0.05)
    #expect(abs(movement(50)) < 0.02)
    #expect(abs(movement(55) - 0.683) < 0.05)
    #expect(abs(movement(20) + 1) < 0.01)
  }

  /// The standard deviation of a blurred point, and its shape, are a Gaussian's, whatever the radius.
  @Test(arguments: [0.3, 0.7, 1, 1.4, 2, 3, 4, 4.5, 6.2, 9, 15, 30])
  func blurHasTheStatedDeviation(_ sigma: Double) {
    let middle = 200
    let white = image(2 * middle + 1, 2) { x, _ in x == middle ? [255, 255, 255, 255] : [128, 128, 128, 255] }
    let map = DisplacementMap(white, blur: SIMD2(sigma, 0))
    var (sum, square, worst) = (0.0, 0.0, 0.0)
    for x in 0...2 * middle {
      let value = map.movement(at: SIMD2((Double(x) + 0.5) / Double(2 * middle + 1), 0.5)).x
      let distance = Double(x - middle)
      // Farther away there are rounding errors, which the square of the distance would magnify.
      guard abs(distance) <= 6 * sigma + 4 else { continue }
      (sum, square) = (sum + value, square + value * distance * distance)
      worst = max(worst, abs(value - gaussianShare(distance, sigma)))
    }
    #expect(abs(sum - 1) < 1e-4)
    #expect(abs((square / sum).squareRoot() / sigma - 1) < 0.01)
    // Of the height of the Gaussian's middle; below a pixel the Gaussian itself is not that of the samples.
    #expect(sigma < 1 || worst < 0.09 * gaussianShare(0, sigma))
  }

  /// A blur wider than the image continues the edges: a ramp between them stays one.
  @Test func wideBlursContinueTheEdges() {
    let step = image(20, 2) { x, _ in x < 10 ? [1, 1, 1, 255] : [255, 255, 255, 255] }
    let map = DisplacementMap(step, blur: SIMD2(40, 0))
    for x in 0..<20 {
      let expected = 2 * (0..<400).reduce(0) { $0 + gaussianShare(Double(10 - x + $1), 40) } - 1
      let value = map.movement(at: SIMD2((Double(x) + 0.5) / 20, 0.5)).x
      #expect(abs(value - expected) < 0.02, "\(x): \(value), not \(expected)")
    }
  }

  /// A Gaussian of variance 1 pixel and more at a pixel, normalized over the pixels.
  private func gaussianShare(_ distance: Double, _ sigma: Double) -> Double {
    func value(_ x: Double) -> Double { exponential(-x * x / (2 * sigma * sigma)) }
    let whole = (-400...400).reduce(0) { $0 + value(Double($1)) }
    return value(distance) / whole
  }

  /// Flat maps need few vertices; fine ones need more, with the scale; no more than the limit.
  @Test func gridsKeepTheDetail() throws {
    let size = Size(300, 200)
    func moved(
      _ map: Image, _ displacement: Displacement, scale: Double = 1, rows: Int = 1
    ) throws -> Mesh {
      try Mesh.grid(rows: rows, columns: rows).displaced(
        by: displacement, map, layerSize: size, scale: scale)
    }
    let flat = image(300, 200) { _, _ in [200, 200, 200, 255] }
    #expect(try moved(flat, displacement(50, 50), scale: 2).vertices.count == 81)
    let bump = image(300, 200) { x, y in
      let inside = (x - 150) * (x - 150) + (y - 100) * (y - 100) < 900
      return inside ? [255, 255, 255, 255] : [128, 128, 128, 255]
    }
    #expect(try moved(bump, displacement(0.1, 0)).vertices.count == 81)
    let soft = try moved(bump, displacement(4, 0, blur: 12))
    let hard = try moved(bump, displacement(20, 0), scale: 4)
    #expect(soft.vertices.count > 81 && soft.vertices.count < hard.vertices.count)
    #expect(hard.vertices.count <= Mesh.vertexLimit)
    // A grid's own vertices stay vertices.
    #expect(try moved(flat, displacement(1, 1), rows: 6).vertices.count == 13 * 13)
    // Between the vertices nothing is farther off than a quarter of a pixel.
    let side = Int(Double(soft.vertices.count).squareRoot()) - 1
    let fine = try moved(bump, displacement(4, 0, blur: 12), rows: 4 * side)
    #expect(fine.vertices.count == (4 * side + 1) * (4 * side + 1))
    for row in 0...side {
      for column in 0..<side {
        let first = row * (side + 1) + column
        let middle = 4 * row * (4 * side + 1) + 4 * column + 2
        let mean = (soft.vertices[first].toX + soft.vertices[first + 1].toX) / 2
        #expect(abs(mean - fine.vertices[middle].toX) * 300 < 0.27)
      }
    }
  }

  /// A large map is reduced, and moves points as a small one does.
  @Test func largeMapsAreReduced() throws {
    let large = image(5000, 3) { x, _ in [UInt8(x * 255 / 5000), 128, 128, 255] }
    let small = image(500, 3) { x, _ in [UInt8(x * 255 / 500), 128, 128, 255] }
    let size = Size(500, 3)
    let a = try Mesh.grid(rows: 1, columns: 20).displaced(by: displacement(4, 0), large, layerSize: size)
    let b = try Mesh.grid(rows: 1, columns: 20).displaced(by: displacement(4, 0), small, layerSize: size)
    #expect(a.vertices.count == b.vertices.count)
    for (a, b) in zip(a.vertices, b.vertices) { #expect(abs(a.toX - b.toX) * 500 < 0.05) }
  }

  private var bump: Image {
    image(64, 64) { x, y in
      let inside = (x - 30) * (x - 30) + (y - 30) * (y - 30) < 300
      return inside ? [255, 200, 60, 255] : [128, 100, 90, 255]
    }
  }

  /// Grids with vertices by columns get rows and columns as those with vertices by rows do.
  @Test(arguments: [2, 5, 40]) func gridsByColumnsAreGrids(columns: Int) throws {
    let bump = bump
    let size = Size(200, 100)
    let byColumns = try Mesh.wave { $0.columns = columns }
    let moved = try byColumns.displaced(by: displacement(9, 9, 2), bump, layerSize: size)
    let grid = try #require(GridSize(moved))
    #expect(grid.rows >= 32 && grid.columns >= 32 && grid.columns % columns == 0)
    // The same from the wave with its vertices by rows.
    let vertices: [Mesh.Vertex] = (0...1).flatMap { row in
      (0...columns).map { column in byColumns.vertices[2 * column + row] }
    }
    let byRows = Mesh(unchecked: vertices, Mesh.FaceStorage.grid(rows: 1, columns: columns))
    #expect(try byRows.displaced(by: displacement(9, 9, 2), bump, layerSize: size) == moved)
  }

  /// A single face moves as the flat grid does, whatever the order of its vertices.
  @Test func singleFacesMoveAsGrids() throws {
    let bump = bump
    let flat = Mesh.singleFace
    let face = try Mesh(
      vertices: [SIMD2(0, 0), SIMD2(1, 0), SIMD2(1, 1), SIMD2(0, 1)].map {
        Mesh.Vertex(from: $0, to: SIMD3($0, 0))
      }, faces: [Mesh.Face(0, 1, 2, 3)], depthNormalization: .average)
    func vertices(_ mesh: Mesh) throws -> [SIMD4<Float>] {
      let moved = try mesh.displaced(by: displacement(6, -4), bump, layerSize: Size(100, 100))
      return moved.vertices.map { SIMD4(lowHalf: $0.from, highHalf: SIMD2($0.toX, $0.toY)) }
        .sorted { ($0.y, $0.x) < ($1.y, $1.x) }
    }
    let (expected, got) = (try vertices(flat), try vertices(face))
    #expect(got.count == expected.count && got.count > 81)
    for (a, b) in zip(expected, got) { #expect(abs((a - b).max()) < 1e-6 && abs((b - a).max()) < 1e-6) }
  }

  /// Triangles keep their settings; a control mesh is subdivided before its surface moves.
  @Test func otherMeshesAreDivided() throws {
    let map = image(64, 64) { x, _ in [UInt8(4 * x), 0, 0, 255] }
    var fan = try Mesh(
      vertices: [
        Mesh.Vertex(from: SIMD2(0, 0), to: SIMD3(0, 0, 0)),
        Mesh.Vertex(from: SIMD2(1, 0), to: SIMD3(1, 0, 0)),
        Mesh.Vertex(from: SIMD2(1, 1), to: SIMD3(1, 1, 0)),
      ], faces: [Mesh.Face(0, 1, 2, 2)])
    (fan.replicatesEdges, fan.brightness) = (true, [0, 1, 1])
    let moved = try fan.displaced(by: displacement(5, 5), map, layerSize: Size(10, 10))
    #expect(moved.vertices.count == 9 * 10 / 2 && moved.faces.count == 8 * 9 / 2 && moved.replicatesEdges)
    for (vertex, brightness) in zip(moved.vertices, moved.brightness) {
      #expect(abs(vertex.fromX - brightness) < 1e-6)
      #expect(abs(vertex.toY - vertex.fromY + 0.5) < 1e-6)
      let red = min(max(Double(vertex.fromX) * 64 - 0.5, 0), 63) * 4
      #expect(abs(Double(vertex.toX - vertex.fromX) - 0.5 * (red - 128) / 127) < 0.01)
    }
    for steps in [2, -1] {
      var control = try Mesh.grid(rows: 2, columns: 2) { SIMD3($0.x, $0.y, $0.x * $0.x) }
      control.subdivisionSteps = steps
      let moved = try control.displaced(by: displacement(5, 5), bump, layerSize: Size(100, 100))
      #expect(moved.vertices.count > 1000 && moved.subdivisionSteps == 0)
    }
  }
}
