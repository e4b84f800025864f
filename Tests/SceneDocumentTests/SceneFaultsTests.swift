import Testing

@testable import SceneDocument

/// All faults of a file, each at its place.
struct SceneFaultsTests {
  private func faults(_ text: String, limit: Int = 100) -> [String] {
    SceneFile.examine(Array(text.utf8), name: "s", faultLimit: limit).faults.map(\.description)
  }

  private static let many = """
    {"canvas": {"size": [40, 30], "colr": 3},
     "layers": [
      {"bounds": [0, 0, 10, 10], "opacity": "half", "positon": [1, 2], "opacity": 0.5},
      {"bounds": [0, 0, "x", 10], "mesh": {"preset": "ripple", "amplitud": 1, "rows": "y"}},
      7,
      {"bounds": [0, 0, 4, 4], "sublayers": [{"bounds": [1, 1, 1, 1], "blendMode": "multipy"}]}],
     "lights": [{"type": "sun"}, {"type": "point", "intensity": -1}], "x": {"deep": [1, {"a": 2}]}}
    """

  @Test func everyFaultHasItsPlace() {
    let places = faults(Self.many).map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
    #expect(
      places == [
        "s:1:31: canvas.colr:", "s:3:41: layers[0].opacity:", "s:3:49: layers[0].positon:",
        "s:3:68: layers[0]:", "s:4:21: layers[1].bounds[2]:", "s:4:60: layers[1].mesh.amplitud:",
        "s:4:83: layers[1].mesh.rows:", "s:5:3: layers[2]:", "s:6:80: layers[3].sublayers[0].blendMode:",
        "s:7:22: lights[0].type:", "s:7:61: lights[1].intensity:", "s:7:67: x:",
      ])
  }

  @Test(arguments: 1...5) func theirNumberIsBounded(_ limit: Int) {
    #expect(faults(Self.many, limit: limit) == Array(faults(Self.many).prefix(limit)))
  }

  /// Behind a fault of the syntax nothing can be read.
  @Test func syntaxEndsTheSearch() {
    let found = faults(#"{"canvas": {"sise": 1}, "layers": [{"bounds": [0, 0, 1,]}, 3]}"#)
    #expect(found.count == 2 && found[0].contains("sise") && found[1].contains("no comma"), "\(found)")
    for text in ["", "[", "{\"canvas\": {", "7", "{\"canvas\": 1, \"layers\": [tru]}"] {
      #expect(!faults(text).isEmpty, "\(text)")
    }
  }

  /// The first fault is that of a reader that stops at it, and a file without one has none.
  @Test func agreesWithTheReader() throws {
    let valid = #"{"canvas": {"size": [4, 4]}, "layers": [{"bounds": [0, 0, 1, 1], "//": "x"}]}"#
    #expect(faults(valid).isEmpty)
    for index in valid.indices {
      var text = valid
      text.remove(at: index)
      let found = faults(text)
      do {
        _ = try SceneFile(Array(text.utf8), name: "s")
        #expect(found.isEmpty, "\(text)")
      } catch { #expect(found.first == "\(error)", "\(text)") }
    }
  }

  @Test func facesOfAMeshInPlace() {
    let found = faults(
      """
      {"canvas": {"size": [4, 4]}, "layers": [{"bounds": [0, 0, 1, 1], "mesh": {
       "vertices": [[0, 0, 0, 0, 0], [1, 0, 1, 0, 0], [1, 1, 1, 1, 0]],
       "faces": [[0, 1, 2, 9], [0, 1, 2, 8], [0, 1, 2, 2]]}}]}
      """)
    #expect(found.count == 2 && found[0].contains("faces[0]") && found[1].contains("faces[1]"), "\(found)")
  }

  @Test func meshFiles() {
    let text =
      #"{"vertices": [[0, 0, 0, 0], [1, 0, "q", 0, 0], [1, 1, 1, 1, 0]], "faces": [[0, 1]], "steps": 1}"#
    let found = MeshFile.faults(in: Array(text.utf8), name: "m", limit: 10).map(\.path)
    #expect(found == ["vertices[0]", "vertices[1][2]", "faces[0]", "steps"])
  }

  /// Each fault is passed over once at its own level: the time grows with the size, not with its square.
  @Test func deepFilesEnd() {
    let depth = 60
    let text =
      #"{"canvas": {"size": [4, 4]}, "layers": ["#
      + String(repeating: #"{"bounds": [0, 0, 1, 1], "x": 1, "sublayers": ["#, count: depth)
      + String(repeating: "]}", count: depth) + "]}"
    #expect(faults(text).count == depth)
  }
}
