import MeshTransform
import SceneDocument
import TestSupport
import Testing

@Suite struct MeshFileTests {
  private func decode(_ text: String) throws -> Mesh { try MeshFile.decode(Array(text.utf8), name: "m.json") }

  private let surface = """
    { "vertices": [[0, 0, 0, 0, 0], [1, 0, 1, 0, 0.2], [1, 1, 1, 1, 0], [0, 1, 0, 1, 0]],
      "faces": [[0, 1, 2, 3]],
      "depthNormalization": "average", "subdivisionSteps": 0, "replicatesEdges": true }
    """

  @Test func readsTheDocumentedExample() throws {
    let mesh = try decode(surface)
    #expect(mesh.vertices.count == 4)
    #expect(mesh.vertices[1] == Mesh.Vertex(from: SIMD2(1, 0), to: SIMD3(1, 0, 0.2)))
    #expect(mesh.faces == [Mesh.Face(0, 1, 2, 3)])
    #expect(mesh.depthNormalization == .average && mesh.replicatesEdges && mesh.subdivisionSteps == 0)
  }

  @Test func settingsMayBeLeftOutAndFacesMayHaveCreases() throws {
    let text = """
      \u{FEFF}{"faces":[{"creases":[0,1.5,10,0],"indices":[0,1,2,2]},[0,2.0,1e0,1]],
       "vertices":[[0,0,0,0,0],[1,0,1,0,-2E-1],[1,1,1,1,0]]}\r\n\t
      """
    let mesh = try decode(text)
    #expect(mesh.faces[0] == Mesh.Face(SIMD4(0, 1, 2, 2), creases: SIMD4(0, 1.5, 10, 0)))
    #expect(mesh.faces[1] == Mesh.Face(0, 2, 1, 1))
    #expect(mesh.vertices[1].toZ == -0.2)
    #expect(mesh.depthNormalization == .none && !mesh.replicatesEdges && mesh.subdivisionSteps == 0)
  }

  @Test func escapesInKeysAndStringsCount() throws {
    let text = surface.replacing("\"average\"", with: "\"\\u0061verage\"").replacing(
      "\"faces\"", with: "\"f\\u0061ces\"")
    #expect(try decode(text) == decode(surface))
  }

  @Test func writtenMeshesReadBackBitForBit() throws {
    var random = SplitMix64(seed: 7)
    func float() -> Float {
      let value = Float(bitPattern: UInt32.random(in: 0...(.max), using: &random))
      return value.isFinite ? value : -0.0
    }
    let vertices = (0..<4000).map { _ in
      Mesh.Vertex(from: SIMD2(float(), float()), to: SIMD3(float(), float(), float()))
    }
    var faces: [Mesh.Face] = []
    for i in 0..<UInt32(999) {
      var face = Mesh.Face(4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3)
      if i % 3 == 0 { face.creases = SIMD4(0, abs(float()), 1, 0) }
      faces.append(face)
    }
    for normalization in Mesh.DepthNormalization.allCases {
      let mesh = try Mesh(
        vertices: vertices, faces: faces, depthNormalization: normalization, replicatesEdges: true)
      let read = try MeshFile.decode(MeshFile.encode(mesh), name: "m.json")
      #expect(read == mesh)
      #expect(read.vertices.map(\.fromX.bitPattern) == mesh.vertices.map(\.fromX.bitPattern))
    }
  }

  @Test func anInfiniteCreaseIsWrittenAsTen() throws {
    let mesh = try decode(surface)
    let sharp = try Mesh(
      vertices: mesh.vertices, faces: [Mesh.Face(SIMD4(0, 1, 2, 3), creases: SIMD4(0, .infinity, 0, 0))])
    #expect(try MeshFile.decode(MeshFile.encode(sharp), name: "m").faces[0].creases == SIMD4(0, 10, 0, 0))
  }

  @Test func contentsCanBeReadBeforeValidation() throws {
    let text = surface.replacing("[[0, 1, 2, 3]]", with: "[[0, 0, 0, 0], [0, 1, 2, 9]]")
    let contents = try MeshFile.read(Array(text.utf8), name: "m.json")
    #expect(contents.faces[1] == Mesh.Face(0, 1, 2, 9))
  }

  @Test func oneFaultOfTheModelIsReportedWithTheFile() {
    let text = surface.replacing("[[0, 1, 2, 3]]", with: "[[0, 1, 2, 9]]")
    let error = #expect(throws: DocumentError.self) { try decode(text) }
    #expect(
      error?.description == "m.json:\(error?.line ?? 0):\(error?.column ?? 0): "
        + "faces[0][3] is 9, but there are 4 vertices; use 0..<4")
    // The column is that of the index.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[(error?.line ?? 1) - 1].dropFirst((error?.column ?? 1) - 1).first == "9")
  }

  @Test func theLenientPolicyReachesTheModel() throws {
    let text = surface.replacing("[[0, 1, 2, 3]]", with: "[[0, 0, 0, 0], [0, 1, 2, 3]]")
    #expect(throws: DocumentError.self) { try decode(text) }
    #expect(try MeshFile.decode(Array(text.utf8), name: "m.json", policy: .lenient).faces.count == 1)
  }

  @Test func tooManyBytesAreRefusedUnread() {
    let error = #expect(throws: DocumentError.self) {
      try MeshFile.decode(Array(surface.utf8), name: "m.json", byteLimit: 100)
    }
    #expect(error?.problem.contains("use 100 at most or raise the limit") == true)
  }
}
