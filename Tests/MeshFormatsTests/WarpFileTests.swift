import MeshFormats
import MeshTransform
import SceneDocument
import Testing

@Suite struct WarpFileTests {
  /// Three columns and two rows; tests replace single lines.
  private static let nodes = [
    "-2 1 0 1 1", "0 1 0.5 1 0.5", "2 1 1 1 1", "-2 -1 0 0 1", "0 -1 0.5 0 1", "2 -1 1 0 0.25",
  ]

  private func file(_ nodes: [String] = nodes, head: String = "2\n3 2\n") -> [UInt8] {
    bytes(head + nodes.joined(separator: "\n") + "\n")
  }

  private func read(
    _ bytes: [UInt8], _ coordinates: WarpFile.Coordinates = .aspect(2)
  ) throws(DocumentError) -> MeshImport {
    try WarpFile.read(bytes, name: "w.data", coordinates: coordinates)
  }

  @Test func nodesBecomeVertices() throws {
    let mesh = try read(file()).contents.mesh()
    #expect(mesh.faces == [Mesh.Face(0, 1, 4, 3), Mesh.Face(1, 2, 5, 4)])
    #expect(mesh.vertices[0] == Mesh.Vertex(from: SIMD2(0, 0), to: SIMD3(0, 0, 0)))
    #expect(mesh.vertices[4] == Mesh.Vertex(from: SIMD2(0.5, 1), to: SIMD3(0.5, 1, 0)))
    #expect(mesh.vertices[2] == Mesh.Vertex(from: SIMD2(1, 0), to: SIMD3(1, 0, 0)))
    #expect(mesh.brightness == [1, 0.5, 1, 1, 1, 0.25])
  }

  /// The node "0.5 0.25" of each convention, computed by hand.
  @Test func conventionsOfXAndY() throws {
    let nodes = ["0.5 0.25 0 1 1"] + Self.nodes.dropFirst()
    let expected: [(WarpFile.Coordinates, SIMD3<Float>)] = [
      (.aspect(2), SIMD3(0.625, 0.375, 0)), (.signed, SIMD3(0.75, 0.375, 0)), (.unit, SIMD3(0.5, 0.75, 0)),
    ]
    for (coordinates, to) in expected {
      #expect(try read(file(nodes), coordinates).contents.vertices[0].to == to)
    }
  }

  @Test func intensitiesOfOneAreNoBrightness() throws {
    let nodes = Self.nodes.map { $0.split(separator: " ").dropLast().joined(separator: " ") + " 1.0" }
    #expect(try read(file(nodes)).contents.brightness.isEmpty)
  }

