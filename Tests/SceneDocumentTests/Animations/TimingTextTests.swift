import MeshTransform
import SceneDocument
import Testing

@Suite struct TimingTextTests {
  /// CSS Easing Functions 1 has these control points; Core Animation's names mean the same.
  @Test(arguments: [
    ("linear", TimingFunction.cubicBezier(0, 0, 1, 1)), ("ease", .cubicBezier(0.25, 0.1, 0.25, 1)),
    ("default", .cubicBezier(0.25, 0.1, 0.25, 1)), ("ease-in", .cubicBezier(0.42, 0, 1, 1)),
    ("easeIn", .cubicBezier(0.42, 0, 1, 1)), ("EASE-OUT", .cubicBezier(0, 0, 0.58, 1)),
    ("ease-in-out", .cubicBezier(0.42, 0, 0.58, 1)), ("easeInEaseOut", .cubicBezier(0.42, 0, 0.58, 1)),
    (" cubic-bezier( 0.1, -2 ,0.3 4 ) ", .cubicBezier(0.1, -2, 0.3, 4)),
    ("step-start", .steps(1, .jumpStart)),
    ("step-end", .steps(1, .jumpEnd)), ("steps(4)", .steps(4, .jumpEnd)),
    ("steps(4,start)", .steps(4, .jumpStart)),
    ("steps( 4 , jump-both )", .steps(4, .jumpBoth)), ("steps(2, jumpNone)", .steps(2, .jumpNone)),
  ])
  func namesAndFunctions(_ text: String, _ function: TimingFunction) throws {
    #expect(try TimingText.parse(text) == function)
  }

  @Test(arguments: [
    ("", 1, "use a name"), ("easy", 1, "did you mean \"ease\"?"), ("ease in", 6, "after the timing function"),
    ("steps", 6, "write steps(4)"), ("steps(2.5)", 7, "whole number"), ("steps(1e300)", 7, "whole number"),
    ("steps(1, jump-none)", 1, "2...1000000"), ("steps(2, jmp-end)", 10, "did you mean \"jump-end\"?"),
    ("cubic-bezier(1, 2, 3)", 22, "has 3 numbers"), ("cubic-bezier(1, 2, 3, 4, 5)", 26, "write cubic-bezier"),
    ("cubic-bezier(-1, 0, 0, 0)", 1, "never runs back"),
  ])
  func faultsHaveTheirColumn(_ text: String, _ column: Int, _ words: String) {
    let error = #expect(throws: SyntaxError.self) { try TimingText.parse(text) }
    #expect(error?.column == column, "\(String(describing: error))")
    #expect(error?.problem.contains(words) == true, "\(String(describing: error))")
  }
}
