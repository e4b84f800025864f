import MeshTransform
import SceneDocument
import Testing

/// Mesh attachments as Spine and DragonBones write them.
@Suite struct AttachmentFileTests {
  /// An image of 200 x 100, drawn about (30, 20), y up.
  private static let spine = """
    "type": "mesh", "uvs": [0, 0, 1, 0, 1, 1, 0, 1, 0.5, 0.5], "triangles": [4, 0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0],
    "vertices": [-70, 70, 130, 70, 130, -30, -70, -30, 30, 20], "hull": 4, "edges": [0, 2, 2, 4, 4, 6, 0, 6],
    "width": 200, "height": 100
    """

  private func contents(_ text: String) throws(DocumentError) -> MeshFile.Contents {
    try MeshFile.read(Array("{\(text)}".utf8), name: "a.json")
  }

  private func fault(_ text: String) -> String {
    do throws(DocumentError) { _ = try contents(text) } catch { return error.description }
    return "no error"
  }

  private let corners: [SIMD3<Float>] = [
    SIMD3(0, 0, 0), SIMD3(1, 0, 0), SIMD3(1, 1, 0), SIMD3(0, 1, 0), SIMD3(0.5, 0.5, 0),
  ]

  @Test func anUndeformedAttachmentIsTheLayer() throws {
    for more in ["", ", \"yAxis\": \"up\"", ", \"origin\": [30, 20]"] {
      let mesh = try contents(Self.spine + more).mesh()
      #expect(
        mesh.vertices.map(\.to) == corners && mesh.vertices.map(\.from) == corners.map { SIMD2($0.x, $0.y) })
      #expect(mesh.faces.count == 4 && mesh.faces[0] == Mesh.Face(4, 0, 1, 1))
    }
    // The size follows from both boxes.
    let derived = Self.spine.replacing(", \"width\": 200, \"height\": 100", with: "").replacing(
      "\"width\": 200, \"height\": 100", with: "\"name\": \"arm\"")
    #expect(try contents(derived).vertices.map(\.to) == corners)
    // DragonBones: y down, which the triangles show.
    let down = Self.spine.replacing(
      "[-70, 70, 130, 70, 130, -30, -70, -30, 30, 20]", with: "[-100, -50, 100, -50, 100, 50, -100, 50, 0, 0]"
    )
    #expect(
      try contents(down + ", \"userEdges\": [], \"transform\": {\"x\": 3}").vertices.map(\.to) == corners)
    #expect(try contents(down + ", \"yAxis\": \"up\"").vertices.map(\.to.y) == [1, 1, 0, 0, 0.5])
    // The bone's origin in the middle of the layer.
    #expect(try contents(Self.spine + ", \"origin\": [0, 0]").vertices[4].to == SIMD3(0.65, 0.3, 0))
    #expect(DocumentKind(of: Array("{\"uvs\": []".utf8)) == .mesh)
  }

  private static let deform =
    ", \"deform\": [{}, {\"time\": 1, \"offset\": 8, \"vertices\": [20, 10]}, {\"time\": 3, \"name\": \"lean\", \"offset\": 1, "
    + "\"vertices\": [10, 20], \"curve\": \"stepped\"}]"

  private func mesh(_ weights: [String: Double], time: Double? = nil) throws -> Mesh {
    var shape = MorphShape()
    shape.time = time
    for (name, weight) in weights { shape[name] = weight }
    return try contents(Self.spine + Self.deform).morphable().mesh(shape)
  }

  @Test func deformKeysAreShapes() throws {
    #expect(try contents(Self.spine + Self.deform).targets.names == ["0", "1", "lean"])
    #expect(try mesh([:]).vertices.map(\.to) == corners)
    let middle = try mesh(["1": 0.5]).vertices[4].to
    #expect(middle == SIMD3(0.55, 0.45, 0))
    // The offset may be that of a y.
    let lean = try mesh(["lean": 1]).vertices.map(\.to)
    #expect(lean[0] == SIMD3(0, -0.1, 0) && lean[1] == SIMD3(1.1, 0, 0) && lean[2] == corners[2])
    for (time, x) in [(-1.0, 0.5), (0, 0.5), (0.5, 0.55), (1, 0.6), (2, 0.55), (3, 0.5), (8, 0.5)] {
      #expect(abs(Double(try mesh([:], time: time).vertices[4].toX) - x) < 1e-6)
    }
    // Keys of DragonBones have durations.
    let timed = Self.deform.replacing("{}", with: "{\"duration\": 1}").replacing(
      "\"time\": 1,", with: "\"duration\": 2,"
    )
    .replacing("\"time\": 3,", with: "\"tweenEasing\": 0,")
    #expect(try contents(Self.spine + timed) == contents(Self.spine + Self.deform))
  }

  @Test func deformKeysStandInScenes() throws {
    struct Files: SceneResources {
      func image(_ path: String) throws(SceneResourceError) -> Image { throw SceneResourceError("none") }
      func text(_ text: SceneText, scale: Double) throws(SceneResourceError) -> SceneTextImage {
        throw SceneResourceError("none")
      }
      func meshFile(_ path: String) throws(SceneResourceError) -> [UInt8] {
        Array("{\(AttachmentFileTests.spine)\(AttachmentFileTests.deform)}".utf8)
      }
    }
    func scene(_ mesh: String) throws(DocumentError) -> Mesh? {
      let text =
        "{\"canvas\": {\"size\": [4, 4]}, \"layers\": [{\"bounds\": [0, 0, 4, 4], \"mesh\": \(mesh)}]}"
      return try SceneFile.decode(Array(text.utf8), name: "s", resources: Files()).layers[0].mesh
    }
    #expect(try scene("{\"file\": \"a.json\", \"morph\": {\"lean\": 1}}") == mesh(["lean": 1]))
    #expect(
      try scene("{\"file\": \"a.json\", \"morph\": {\"time\": 2, \"1\": 0}}") == mesh(["1": 0], time: 2))
    #expect(try scene("{\"file\": \"a.json\"}") == mesh([:]))
    for (mesh, words) in [
      ("{\"file\": \"a.json\", \"morph\": {\"leam\": 1}}", "there is no shape 'leam'; did you mean 'lean'?"),
      ("{\"file\": \"a.json\", \"morph\": {\"lean\": \"1\"}}", "found the string"),
      ("{\"morph\": {\"lean\": 1}}", "add \"file\""), ("{\"preset\": \"wave\", \"morph\": {}}", "morph"),
    ] {
      do throws(DocumentError) {
        _ = try scene(mesh)
        Issue.record("no error")
      } catch { #expect(error.description.contains(words), "\(error)") }
    }
  }

  @Test func whatIsNoMeshIsNamed() {
    let weighted = Self.spine.replacing("30, 20]", with: "30, 20, 1, 0, 0.5]")
    #expect(fault(weighted).contains("vertices: the vertices are moved by bones"))
    #expect(fault(Self.spine + ", \"weights\": [1]").contains("moved by bones"))
    #expect(
      fault(Self.spine.replacing("\"mesh\"", with: "\"linkedmesh\"")).contains("use one of the type \"mesh\"")
    )
    #expect(fault(Self.spine.replacing(", 0.5, 0.5]", with: ", 0.5]")).contains("9 numbers; use u and v"))
    #expect(fault(Self.spine.replacing(", 30, 20]", with: "]")).contains("8 numbers for 5 uvs"))
    #expect(fault(Self.spine.replacing("4, 3, 0]", with: "4, 3]")).contains("11 indices; use three for each"))
    #expect(
      fault("\"uvs\": [0, 0, 0, 1, 0, 1], \"vertices\": [0, 0, 1, 1, 2, 0], \"triangles\": [0, 1, 2]")
        .contains(
          "add \"width\" and \"height\""))
    #expect(
      fault(Self.spine + ", \"deform\": [{\"offset\": 9, \"vertices\": [1, 2]}]").contains(
        "the key moves 2 numbers"))
    #expect(fault(Self.spine + ", \"deform\": [{\"time\": 2}, {\"time\": 1}]").contains("sort the keys"))
    #expect(fault(Self.spine + ", \"deform\": [{\"vertice\": []}]").contains("did you mean \"vertices\"?"))
    #expect(
      fault("\"vertices\": [[0,0,0,0,0]], \"faces\": [[0,0,0,0]], \"hull\": 4").contains(
        "belongs to a mesh attachment"))
  }

  @Test func trianglesStandBesideFaces() throws {
    let vertices = "\"vertices\": [[0,0,0,0,0],[1,0,1,0,0],[1,1,1,1,0],[0,1,0,1,0]]"
    let mesh = try contents("\"triangles\": [[0, 1, 2], [0, 2, 3]], \(vertices)").mesh()
    #expect(mesh.faces == [Mesh.Face(0, 1, 2, 2), Mesh.Face(0, 2, 3, 3)])
    let both = try contents("\"triangles\": [0, 1, 2], \(vertices), \"faces\": [[0, 1, 2, 3]]").mesh()
    #expect(both.faces == [Mesh.Face(0, 1, 2, 3), Mesh.Face(0, 1, 2, 2)])
    #expect(
      fault("\"triangles\": [[0, 1, 2, 3]], \(vertices)").contains("a triangle has three vertex indices"))
    #expect(fault("\"triangles\": [[0, 1]], \(vertices)").contains("the triangle has 2 vertex indices"))
    #expect(fault("\"triangles\": [], \(vertices)").contains("is empty"))
  }
}
