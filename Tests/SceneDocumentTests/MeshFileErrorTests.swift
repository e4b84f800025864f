import MeshTransform
import SceneDocument
import Testing

@Suite struct MeshFileErrorTests {
  private func error(_ text: String) -> DocumentError? {
    do throws(DocumentError) { _ = try MeshFile.decode(Array(text.utf8), name: "m.json") } catch {
      return error
    }
    return nil
  }

  /// A valid mesh with one vertex or face replaced.
  private func mesh(vertex: String = "[0,1,0,1,0]", face: String = "[0,1,2,3]", more: String = "") -> String {
    "{\"vertices\":[[0,0,0,0,0],[1,0,1,0,0],[1,1,1,1,0],\(vertex)],\n \"faces\":[\(face)]\(more)}"
  }

  @Test(arguments: [
    ("[0,1,\"x\",1,0]", "vertices[3][2]", 55, "found the string \"x\"; use a number"),
    ("[0,1,NaN,1,0]", "vertices[3][2]", 55, "found \"NaN\"; use a number; only finite numbers can be drawn"),
    ("[0,1,-Infinity,1,0]", "vertices[3][2]", 55, "found \"-Infinity\"; use a number"),
    ("[0,1,1e999,1,0]", "vertices[3][2]", 55, "1e999 is too large; use numbers between -3.4e38 and 3.4e38"),
    ("[0,1,-1e39,1,0]", "vertices[3][2]", 55, "-1e39 is too large"),
    ("[0,1,null,1,0]", "vertices[3][2]", 55, "found null; use a number"),
    ("[0,1,+1,1,0]", "vertices[3][2]", 55, "JSON numbers start with a digit"),
    ("[0,1,.5,1,0]", "vertices[3][2]", 55, "JSON numbers start with a digit"),
    ("[0,1,01,1,0]", "vertices[3][2]", 55, "found \"01\""),
    ("[0,1,1.,1,0]", "vertices[3][2]", 55, "found \"1.\""),
    ("[0,1,1e,1,0]", "vertices[3][2]", 55, "found \"1e\""),
    ("[0,1,[[[", "vertices[3][2]", 55, "found an array; use a number"),
    ("[0,1]", "vertices[3]", 55, "the vertex has 2 numbers; use five"),
    ("[]", "vertices[3]", 52, "the vertex has 0 numbers"),
    ("[0,1,2,3,4,5]", "vertices[3][5]", 61, "a vertex has five numbers"),
    ("[0,1,2,3,]", "vertices[3]", 59, "JSON allows no comma before it"),
    ("[0 1]", "vertices[3]", 53, "found 1 in an array; write \",\" or \"]\" here"),
    ("7", "vertices[3]", 50, "found 7; use a vertex, [from.x"),
    ("{\"from\":[0,0]}", "vertices[3]", 50, "found an object; use a vertex"),
    ("// end", "vertices[3]", 50, "found \"//\"; use a vertex"),
    ("é", "vertices[3]", 50, "found \"é\""),
    ("", "vertices", 50, "found \"]\" where a value is expected; JSON allows no comma before it"),
  ])
  func vertices(_ vertex: String, _ path: String, _ column: Int, _ words: String) {
    guard let error = error(mesh(vertex: vertex)) else {
      return #expect(Bool(false), "no error for \(vertex)")
    }
    #expect(error.path == path && error.line == 1 && error.column == column, "\(error)")
    #expect(error.problem.contains(words), "\(error)")
  }

