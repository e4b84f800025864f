import MeshTransform
import TestSupport
import Testing

@Suite struct MeshResamplingTests {
  private let size = Size(400, 300)

  /// A surface that is bent in all coordinates.
  private static func bend(_ p: SIMD2<Float>) -> SIMD3<Float> {
    SIMD3(p.x + 0.2 * p.y * p.y, p.y - 0.1 * p.x * p.x, 0.3 * p.x * p.y - 0.2 * p.x * p.x)
  }

  private func grid(_ rows: Int, _ columns: Int) throws -> Mesh {
    try Mesh.grid(rows: rows, columns: columns, to: Self.bend)
  }

  /// The same mesh with its faces and vertices in another order, so that it is no grid by its numbering.
  private func shuffled(_ mesh: Mesh, seed: UInt64 = 3) throws -> Mesh {
    var random = SplitMix64(seed: seed)
    let order = mesh.vertices.indices.shuffled(using: &random)
    var place = [UInt32](repeating: 0, count: order.count)
    for (new, old) in order.enumerated() { place[old] = UInt32(new) }
    return try Mesh(
      vertices: order.map { mesh.vertices[$0] },
      faces: mesh.faces.shuffled(using: &random).map { face in
        let i = face.indices
        return Mesh.Face(place[Int(i.x)], place[Int(i.y)], place[Int(i.z)], place[Int(i.w)])
      }, depthNormalization: mesh.depthNormalization)
  }

  private func byPlace(_ mesh: Mesh) -> [SIMD2<Float>: SIMD3<Float>] {
    Dictionary(mesh.vertices.map { ($0.from, $0.to) }) { a, _ in a }
  }

  @Test(arguments: [(4, 6, 8, 3), (10, 10, 20, 40), (3, 7, 5, 11), (1, 1, 64, 64)])
  func gridsAreExactAtTheVerticesOfBoth(_ a: Int, _ b: Int, _ c: Int, _ d: Int) throws {
    let meshes = try [grid(a, b), shuffled(grid(c, d))]
    let common = try Mesh.onCommonGrid(meshes, layerSize: size)
    #expect(common[0].faces == common[1].faces)
    #expect(common[0].vertices.map(\.from) == common[1].vertices.map(\.from))
    _ = try common[0].interpolated(to: common[1], fraction: 0.5)
    for (mesh, made) in zip(meshes, common) {
      let places = byPlace(made)
      for vertex in mesh.vertices {
        #expect(places[vertex.from] == vertex.to, "\(vertex)")
      }
    }
  }

  /// Against the definition of the surface: the affine map on the triangle of the coarse mesh that has the point.
  @Test func everyVertexLiesOnTheTriangles() throws {
    let (rows, columns) = (3, 5)
    let coarse = try grid(rows, columns)
    let fine = try coarse.resampled(rows: 24, columns: 35)
    for vertex in fine.vertices {
      let (x, y) = (Double(vertex.fromX) * Double(columns), Double(vertex.fromY) * Double(rows))
      let (column, row) = (min(Int(x), columns - 1), min(Int(y), rows - 1))
      let (u, v) = (x - Double(column), y - Double(row))
      func corner(_ down: Int, _ across: Int) -> SIMD3<Double> {
        SIMD3<Double>(coarse.vertices[(row + down) * (columns + 1) + column + across].to)
      }
      // The diagonal runs from the top left to the bottom right.
      let middle = u >= v ? corner(0, 1) * (u - v) : corner(1, 0) * (v - u)
      let expected = corner(0, 0) * (1 - max(u, v)) + middle + corner(1, 1) * min(u, v)
      #expect(abs(vertex.to - SIMD3<Float>(expected)).max() < 1e-6, "\(vertex)")
    }
  }

