import MeshFormats
import MeshTransform
import SceneDocument
import Testing

@Suite struct OBJFileTests {
  private static let square = """
    v 0 1 0
    v 1 1 0.5
    v 1 0 0
    v 0 0 0
    vt 0 1
    vt 1 1
    vt 1 0
    vt 0 0

    """

  private func read(_ text: String) throws(DocumentError) -> MeshImport {
    try OBJFile.read(bytes(text), name: "m.obj")
  }

  /// Counterclockwise in the file, clockwise on the screen, from the same corner.
  private let face = Mesh.Face(0, 1, 2, 3)

  @Test(arguments: [
    "f 1/1 4/4 3/3 2/2", "f -4/-4 -1/-1 -2/-2 -3/-3", "f 1/1/9 4/4/9 3/3/9 2/2/-2",
    "f 1/1 4/4 \\\n  3/3\\\r\n 2/2", "f\t1/1  4/4 3/3 2/2   # the only one",
  ])
  func aQuad(_ text: String) throws {
    let mesh = try read(Self.square + text).contents.mesh()
    #expect(mesh.faces == [face])
    #expect(mesh.vertices.map(\.from) == [SIMD2(0, 0), SIMD2(1, 0), SIMD2(1, 1), SIMD2(0, 1)])
    #expect(mesh.vertices.map(\.to) == [SIMD3(0, 0, 0), SIMD3(1, 0, 0.5), SIMD3(1, 1, 0), SIMD3(0, 1, 0)])
  }

  @Test func aTriangle() throws {
    let mesh = try read(Self.square + "f 1/1 3/3 2/2").contents.mesh()
    #expect(mesh.triangleIndices() == [0, 1, 2])
    #expect(String(decoding: OBJFile.encode(mesh), as: UTF8.self).contains("f 1/1 3/3 2/2\n"))
  }

  @Test func aPositionWithTwoTextureCoordinatesIsTwoVertices() throws {
    let mesh = try read(Self.square + "vt 0.5 0.5\nf 1/1 4/4 3/3 2/2\nf 1/5 4/4 3/3 2/2\nf 1/5 4/1 3/3 2/2\n")
      .contents
      .mesh()
    #expect(mesh.vertices.count == 6)
    #expect(mesh.faces == [Mesh.Face(0, 2, 3, 4), Mesh.Face(1, 2, 3, 4), Mesh.Face(1, 2, 3, 5)])
    #expect(mesh.vertices[1].from == SIMD2(0.5, 0.5) && mesh.vertices[1].to == mesh.vertices[0].to)
    #expect(mesh.vertices[5].from == SIMD2(0, 0) && mesh.vertices[5].to == mesh.vertices[4].to)
  }