  @Test(arguments: [
    ("[0,1,-2,3]", "faces[0][2]", 16, "found -2; use a vertex index, a whole number in 0...4294967295"),
    ("[0,1,1.5,3]", "faces[0][2]", 16, "found 1.5; use a vertex index"),
    ("[0,1,4294967296,3]", "faces[0][2]", 16, "found 4294967296; use a vertex index"),
    ("[0,1,1e300,3]", "faces[0][2]", 16, "found 1e300; use a vertex index"),
    ("[0,1,99999999999999999999999,3]", "faces[0][2]", 16, "use a vertex index"),
    ("[0,1,2]", "faces[0]", 18, "there are 3 vertex indices; use four"),
    ("[0,1,2,3,4]", "faces[0][4]", 20, "there are more than four vertex indices"),
    ("{\"indices\":[0,1,2,3],\"crease\":[1]}", "faces[0].crease", 32, "did you mean \"creases\"?"),
    ("{\"creases\":[0,0,0,0]}", "faces[0]", 32, "the face has no \"indices\""),
    ("{\"indices\":[0,1,2,3],\"indices\":[0,1,2,3]}", "faces[0]", 32, "\"indices\" is repeated"),
    ("{\"indices\":[0,1,2,3],\"creases\":[0,0,0]}", "faces[0].creases", 49, "there are 3 creases; use four"),
    ("{\"indices\":[0,1,2,3],\"creases\":[0,0,0,\"a\"]}", "faces[0].creases[3]", 49, "use a crease"),
    ("{\"indices\":[0,1,2,3],}", "faces[0]", 32, "JSON allows no comma before it"),
    ("{indices:[0,1,2,3]}", "faces[0]", 12, "a quoted key"),
    ("{\"indices\" [0,1,2,3]}", "faces[0]", 22, "after the key \"indices\""),
    ("{\"indices", "faces[0]", 12, "the string that starts here is not closed"),
    ("{\"\\q\":1}", "faces[0]", 13, "not a valid JSON escape"),
    ("{\"\\ud800\":1}", "faces[0]", 13, "incomplete surrogate pair"),
  ])
  func faces(_ face: String, _ path: String, _ column: Int, _ words: String) {
    guard let error = error(mesh(face: face)) else { return #expect(Bool(false), "no error for \(face)") }
    #expect(error.path == path && error.line == 2 && error.column == column, "\(error)")
    #expect(error.problem.contains(words), "\(error)")
  }

  @Test(arguments: [
    (",\"faces\":[[0,1,2,3]]", "the key \"faces\" is repeated"),
    (",\"vertexes\":[]", "vertexes: this key is unknown; did you mean \"vertices\"?"),
    (",\"a b\":[]", "[\"a b\"]: this key is unknown; use vertices, faces, depthNormalization"),
    (",\"depthNormalization\":\"averge\"", "found \"averge\"; did you mean \"average\"?"),
    (",\"depthNormalization\":1", "use \"none\", \"width\", \"height\", \"min\", \"max\" or \"average\""),
    (",\"subdivisionSteps\":-2", "found -2"),
    (",\"faceInterpolation\":\"bilinar\"", "found \"bilinar\"; did you mean \"bilinear\"?"),
    (",\"brightness\":[1]", "there are 1 values of brightness for 4 vertices"),
    (",\"brightness\":[1,1,1,-1]", "brightness[3] is -1.0"),
    (",\"subdivisionSteps\":0.5", "found 0.5; use a number of steps, a whole number"),
    (",\"replicatesEdges\":1", "found 1; use true or false"),
    (",\"replicatesEdges\":truely", "found \"ly\" in an object"),
    ("}}", "found \"}\" after the end of the document"),
  ])
  func settings(_ more: String, _ words: String) {
    guard let error = error(mesh(more: more)) else { return #expect(Bool(false), "no error for \(more)") }
    #expect(error.description.contains(words), "\(error)")
  }

  @Test(arguments: [
    ("", "found the end of the file; use an object with vertices and faces"),
    ("[]", "found an array; use an object with vertices and faces"),
    ("{}", "there is no key \"vertices\", so nothing would be drawn"),
    ("{\"vertices\":[],\"faces\":[]}", "\"vertices\" is empty, so nothing would be drawn"),
    ("{\"vertices\":[[0,0,0,0,0]]}", "there is no key \"faces\", so nothing would be drawn"),
    ("{\"vertices\":[[0,0,0,0,0]],\"faces\":[]}", "\"faces\" is empty, so nothing would be drawn"),
    ("{\"vertices\":", "found the end of the file; use an array of vertices"),
  ])
  func nothingToDraw(_ text: String, _ words: String) {
    #expect(error(text)?.problem.contains(words) == true, "\(String(describing: error(text)))")
  }

  @Test func otherEncodingsAreNamed() {
    func error(_ bytes: [UInt8]) -> String? {
      do throws(DocumentError) { _ = try MeshFile.decode(bytes, name: "m") } catch { return error.problem }
      return nil
    }
    #expect(error([0xFF, 0xFE, 0x7B, 0])?.contains("UTF-16") == true)
    #expect(error(Array("{\"".utf8) + [0xC3, 0x28] + Array("\":1}".utf8))?.contains("not UTF-8") == true)
    #expect(error([0x89, 0x50, 0x4E, 0x47]) != nil)
    #expect(error(Array("{\"a\nb\":1}".utf8))?.contains("line break or control character") == true)
  }

  @Test func linesAndColumnsCountCharacters() {
    let error = error("{\r\n  \"é👩\" 1}")
    #expect(error?.line == 2 && error?.column == 8)
  }

  @Test func deepNestingIsAnsweredAtItsFirstStep() {
    let bomb = String(repeating: "[", count: 5_000_000)
    #expect(error(bomb)?.column == 1)
    #expect(error("{\"vertices\":" + bomb)?.path == "vertices[0][0]")
    #expect(error("{\"x\":" + bomb)?.problem.contains("unknown") == true)
  }
}