  @Test(arguments: ["-2 1 -0.1 1 1", "-2 1 0 1.5 1", "-2 1 0 1 -1"])
  func facesAtUnusedNodesAreLeftOut(node: String) throws {
    let read = try read(file([node] + Self.nodes.dropFirst()))
    #expect(read.contents.faces == [Mesh.Face(1, 2, 5, 4)] && read.contents.vertices.count == 6)
    #expect(
      read.notes == [
        "1 face is omitted, since nodes at their corners are not used (u or v outside 0...1, or a negative intensity)"
      ])
    // Written and read again, the mesh has the same holes.
    let mesh = try read.contents.mesh()
    let again = try self.read(WarpFile.encode(mesh, name: "w", coordinates: .unit), .unit)
    #expect(try again.contents.mesh() == mesh)
  }

  @Test(arguments: [WarpFile.Coordinates.aspect(16.0 / 9), .aspect(1), .signed, .unit])
  func writtenMeshesReadBackEqual(coordinates: WarpFile.Coordinates) throws {
    for seed in UInt64(0)..<8 {
      var mesh = try randomGrid(rows: 6, columns: 5, seed: seed, isFlat: true)
      mesh.depthNormalization = .none
      try mesh.setBrightness((0..<42).map { Float($0) / 41 })
      let file = try WarpFile.encode(mesh, name: "w", coordinates: coordinates)
      #expect(try read(file, coordinates).contents.mesh() == mesh)
    }
  }

  @Test func onlyGridsCanBeWritten() throws {
    func fault(_ mesh: Mesh) -> String {
      words { () throws(DocumentError) in try WarpFile.encode(mesh, name: "w.data", coordinates: .unit) }
    }
    let grid = try Mesh.grid(rows: 3, columns: 3)
    #expect(fault(grid) == "no error")
    var mesh = grid
    try mesh.removeFace(at: 4)
    #expect(
      fault(mesh).contains(
        "w.data: a warp mesh is a grid of quads, but the face of the vertices [5, 6, 9, 10] is missing"))
    mesh = grid
    try mesh.addFace(Mesh.Face(0, 1, 2, 3))
    #expect(fault(mesh).contains("faces[9], [0, 1, 2, 3], is not one of a grid"))
    mesh = grid
    try mesh.addFace(mesh.faces[0])
    #expect(fault(mesh).contains("appears twice"))
    #expect(fault(try Mesh(vertices: grid.vertices, faces: [])).contains("has no faces"))
    #expect(
      fault(try Mesh(vertices: Array(grid.vertices.dropLast()), faces: [Mesh.Face(0, 1, 5, 4)])).contains(
        "are not in the rows"))
    // Corners in another rotation or mirrored form the same quad.
    #expect(
      fault(
        try Mesh(
          vertices: grid.vertices,
          faces: grid.faces.map { face in
            let i = face.indices
            return Mesh.Face(i.z, i.y, i.x, i.w)
          })) == "no error")
  }

  @Test(arguments: [
    ("", "w.data:1:1: found the end of the file; use the type of the mesh"),
    ("2", "w.data:1:2: found the end of the file; use the number of columns"),
    (
      "0\n2 2\n",
      "w.data:1:1: found \"0\"; use the type of the mesh: 1 polar, 2 rectangular, a whole number in 1...5"
    ),
    ("2 2 2\n", "w.data:1:3: found \"2\"; the first line contains only the type of the mesh"),
    ("2\n1 2\n", "w.data:2:1: found \"1\"; use the number of columns, a whole number in 2...65536"),
    ("2\n-3 2\n", "w.data:2:1: found \"-3\""),
    ("2\n2 99999999999999999999\n", "w.data:2:3: found \"99999999999999999999\"; use the number of rows"),
    (
      "2\n60000 60000\n0 0 0 0 1\n",
      "w.data:2:1: 60000 columns and 60000 rows are 3600000000 nodes, but the file is too short"
    ),
    (
      "2\n2 2\n0 0 0 0 1\n0 0 0 1 1\n0 0 1 0 1 \n       \n",
      "the file ends after 3 nodes; 2 columns and 2 rows have 4"
    ),
    (
      "2\n2 2\n0 0 0 0\n0 0 0 0 1 1\n0 0 0 0 1 1\n0 0 1 1 1\n",
      "w.data:3:8: the line ends before an intensity"
    ),
    (
      "2\n2 2\n0 0 0 0 1 7\n0 0 0 1 1\n0 0 1 1 1 1\n0 0 1 1 1\n",
      "w.data:3:11: found \"7\"; a node has five numbers"
    ),
    (
      "2\n2 2\n0 0 nan 0 1\n0 0 0 1 1\n0 0 1 1 1 1\n0 0 1 1 1\n", "w.data:3:5: found \"nan\"; use u, a number"
    ),
    (
      "2\n2 2\n0 0x10 0 0 1\n0 0 0 1 1\n0 0 1 1 1 1\n0 0 1 1 1\n",
      "w.data:3:3: found \"0x10\"; use y, a number"
    ),
    ("2\n2 2\n0 1e300 0 0 1\n0 0 0 1 1\n0 0 1 1 1\n0 0 1 1 1\n", "has a number that is too large"),
    (
      "2\n2 2\n0 0 9 0 1\n0 0 0 1 1\n0 0 1 1 1\n0 0 1 1 1\n",
      "w.data: every face touches a node that is not used"
    ),
    (
      "2\n2 2\n0 0 0 0 1\n0 0 0 1 1\n0 0 1 1 1\n0 0 1 1 1\n5",
      "w.data:7:1: found \"5\" after the last of 4 nodes"
    ),
    ("\u{0}\u{0}", "w.data:1:1: found"),
  ])
  func faultsAreNamed(text: String, expected: String) {
    let error = words { () throws(DocumentError) in try read(bytes(text)) }
    #expect(error.contains(expected), "\(error)")
  }

  @Test func otherBytesAreNamed() {
    #expect(words { () throws(DocumentError) in try read([0xFF, 0xFE, 0x32, 0]) }.contains("UTF-16"))
    #expect(
      words { () throws(DocumentError) in
        try WarpFile.read(file(), name: "w", coordinates: .unit, byteLimit: 10)
      }.contains("use 10 at most"))
  }

  @Test func spacesCommentsAndLineEndsOfAllKinds() throws {
    let text =
      "\u{FEFF}# a dome\r\n 2 # rectangular\r\n\r\n\t3  2\r\n" + Self.nodes.joined(separator: "  # node\r\n")
      + "\r\n\r\n"
    #expect(try read(bytes(text)).contents == read(file()).contents)
    #expect(try read(file().map { $0 == 0x0A ? 0x0D : $0 }).contents == read(file()).contents)
    #expect(
      try read(file(["-2. +1 .0 1e0 1.E+0"] + Self.nodes.dropFirst())).contents == read(file()).contents)
  }
}
