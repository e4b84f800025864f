import MeshTransform
import SceneDocument
import Testing

@Suite struct TransformListTests {
  /// The matrix of CSS Transforms, which has column vectors: `p' = M p`.
  private func css(_ rows: [[Double]]) -> Transform3D {
    var m = Transform3D.identity
    for row in 0..<4 { for column in 0..<4 { m[column, row] = rows[row][column] } }
    return m
  }
  private func near(_ a: Transform3D, _ b: Transform3D) -> Bool {
    (0..<4).allSatisfy { row in (0..<4).allSatisfy { abs(a[row, $0] - b[row, $0]) < 1e-12 } }
  }
  private let c = 0.75.squareRoot(), s = 0.5

  @Test func eachFunctionIsTheMatrixOfTheSpecification() throws {
    let t = 1 / 3.0.squareRoot()
    let cases: [(String, [[Double]])] = [
      ("perspective(500px)", [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, -1.0 / 500, 1]]),
      ("rotate(30deg)", [[c, -s, 0, 0], [s, c, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]),
      ("rotateZ(30deg)", [[c, -s, 0, 0], [s, c, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]),
      ("rotateX(30deg)", [[1, 0, 0, 0], [0, c, -s, 0], [0, s, c, 0], [0, 0, 0, 1]]),
      ("rotateY(30deg)", [[c, 0, s, 0], [0, 1, 0, 0], [-s, 0, c, 0], [0, 0, 0, 1]]),
      ("rotate3d(5, 0, 0, 30deg)", [[1, 0, 0, 0], [0, c, -s, 0], [0, s, c, 0], [0, 0, 0, 1]]),
      ("translate(7)", [[1, 0, 0, 7], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]),
      ("translate(7px, 8)", [[1, 0, 0, 7], [0, 1, 0, 8], [0, 0, 1, 0], [0, 0, 0, 1]]),
      ("translateX(7)", [[1, 0, 0, 7], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]),
      ("translateY(-7e-1)", [[1, 0, 0, 0], [0, 1, 0, -0.7], [0, 0, 1, 0], [0, 0, 0, 1]]),
      ("translateZ(+7)", [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 7], [0, 0, 0, 1]]),
      ("translate3d(7,8,9)", [[1, 0, 0, 7], [0, 1, 0, 8], [0, 0, 1, 9], [0, 0, 0, 1]]),
      ("scale(2)", [[2, 0, 0, 0], [0, 2, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]),
      ("scale(2, 3)", [[2, 0, 0, 0], [0, 3, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]),
      ("scale(50%)", [[0.5, 0, 0, 0], [0, 0.5, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]),
      ("scaleX(2)", [[2, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]),
      ("scaleY(2)", [[1, 0, 0, 0], [0, 2, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]),
      ("scaleZ(2)", [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 2, 0], [0, 0, 0, 1]]),
      ("scale3d(2, .5, 4)", [[2, 0, 0, 0], [0, 0.5, 0, 0], [0, 0, 4, 0], [0, 0, 0, 1]]),
      ("skew(30deg)", [[1, t, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]),
      ("skew(30deg, 45deg)", [[1, t, 0, 0], [1, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]),
      ("skewX(30deg)", [[1, t, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]),
      ("skewY(30deg)", [[1, 0, 0, 0], [t, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]),
      ("matrix(1, 2, 3, 4, 5, 6)", [[1, 3, 0, 5], [2, 4, 0, 6], [0, 0, 1, 0], [0, 0, 0, 1]]),
      (
        "matrix3d(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)",
        [[1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15], [4, 8, 12, 16]]
      ),
    ]
    for (text, rows) in cases { #expect(near(try TransformList.parse(text), css(rows)), "\(text)") }
  }

  @Test func theLeftmostFunctionIsTheOutermost() throws {
    // The article's Core Animation calls: m34 on the identity, then CATransform3DRotate.
    var article = Transform3D.identity
    article.m34 = -1.0 / 800
    article = article.rotated(by: .degrees(-45), about: Point3D(1, 0, 0))
    #expect(try TransformList.parse("perspective(800) rotateX(-45deg)") == article)
    // Column vectors multiply in the order of the text, row vectors in the opposite order.
    let text = "translate(10px, 20px) rotate(30deg) scale(2, 3)"
    let expected = css([[2 * c, -3 * s, 0, 10], [2 * s, 3 * c, 0, 20], [0, 0, 1, 0], [0, 0, 0, 1]])
    #expect(near(try TransformList.parse(text), expected))
  }

  @Test func unitsAndSpelling() throws {
    let quarter = try TransformList.parse("rotate(90deg)")
    for same in [
      "ROTATE(0.25TURN)", "rotate(100grad)", "rotate(1.5707963267948966rad)", "  rotate ( 9e1deg )\n",
      "rotate(+90.0deg)", "rotate(45deg)rotate(45deg)",
    ] {
      #expect(near(try TransformList.parse(same), quarter), "\(same)")
    }
    #expect(try TransformList.parse(" None ") == .identity)
    #expect(try TransformList.parse("rotate(0) skewX(-0)") == .identity)
    #expect(try TransformList.parse("perspective(none)") == .identity)
    #expect(try TransformList.parse("perspective(0.5)") == .perspective(eyeDistance: 1))
    #expect(try TransformList.parse("translate3d(1 2 3)") == .translation(1, 2, 3))
    let size = Size(200, 100)
    #expect(try TransformList.parse("translate(50%, -10%)", layerSize: size) == .translation(100, -10))
    #expect(try TransformList.parse("translateY(50%)", layerSize: size) == .translation(0, 50))
  }

  @Test(arguments: [
    ("", 1, "write \"none\" or functions"),
    ("rotatex3(4deg)", 1, "\"rotatex3\" is not a transform function; did you mean \"rotateX\"?"),
    ("scale(2) tanslate(3)", 10, "did you mean \"translate\"?"),
    ("wobble(3)", 1, "use matrix, matrix3d, perspective, rotate"),
    ("scale(2), rotate(4deg)", 9, "separate functions by spaces"),
    ("rotate(45)", 8, "rotate has the angle 45.0 without a unit; write 45.0deg"),
    ("rotate(45px)", 8, "use an angle in deg, rad, grad or turn"),
    ("rotate 45deg", 8, "found \"45deg\" after rotate; write rotate(30deg)"),
    ("rotate(45deg", 13, "found the end in rotate; close it with \")\""),
    ("rotate(45deg, 1deg)", 15, "it takes 1, as rotate(30deg)"),
    ("rotate(,45deg)", 8, "found \",45deg)\" in rotate"),
    ("translate(1,)", 13, "found \")\" in translate"),
    ("scale()", 8, "scale has 0 values; it takes 1 or 2"),
    ("rotate3d(1, 2, 3)", 18, "rotate3d has 3 values; it takes 4"),
    ("matrix(1 2 3)", 14, "matrix has 3 values; it takes 6"),
    ("translate(3pt)", 11, "translate has 3.0pt; use a length in points, bare or in px, or a percentage"),
    ("translateZ(3%)", 12, "use a length in points, bare or in px"),
    ("translateX(3%)", 12, "needs a layer with a size"),
    ("perspective(0)", 13, "use a length in points above 0"),
    ("perspective(-5px)", 13, "use a length in points above 0"),
    ("perspective(nope)", 13, "use a length above 0 or none"),
    ("scale(1e999)", 7, "\"1e999\" is too large"),
    ("scale(1e200) scale(1e200)", 14, "the numbers become too large"),
    ("skewX(90deg)", 1, "the numbers become too large"),
    ("scale(nan)", 7, "found \"nan)\" in scale"),
    ("none none", 6, "found"),
    ("scale(2) none", 10, "\"none\" is not a transform function"),
    ("é rotate(3)", 1, "where a function such as rotate(30deg) is expected"),
  ])
  func errorsNamePlaceAndCorrection(_ text: String, _ column: Int, _ words: String) {
    let error = #expect(throws: SyntaxError.self) { try TransformList.parse(text) }
    guard let error else { return }
    #expect(error.column == column, "\(error)")
    if text != "none none" { #expect(error.problem.contains(words), "\(error)") }
  }
}