  @Test func ignoredStatementsAreReported() throws {
    let text =
      "mtllib x.mtl\no cube \"é\"\ng a b\nusemtl red\ns off\nvn 0 0 1\nl 1 2\n" + Self.square
      + "v 9 9 9 0.5 0.5 1\nf 1/1 4/4 3/3 2/2"
    let read = try read(text)
    #expect(read.contents.vertices.count == 4)
    #expect(
      read.notes == [
        "ignored the colors, lines and points",
        "left out 1 position that no face uses",
      ])
  }

  @Test func writtenMeshesReadBackEqual() throws {
    for seed in UInt64(0)..<8 {
      var mesh = try randomGrid(rows: 5, columns: 4, seed: seed)
      mesh.depthNormalization = .none
      try mesh.addVertex(Mesh.Vertex(from: SIMD2(-3e30, 7), to: SIMD3(1e-3, -1e20, 1e38)))  // of no face
      try mesh.addFace(Mesh.Face(4, 2, 8, 8))
      #expect(try OBJFile.read(OBJFile.encode(mesh), name: "m").contents.mesh() == mesh)
    }
  }

  /// Below 2^-29 the distance from the top is lost, but at most 2^-54 of the layer.
  @Test func tinyCoordinatesKeepTheirPlace() throws {
    let grid = try Mesh.grid(rows: 1, columns: 1).mappingVertices { vertex, _ in
      Mesh.Vertex(from: vertex.from, to: vertex.to + SIMD3(1e-20, 1e-20, 1e-20))
    }
    let mesh = try OBJFile.read(OBJFile.encode(grid), name: "m").contents.mesh()
    #expect(mesh.vertices[0].toX == 1e-20 && mesh.vertices[0].toZ == 1e-20)
    #expect(abs(mesh.vertices[0].toY) <= 0x1p-54)
  }

  @Test(arguments: [
    ("f 1/1 2/2", "m.obj:9:1: the face has 2 corners; use three or more"),
    ("f", "m.obj:9:1: the face has 0 corners"),
    ("f 1 2 3", "m.obj:9:3: the corner \"1\" has no texture coordinate"),
    ("f 1/1 2/2 3", "m.obj:9:11: the corner \"3\" has no texture coordinate"),
    ("f 1/1 2/2 3/3 4/4 5/1", "m.obj:9:1: the face names position 5, but the file has 4"),
    (
      "f 1/1 2/2 3/3 4//1",
      "project the content onto the mesh with --fit-mesh contain (\"fit\" in a scene), or export"
    ),
    ("f 1//1 2//1 3//1", "m.obj:9:3: the corner \"1//1\" has no texture coordinate"),
    ("f 1/ 2/2 3/3", "m.obj:9:5: found \" 2/2\""),
    ("f 0/1 2/2 3/3", "m.obj:9:3: the index is 0; OBJ counts from 1, or back from -1"),
    ("f 1/1 2/2 5/3", "m.obj:9:1: the face names position 5, but the file has 4"),
    ("f 1/1 2/2 3/7", "m.obj:9:1: the face names texture coordinate 7, but the file has 4"),
    ("f 1/1 2/2 -5/3", "m.obj:9:11: the index is -5, but 4 came before it; use -4 or nearer"),
    (
      "f 1/1 2/2 99999999999999999999/3",
      "m.obj:9:11: found \"99999999999999999999/3\"; use the index of a position"
    ),
    ("f 1/1 2/2 -9223372036854775808/3", "m.obj:9:11: found"),
    ("f 1/1 2/2 1.5/3", "m.obj:9:11: found \"1.5/3\""),
    ("f 1/1/x 2/2 3/3", "m.obj:9:7: found \"x\"; use the index of a normal"),
    ("f 1/1/1/1 2/2 3/3", "m.obj:9:7: found \"1/1\"; use the index of a normal"),
    ("v 1 2", "m.obj:9:6: the line ends before z"),
    ("v 1 2 a", "m.obj:9:7: found \"a\"; use z, a number"),
    ("v 1 2 inf", "m.obj:9:7: found \"inf\""),
    ("v 1 2 1e39", "m.obj:9:2: 1e+39 is too large"),
    ("v 1 2 3 4 5 6 7 8", "a vertex has x, y, z and at most a weight or a color"),
    ("vt 0 0 0 0", "m.obj:9:10: found \"0\"; a texture coordinate has at most three numbers"),
    ("solid cube", "m.obj:9:1: found \"solid\"; an OBJ file's lines begin with v"),
    ("{\"vertices\": []}", "m.obj:9:1: found \"{\"vertices\":\""),
    ("", "m.obj: there are no faces, so nothing would be drawn"),
  ])
  func faultsAreNamed(line: String, expected: String) {
    let error = words { () throws(DocumentError) in try read(Self.square + line) }
    #expect(error.contains(expected), "\(error)")
  }

  /// One position with a hundred thousand texture coordinates must not take quadratic time.
  @Test func manyPairsOfOnePositionAreQuick() throws {
    var text = "v 0 0 0\nv 1 0 0\nv 1 1 0\n"
    for i in 0..<5000 { text += "vt \(i) 0\n" }
    for i in 1...5000 { text += "f 1/\(i) 2/1 3/1\n" }
    let clock = ContinuousClock()
    var count = 0
    let time = try clock.measure { count = try read(text).contents.vertices.count }
    #expect(count == 5002)
    #expect(time < .seconds(5))
  }
}
