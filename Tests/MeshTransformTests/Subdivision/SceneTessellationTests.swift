import Testing

@testable import MeshTransform

@Suite("Tessellated scenes")
struct SceneTessellationTests {
  private func scene(_ mesh: Mesh?, in outer: Mesh? = nil, rasterizationScale: Double? = nil) -> Scene {
    var layer = Layer(
      bounds: Rect(0, 0, 100, 100), position: Point(50, 50), contents: .color(.black))
    layer.mesh = mesh
    var root = Layer(bounds: Rect(0, 0, 100, 100), position: Point(50, 50))
    (root.mesh, root.rasterizationScale, root.sublayers) = (outer, rasterizationScale, [layer])
    root.name = "root"
    return Scene(canvas: Canvas(frame: Rect(0, 0, 100, 100)), layers: [root])
  }

  private func dome(_ steps: Int) throws -> Mesh {
    var mesh = try Mesh.grid(rows: 3, columns: 3) { SIMD3($0.x, $0.y * $0.y, $0.x * $0.x) }
    try mesh.setSubdivisionSteps(steps)
    return mesh
  }

  @Test("replaces what is to be subdivided and nothing else")
  func replaces() throws {
    let plain = scene(try dome(0))
    #expect(try plain.tessellated() == plain)
    let refined = try scene(dome(2)).tessellated()[LayerPath(0, 0)].mesh
    #expect(refined == (try dome(2).tessellated(steps: 2)))
    #expect(refined?.limitNormals.count == refined?.vertices.count && refined?.subdivisionSteps == 0)
    var hidden = scene(try dome(30))
    hidden.layers[0].sublayers[0].isHidden = true
    #expect(try hidden.tessellated() == hidden)
  }

  @Test("level 0 of an automatic mesh has the surface's normals")
  func flat() throws {
    var mesh = try Mesh.grid(rows: 3, columns: 3) { SIMD3($0.x, $0.y, $0.x * $0.x) }
    try mesh.setSubdivisionSteps(-1)
    let drawn = try #require(try scene(mesh).tessellated()[LayerPath(0, 0)].mesh)
    // Without perspective, depth alone makes no difference.
    #expect(drawn.vertices == mesh.vertices)
    #expect(drawn.limitNormals.count == 16)
  }

  @Test("inside a mesh the picture's pixels count")
  func nested() throws {
    let mesh = try dome(-1)
    let outer = try Mesh.grid(rows: 1, columns: 1)
    func faces(_ scene: Scene) throws -> Int {
      try scene.tessellated()[LayerPath(0, 0)].mesh?.faces.count ?? 0
    }
    let alone = try faces(scene(mesh))
    #expect(try faces(scene(mesh, in: outer)) == alone)
    #expect(try faces(scene(mesh, in: outer, rasterizationScale: 16)) >= 4 * alone)
    #expect(try faces(scene(mesh, rasterizationScale: 16)) == alone)
  }

  @Test("an error names the layer, the estimate and what fits")
  func budget() throws {
    let scene = scene(try dome(20))
    let error = #expect(throws: LayerError.self) { try scene.tessellated(limit: 1000) }
    #expect(error?.path == LayerPath(0, 0))
    #expect(error?.description.contains("use 3 or fewer") == true, "\(error.map { "\($0)" } ?? "")")
    // Where nothing can be thrown, as many steps as fit.
    #expect(scene.outline() != nil)
    #expect(HitTester(scene).hitTest(Point(50, 20)) != nil)
  }

  @Test("the faces of all meshes have a limit, which is checked before any are made")
  func totalFaces() throws {
    var scene = scene(try dome(2))
    scene.layers += scene.layers
    #expect(throws: Never.self) { try scene.tessellated(totalFaces: 288) }
    #expect(throws: LayerError.self) { try scene.tessellated(totalFaces: 287) }
    #expect(throws: LayerError.self) { try scene.checkSubdivision(totalFaces: 200) }
    let error = #expect(throws: LayerError.self) { try scene.tessellated(totalFaces: 200) }
    // Of a quad with four corners, at least three of the four faces of the first step are counted before.
    #expect(error?.problem == .mesh(.tooManyFacesInAll(216, limit: 200)))
  }

  @Test("the surface has the outline, not the net")
  func outline() throws {
    var mesh = try Mesh.grid(rows: 2, columns: 2) { SIMD3($0.x, $0.x == 0.5 && $0.y == 1 ? 2 : $0.y, 0) }
    try mesh.setSubdivisionSteps(6)
    let outline = try #require(scene(mesh).outline())
    // The boundary is a cubic B-spline through its ends: a third of 1 beyond the side's middle is lost.
    #expect(abs(outline.maxY - (100 + 100 * 2 / 3.0)) < 1)
  }

  @Test("hits name the control net's face", arguments: [false, true])
  func hits(hasTriangles: Bool) throws {
    var mesh = try Mesh.grid(rows: 3, columns: 3)
    if hasTriangles {
      try mesh.replaceFace(at: 4, with: Mesh.Face(5, 6, 10, 10))
      try mesh.addFace(Mesh.Face(5, 10, 9, 9))
    }
    for steps in [1, 3, -1] {
      try mesh.setSubdivisionSteps(steps)
      let tester = HitTester(scene(mesh))
      for row in 0..<3 {
        for column in 0..<3 {
          let point = Point(100 * (Double(column) + 0.6) / 3, 100 * (Double(row) + 0.3) / 3)
          let face = try #require(tester.hitTest(point)?.face)
          #expect(face.index == 3 * row + column)
        }
      }
      if hasTriangles {
        #expect(tester.hitTest(Point(100 * 1.3 / 3, 100 * 1.6 / 3))?.face?.index == 9)
      }
    }
  }
}
