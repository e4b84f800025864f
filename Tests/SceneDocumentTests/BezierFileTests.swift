import MeshTransform
import SceneDocument
import Testing

@Suite struct BezierFileTests {
  /// Points at even thirds, of `rows` x `columns` patches.
  private func points(_ rows: Int = 1, _ columns: Int = 1) -> String {
    let points = (0...3 * rows).flatMap { row in
      (0...3 * columns).map { "[\(Double($0) / Double(3 * columns)), \(Double(row) / Double(3 * rows))]" }
    }
    return "[\(points.joined(separator: ", "))]"
  }

  private func decode(_ text: String) throws(DocumentError) -> Mesh {
    try MeshFile.decode(Array(text.utf8), name: "b.json")
  }

  @Test func isThePatchWithTheFilesSettings() throws {
    let mesh = try decode(
      """
      { "depthNormalization": "width", "replicatesEdges": true, "faceInterpolation": "bilinear",
        "bezier": { "points": \(points(2, 1)), "patches": [2, 1], "rowSplits": [0.25], "detail": 4, "//": "note" } }
      """)
    #expect(mesh.vertices.count == 9 * 5 && mesh.limitNormals.count == 45)
    #expect(mesh.depthNormalization == .width && mesh.replicatesEdges && mesh.faceInterpolation == .bilinear)
    #expect(mesh.vertices[4 * 5].fromY == 0.25 && mesh.vertices[4 * 5].toY == 0.5)
  }

  @Test func depthAndDetailHaveDefaults() throws {
    let mesh = try decode("{\"bezier\": {\"points\": \(points())}}")
    #expect(mesh.depthNormalization == .none && mesh.faces.count == 24 * 24)
    #expect(DocumentKind(of: Array("{\"bezier\": {}}".utf8)) == .mesh)
  }

  @Test func standsInAScene() throws {
    let text =
      "{\"canvas\": {\"size\": [4, 4]}, \"layers\": [{\"bounds\": [0, 0, 4, 4], \"mesh\": {\"bezier\": {\"points\": "
      + "\(points()), \"detail\": 2}, \"subdivisionSteps\": 1}}]}"
    let mesh = try SceneFile.decode(Array(text.utf8), name: "s", resources: NoResources()).layers[0].mesh
    #expect(mesh?.vertices.count == 9 && mesh?.subdivisionSteps == 1)
  }

  private struct NoResources: SceneResources {
    func image(_ path: String) throws(SceneResourceError) -> Image { throw SceneResourceError("none") }
    func meshFile(_ path: String) throws(SceneResourceError) -> [UInt8] { throw SceneResourceError("none") }
    func text(_ text: SceneText, scale: Double) throws(SceneResourceError) -> SceneTextImage {
      throw SceneResourceError("none")
    }
  }

  @Test(arguments: [
    ("{\"bezier\": {}}", "bezier: there is no key \"points\""),
    ("{\"bezier\": {\"points\": [[0, 0]]}}", "bezier: there are 1 control points; 1 x 1 Bezier patches"),
    (
      "{\"bezier\": {\"points\": [[0]]}}",
      "bezier.points[0]: the control point has 1 number; use [x, y] or [x, y, z]"
    ),
    (
      "{\"bezier\": {\"points\": [[0, 0, 0, 0]]}}",
      "bezier.points[0][3]: a control point has x, y and at most z"
    ),
    ("{\"bezier\": {\"points\": [[0, 1e30]]}}", "bezier.points[0][1]: found 1e30; use a number in"),
    ("{\"bezier\": {\"point\": []}}", "bezier.point: this key is unknown; did you mean \"points\"?"),
    (
      "{\"bezier\": {\"points\": P, \"patches\": [1]}}",
      "bezier.patches: there are 1 numbers; use [rows, columns]"
    ),
    (
      "{\"bezier\": {\"points\": P, \"patches\": [0, 1]}}",
      "bezier.patches[0]: found 0; use a number of patches"
    ),
    ("{\"bezier\": {\"points\": P, \"patches\": [1000, 1000]}}", "have 3001 x 3001 = 9006001, row by row"),
    ("{\"bezier\": {\"points\": P, \"detail\": 0}}", "bezier.detail: found 0"),
    ("{\"bezier\": {\"points\": P, \"detail\": 1e9}}", "bezier.detail: found 1e9"),
    (
      "{\"bezier\": {\"points\": P, \"rowSplits\": [0.5]}}",
      "there is 1 split between 1 rows of patches; use 0"
    ),
    ("{\"bezier\": {\"points\": P}, \"faces\": [[0, 1, 2, 2]]}", "both \"bezier\" and \"faces\""),
    (
      "{\"bezier\": {\"points\": P}, \"brightness\": [1]}",
      "there are 1 values of brightness for 625 vertices"
    ),
  ])
  func faultsAreNamed(text: String, expected: String) {
    do throws(DocumentError) {
      _ = try decode(text.replacing("P", with: points()))
      Issue.record("no error for \(text)")
    } catch { #expect(error.description.contains(expected), "\(error)") }
  }
}