  /// A one-face perspective map and a one-face bilinear map, against their formulas.
  @Test func otherInterpolationsAreSampledAsTheyDraw() throws {
    var pin = try Mesh.grid(rows: 1, columns: 1) { corner in
      SIMD3(corner == .zero ? SIMD2(0.2, 0.1) : corner == .one ? SIMD2(0.9, 0.7) : corner, 0)
    }
    pin.faceInterpolation = .projective
    let fine = try pin.resampled(rows: 8, columns: 8)
    #expect(fine.faceInterpolation == .projective)
    // A perspective map keeps lines: the cross product of three points in a row is 0.
    let p = fine.vertices
    for row in 0...8 {
      let (a, b, c) = (p[9 * row].to, p[9 * row + 3].to, p[9 * row + 8].to)
      #expect(abs((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)) < 1e-6)
    }
    // The diagonals of the content meet where those of the face do.
    let corners = pin.vertices.map { SIMD2<Double>(Double($0.toX), Double($0.toY)) }
    let face = pin.faces[0].indices
    let (a, b, c, d) = (
      corners[Int(face.x)], corners[Int(face.y)], corners[Int(face.z)], corners[Int(face.w)]
    )
    let (ac, bd) = (c - a, d - b)
    let t = ((b.x - a.x) * bd.y - (b.y - a.y) * bd.x) / (ac.x * bd.y - ac.y * bd.x)
    let middle = SIMD2<Double>(Double(p[40].toX), Double(p[40].toY))
    let difference = middle - (a + ac * t)
    #expect(max(abs(difference.x), abs(difference.y)) < 1e-6)

    var bilinear = try Mesh.grid(rows: 1, columns: 1) { SIMD3($0.x * (1 - 0.5 * $0.y), $0.y, $0.x * $0.y) }
    bilinear.faceInterpolation = .bilinear
    for vertex in try bilinear.resampled(rows: 5, columns: 7).vertices {
      let (x, y) = (vertex.fromX, vertex.fromY)
      #expect(abs(vertex.to - SIMD3(x * (1 - 0.5 * y), y, x * y)).max() < 1e-5, "\(vertex)")
    }
  }

  @Test func equalFacesStayAsTheyAre() throws {
    let (a, b) = try (Mesh.ripple { $0.phase = 0.2 }, Mesh.ripple { $0.phase = 0.4 })
    #expect(try Mesh.onCommonGrid([a, b], layerSize: size) == [a, b])
    #expect(try Mesh.onCommonGrid([], layerSize: size).isEmpty)
  }

  @Test func depthHasTheUnitsOfTheFirst() throws {
    var (a, b) = try (grid(4, 4), grid(4, 4))
    (a.depthNormalization, b.depthNormalization) = (.width, .none)
    let common = try Mesh.onCommonGrid([a, b], layerSize: size)
    #expect(common[0] == a && common[1].depthNormalization == .width)
    for (x, y) in zip(common[1].vertices, b.vertices) { #expect(abs(x.toZ * 400 - y.toZ) < 1e-6) }
    // A layer without width has no points in its unit; points are the common unit then.
    let empty = try Mesh.onCommonGrid([a, b], layerSize: Size(0, 300))
    #expect(empty[0].depthNormalization == .none && empty[1] == b)
    #expect(empty[0].vertices.allSatisfy { $0.toZ == 0 })
  }

  @Test func settingsAndBrightnessAreKept() throws {
    var (a, b) = try (grid(2, 2), grid(3, 3))
    a.replicatesEdges = true
    try b.setBrightness((0..<16).map { Float($0) / 10 })
    b.faceInterpolation = .bilinear
    let common = try Mesh.onCommonGrid([a, b], layerSize: size)
    #expect(common.allSatisfy { $0.replicatesEdges && $0.faceInterpolation == .triangles })
    #expect(common[0].brightness.isEmpty)
    for (vertex, brightness) in zip(common[1].vertices, common[1].brightness) {
      #expect(abs(brightness - (vertex.fromX * 0.3 + vertex.fromY * 1.2)) < 1e-5)
    }
    #expect(
      try common[0].interpolated(to: common[1], fraction: 0.5).brightness.count == common[1].vertices.count)
  }

  @Test func aSmoothSurfaceIsMadeFirst() throws {
    var control = try grid(3, 3)
    try control.setSubdivisionSteps(3)
    let flat = try Mesh.flat { ($0.rows, $0.columns) = (5, 5) }
    let common = try Mesh.onCommonGrid([control, flat], layerSize: size)
    #expect(common[0].subdivisionSteps == 0)
    let (surface, places) = (try control.subdivided(steps: 3), byPlace(common[0]))
    var found = 0
    for vertex in surface.vertices {
      guard let to = places[vertex.from] else { continue }
      #expect(abs(to - vertex.to).max() < 1e-6)
      found += 1
    }
    #expect(found > surface.vertices.count / 2)
    try control.setSubdivisionSteps(Mesh.automaticSubdivision)
    #expect(try Mesh.onCommonGrid([control, flat], layerSize: size)[0].vertices.count >= 4096)
  }

