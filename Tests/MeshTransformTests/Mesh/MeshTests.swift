import MeshTransform
import Testing

/// What the initializers accept and refuse.
@Suite struct MeshTests {
  let quad = Mesh.Face(0, 1, 2, 3)

  @Test func keepsWhatItIsGiven() throws {
    let mesh = try Mesh(
      vertices: Mesh.corners, faces: [quad], depthNormalization: .max, replicatesEdges: true)
    #expect(mesh.vertices == Mesh.corners)
    #expect(mesh.faces == [quad])
    #expect(mesh.depthNormalization == .max)
    #expect(mesh.subdivisionSteps == 0)
    #expect(mesh.replicatesEdges)
  }

  @Test func emptyMeshesAndLoneVerticesAreLegal() throws {
    #expect(try Mesh(vertices: [], faces: []) == Mesh())
    #expect(Mesh().depthNormalization == .none)
    #expect(try Mesh(vertices: [.still(0, 0)], faces: []).triangleIndices().isEmpty)
  }

  @Test(arguments: [Float.nan, .infinity, -.infinity], 0..<5)
  func refusesCoordinatesThatAreNotFinite(value: Float, position: Int) {
    var numbers: [Float] = [0, 0, 0, 0, 0]
    numbers[position] = value
    let broken = Mesh.Vertex(
      from: SIMD2(numbers[0], numbers[1]), to: SIMD3(numbers[2], numbers[3], numbers[4]))
    let error = #expect(throws: MeshError.self) {
      try Mesh(vertices: [.still(0, 0), broken], faces: [])
    }
    #expect(error?.description.hasPrefix("vertices[1] is [") == true)
    #expect(error?.description.hasSuffix("; make every coordinate finite") == true)
  }

  @Test(arguments: 0..<4, [4, UInt32.max])
  func refusesIndicesOutOfRange(corner: Int, index: UInt32) {
    var face = quad
    face.indices[corner] = index
    #expect(throws: MeshError.indexOutOfRange(face: 1, corner: corner, index: Int(index), vertexCount: 4)) {
      try Mesh(vertices: Mesh.corners, faces: [quad, face])
    }
  }

  @Test func aFaceWithoutVerticesSaysSo() {
    let error = #expect(throws: MeshError.self) { try Mesh(vertices: [], faces: [quad]) }
    #expect(
      error?.description
        == "faces[0][0] is 0, but there are no vertices; add some, or remove the face")
  }

  @Test(arguments: [-1, -Float.leastNonzeroMagnitude, .nan, -.infinity])
  func refusesCreasesThatAreNegativeOrNoNumber(crease: Float) throws {
    let face = Mesh.Face(SIMD4(0, 1, 2, 3), creases: SIMD4(0, 10, crease, 0))
    let error = #expect(throws: MeshError.self) { try Mesh(vertices: Mesh.corners, faces: [face]) }
    guard case .invalidCrease(face: 0, corner: 2, _) = try #require(error) else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(arguments: [-2, Int.min])
  func refusesFewerSubdivisionStepsThanAutomatic(steps: Int) {
    #expect(throws: MeshError.invalidSubdivisionSteps(steps)) {
      try Mesh(vertices: Mesh.corners, faces: [quad], subdivisionSteps: steps)
    }
  }

  @Test func brightnessHasOneValueForEachVertex() throws {
    #expect(throws: MeshError.brightnessCount(3, vertexCount: 4)) {
      try Mesh(vertices: Mesh.corners, faces: [quad], brightness: [1, 1, 1])
    }
    #expect(throws: MeshError.invalidBrightness(vertex: 2, value: -0.5)) {
      try Mesh(vertices: Mesh.corners, faces: [quad], brightness: [1, 1, -0.5, 1])
    }
    var mesh = try Mesh(vertices: Mesh.corners, faces: [quad], brightness: [0, 0.5, 1, 2])
    try mesh.addVertex(mesh.vertices[0])
    #expect(mesh.brightness == [0, 0.5, 1, 2, 1])
    try mesh.removeVertex(at: 1, removingFaces: true)
    #expect(mesh.brightness == [0, 1, 2, 1])
  }

  /// Both triangles, 0-1-2 and 2-3-0, lose a corner when 0 = 2, or when neither 1 nor 3 differs from 0 and 2.
  @Test(arguments: [
    (Mesh.Face(0, 0, 0, 0), false), (Mesh.Face(0, 1, 0, 1), false), (Mesh.Face(0, 1, 0, 2), false),
    (Mesh.Face(0, 0, 1, 1), false), (Mesh.Face(0, 1, 1, 0), false), (Mesh.Face(1, 0, 0, 0), false),
    (Mesh.Face(0, 1, 2, 2), true), (Mesh.Face(0, 0, 1, 2), true), (Mesh.Face(0, 1, 2, 0), true),
    (Mesh.Face(0, 1, 1, 2), true), (Mesh.Face(0, 1, 2, 1), true), (Mesh.Face(0, 1, 2, 3), true),
  ])
  func knowsWhatCanNeverDraw(face: Mesh.Face, isDrawable: Bool) throws {
    #expect(face.isDrawable == isDrawable)
    if isDrawable {
      #expect(try Mesh(vertices: Mesh.corners, faces: [face]).triangleIndices().isEmpty == false)
    } else {
      #expect(throws: MeshError.degenerateFaces([1], count: 1)) {
        try Mesh(vertices: Mesh.corners, faces: [quad, face])
      }
      let lenient = try Mesh(vertices: Mesh.corners, faces: [quad, face], policy: .lenient)
      #expect(lenient.faces == [quad])
    }
  }

  @Test func aMillionFacesOnOnePointAreRefusedAtOnce() {
    let faces = [Mesh.Face](repeating: Mesh.Face(0, 0, 0, 0), count: 1_000_000)
    let error = #expect(throws: MeshError.self) { try Mesh(vertices: [.still(0, 0)], faces: faces) }
    #expect(error == .degenerateFaces(Array(0..<10), count: 1_000_000))
    #expect(
      error?.description.hasSuffix(
        "faces[9] and 999990 more have no triangle with three different vertices and can never be drawn; "
          + "remove them or use the lenient policy") == true)
  }

  @Test func generatorsAreAskedInOrder() throws {
    let mesh = try Mesh(
      vertexCount: 4, faceCount: 1, depthNormalization: .height, vertex: { Mesh.corners[$0] },
      face: { _ in quad })
    #expect(mesh == (try Mesh(vertices: Mesh.corners, faces: [quad], depthNormalization: .height)))
  }

  @Test(arguments: [(-1, 0), (0, -1), (Int.max, 0), (0, Int.max), (Mesh.vertexLimit + 1, 0)])
  func generatorsRefuseCountsBeforeTheyRun(vertices: Int, faces: Int) {
    #expect(throws: MeshError.invalidCount(vertices: vertices, faces: faces, limit: Mesh.vertexLimit)) {
      try Mesh(
        vertexCount: vertices, faceCount: faces,
        vertex: { _ in
          Issue.record("called")
          return .still(0, 0)
        }, face: { _ in quad })
    }
  }
}
