import MeshTransform
import Testing

@Suite struct MeshValidationTests {
  @Test func aGoodMeshHasNothingToReport() throws {
    let mesh = try Mesh.grid(rows: 3, columns: 3)
    let report = Mesh.validate(vertices: mesh.vertices, faces: mesh.faces + mesh.faces)
    #expect(report.isValid)
    #expect(report.errors.isEmpty)
    #expect(report.warnings.isEmpty)
  }

  @Test func findsAllThatIsWrong() {
    var vertices = Mesh.corners
    vertices[3].toZ = .nan
    let creased = Mesh.Face(SIMD4(0, 1, 2, 3), creases: SIMD4(-2, 0, 0, 0))
    let report = Mesh.validate(
      vertices: vertices,
      faces: [Mesh.Face(0, 1, 2, 4), creased, Mesh.Face(1, 1, 1, 1), Mesh.Face(0, 1, 0, 2)])
    #expect(!report.isValid)
    #expect(report.errorCount == 4)
    guard report.errors.count == 4, case .nonFinite(vertex: 3, _) = report.errors[0] else {
      Issue.record("\(report.errors)")
      return
    }
    #expect(
      Array(report.errors.dropFirst()) == [
        .indexOutOfRange(face: 0, corner: 3, index: 4, vertexCount: 4),
        .invalidCrease(face: 1, corner: 0, value: -2),
        .degenerateFaces([2, 3], count: 2),
      ])
  }

  @Test func countsBeyondTheLimit() {
    let vertices = [Mesh.Vertex](repeating: .still(.nan, 0), count: 100)
    let report = Mesh.validate(vertices: vertices, faces: [], limit: 3)
    #expect(report.errors.count == 3)
    #expect(report.errorCount == 100)
    #expect(report.warnings.last == .unusedVertices([0, 1, 2], count: 100))
  }

  @Test func warnsOfWhatDrawsNothing() {
    #expect(Mesh.validate(vertices: [], faces: []).warnings == [.noFaces])
    var line = Mesh.corners
    for i in line.indices { line[i].to = SIMD3(line[i].fromX, 2 * line[i].fromX, 3 * line[i].fromX) }
    #expect(
      Mesh.validate(vertices: line, faces: [Mesh.Face(0, 1, 2, 3)]).warnings == [.zeroAreaInTo([0], count: 1)]
    )
    for i in line.indices { (line[i].to, line[i].from) = (SIMD3(Mesh.corners[i].from, 0), SIMD2(0.3, 0.3)) }
    #expect(
      Mesh.validate(vertices: line, faces: [Mesh.Face(0, 1, 2, 3)]).warnings == [
        .zeroAreaInFrom([0], count: 1)
      ])
  }

  /// A triangle, one diagonal of which is a point, has area; so has one that stands on its edge, seen from the front.
  @Test func doesNotWarnOfTrianglesAndUprightFaces() {
    let upright = Mesh.corners.map { Mesh.Vertex(from: $0.from, to: SIMD3(0.5, $0.fromY, $0.fromX)) }
    #expect(Mesh.validate(vertices: upright, faces: [Mesh.Face(0, 1, 2, 3)]).warnings.isEmpty)
    #expect(
      Mesh.validate(vertices: Array(upright.prefix(3)), faces: [Mesh.Face(0, 1, 2, 2)]).warnings.isEmpty)
  }
}