  /// A fan of triangles around points at random: no rows, no columns.
  @Test func meshesWithoutRowsAreSampledOnAnEvenGrid() throws {
    var random = SplitMix64(seed: 11)
    var vertices = [(0, 0), (1, 0), (1, 1), (0, 1)].map { SIMD2<Float>(Float($0.0), Float($0.1)) }
    var faces: [Mesh.Face] = [Mesh.Face(0, 1, 2, 2), Mesh.Face(2, 3, 0, 0)]
    for _ in 0..<60 {
      // A point in a triangle divides it in three.
      let face = faces.remove(at: Int.random(in: 0..<faces.count, using: &random))
      let i = face.indices
      let center = (vertices[Int(i.x)] + vertices[Int(i.y)] + vertices[Int(i.z)]) / 3
      let new = UInt32(vertices.count)
      vertices.append(center)
      faces += [
        Mesh.Face(i.x, i.y, new, new), Mesh.Face(i.y, i.z, new, new), Mesh.Face(i.z, i.x, new, new),
      ]
    }
    let mesh = try Mesh(
      vertices: vertices.map { Mesh.Vertex(from: $0, to: SIMD3(2 * $0.x, $0.y - $0.x, 3)) }, faces: faces)
    let common = try Mesh.onCommonGrid([mesh, grid(2, 2)], layerSize: size)
    for vertex in common[0].vertices {
      let expected = SIMD3(2 * vertex.fromX, vertex.fromY - vertex.fromX, 3)
      #expect(abs(vertex.to - expected).max() < 1e-5, "\(vertex)")
    }
  }

  @Test func theLimitHolds() throws {
    let (a, b) = try (grid(100, 3), grid(3, 97))
    for limit in [4, 30, 1000, 5000] {
      let common = try Mesh.onCommonGrid([a, b], layerSize: size, limit: limit)
      #expect(common.allSatisfy { $0.vertices.count <= limit }, "\(limit)")
      #expect(common[0].vertices.count * 4 >= limit, "\(limit): \(common[0].vertices.count)")
    }
    let error = #expect(throws: MeshResamplingError.self) { try a.resampled(rows: 0, columns: 1) }
    #expect(error?.problem == .mesh(.emptyGrid(rows: 0, columns: 1)))
  }

  @Test func holesAndOverlapsAreNamed() throws {
    let whole = try grid(2, 2)
    func fault(_ mesh: Mesh) -> MeshResamplingError? {
      #expect(throws: MeshResamplingError.self) {
        try Mesh.onCommonGrid([whole, mesh], layerSize: size)
      }
    }
    var holed = try grid(4, 4)
    try holed.removeFace(at: 5)
    let hole = fault(holed)
    guard case .hole(let point) = hole?.problem else { return #expect(Bool(false), "\(hole as Any)") }
    #expect((0.25...0.5).contains(point.x) && (0.25...0.5).contains(point.y) && hole?.mesh == 1)
    #expect(hole?.description.contains("no face shows the content's point (0.25") == true, "\(hole as Any)")

    var small = try grid(4, 4)
    small = try small.mappingVertices { vertex, _ in
      Mesh.Vertex(from: vertex.from * 0.5, to: vertex.to)
    }
    guard case .hole = fault(small)?.problem else { return #expect(Bool(false)) }
    guard case .hole = fault(Mesh())?.problem else { return #expect(Bool(false)) }

    var twice = try grid(4, 4)
    try twice.addFace(Mesh.Face(0, 2, 12, 10))
    let overlap = fault(twice)
    guard case .overlapping(_, let other) = overlap?.problem else { return #expect(Bool(false)) }
    #expect(other == 16)
    #expect(overlap?.description.contains("faces[16] show the same spot of the content") == true)
  }

  @Test func coordinatesBeyondFloatAreNamed() throws {
    let far = try Mesh.grid(rows: 1, columns: 1) { SIMD3($0.x * 3e38, $0.y * 3e38, 3e38) }
    var other = try grid(2, 2)
    other.depthNormalization = .none
    let common = try Mesh.onCommonGrid([far, grid(2, 2)], layerSize: size)
    #expect(common[0].vertices.allSatisfy { $0.isFinite })
    let error = #expect(throws: MeshResamplingError.self) {
      try Mesh.onCommonGrid([other, far], layerSize: size)
    }
    guard case .mesh(.nonFinite) = error?.problem else { return #expect(Bool(false), "\(error as Any)") }
    #expect(error?.mesh == 1)
  }
}
