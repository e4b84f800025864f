import MeshFormats
import MeshTransform
import SceneDocument
import Testing

@Suite struct CoreAnimationTextTests {
  private static let text = """
    [0 0] [0 0 0] v
    [1 0] [1 0 0.5] v
    [1 1] [1 1 0] v
    [0 1] [0 1 0] v
    [0 1 2 3] [0 1.5 0 10] f

    """

  private func read(_ text: String) throws(DocumentError) -> MeshFile.Contents {
    try CoreAnimationText.read(bytes(text), name: "m.camesh")
  }

  @Test func verticesAndFaces() throws {
    let mesh = try read(Self.text).mesh()
    #expect(mesh.vertices[1] == Mesh.Vertex(from: SIMD2(1, 0), to: SIMD3(1, 0, 0.5)))
    #expect(mesh.faces == [Mesh.Face(SIMD4(0, 1, 2, 3), creases: SIMD4(0, 1.5, 0, 10))])
    #expect(String(decoding: CoreAnimationText.encode(mesh), as: UTF8.self) == Self.text)
  }

  @Test(arguments: [
    ("0 0", "0, 0"), ("0 0", "0,0"), ("[0 0] [0 0 0] v", "[ 0 0 ]\n[0 0\t0]v"), ("v\n", "v "), ("\n", "\r\n"),
    ("] [", "],["),
    ("[0 1 2 3]", "# the only face\n[0 1 2 3]"),
  ])
  func separators(_ from: String, _ to: String) throws {
    #expect(try read(Self.text.replacing(from, with: to)) == read(Self.text))
  }

  @Test func creasesMayBeLeftOut() throws {
    #expect(try read(Self.text.replacing("[0 1.5 0 10] ", with: "")).faces == [Mesh.Face(0, 1, 2, 3)])
  }

  @Test func writtenMeshesReadBackBitForBit() throws {
    var mesh = try randomGrid(rows: 4, columns: 6, seed: 5)
    mesh.depthNormalization = .none
    try mesh.replaceVertex(
      at: 3, with: Mesh.Vertex(from: SIMD2(-0.0, .leastNonzeroMagnitude), to: SIMD3(3e38, -1e-20, 0.1)))
    try mesh.replaceFace(at: 2, with: Mesh.Face(mesh.faces[2].indices, creases: SIMD4(0.1, 3, .infinity, 0)))
    let read = try CoreAnimationText.read(CoreAnimationText.encode(mesh), name: "m").mesh()
    try mesh.replaceFace(at: 2, with: Mesh.Face(mesh.faces[2].indices, creases: SIMD4(0.1, 3, 10, 0)))
    #expect(read == mesh && read.vertices[3].fromX.sign == .minus)
  }

  @Test(arguments: [
    ("[0 0] v", "m.camesh:6:1: a vertex is written [fx fy] [tx ty tz] v; this one has [2 numbers]"),
    ("[0 0] [1 2] v", "this one has [2 numbers] [2 numbers]"),
    ("[0] [0 0 0] v", "this one has [1 number] [3 numbers]"),
    (
      "[0 0 0 0] [0 0 0] f",
      "m.camesh:6:1: a face is written [a b c d] [w0 w1 w2 w3] f; this one has [4 numbers] [3 numbers]"
    ),
    ("[0 0 0 0 0] f", "m.camesh:6:10: found \"0]\" after four numbers; write \"]\" here"),
    ("[0 0] [0 0 0] [0] v", "m.camesh:6:15: there is a third list in brackets"),
    (
      "[0 0] [0 0 0]",
      "m.camesh:6:14: found the end of the file after the numbers; use v for a vertex or f for a face"
    ),
    ("[0 0] [0 0 0] vertex", "m.camesh:6:15: found \"vertex\" after the numbers"),
    ("[0 0] [0 0", "m.camesh:6:11: found the end of the file; use a number or \"]\""),
    ("[0 0,] [0 0 0] v", "m.camesh:6:6: found \"]\" after a comma; use a number"),
    ("[0,,0] [0 0 0] v", "m.camesh:6:4: found \",0]\"; use a number"),
    ("[0 1 2 4] f", "m.camesh:6:1: the face names vertex 4, but there are 4 vertices, counted from 0"),
    ("[0 1 2 -1] f", "m.camesh:6:8: found \"-1]\"; use a vertex index"),
    ("[0 1 2 1.5] f", "m.camesh:6:8: found \"1.5]\"; use a vertex index"),
    ("[0 1 2 1e300] f", "m.camesh:6:8: found \"1e300]\"; use a vertex index"),
    ("[0 1 2 3] [0 0 0 -1] f", "m.camesh:6:18: the crease is -1.0; use 0 (smooth) or more"),
    ("[0 1 2 3] [0 0 0 nan] f", "m.camesh:6:18: found \"nan]\"; use a number"),
    ("[0 0] [0 0 1e39] v", "m.camesh:6:12: 1e+39 is too large"),
    ("v [0 0] [0 0 0]", "m.camesh:6:1: found \"v\"; use \"[\" and the numbers of a vertex or face"),
    ("{", "m.camesh:6:1: found \"{\"; use \"[\""),
  ])
  func faultsAreNamed(line: String, expected: String) {
    let error = words { () throws(DocumentError) in try read(Self.text + line) }
    #expect(error.contains(expected), "\(error)")
  }

  @Test func nothingToDrawIsNamed() {
    #expect(words { () throws(DocumentError) in try read("") }.contains("there are no vertices"))
    #expect(words { () throws(DocumentError) in try read("[0 0] [0 0 0] v") }.contains("there are no faces"))
  }
}
