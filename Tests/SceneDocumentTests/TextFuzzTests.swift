import MeshTransform
import SceneDocument
import TestSupport
import Testing

/// For every text, each parser returns a value or throws a `SyntaxError`.
@Suite struct TextFuzzTests {
  private static let pieces = [
    "rotate", "rotateX(", "perspective(", "matrix3d(", "scale", "translate(", "none", "rgb(", "rgba(", "#",
    "orange", "spot", "point:", "position", "direction=", "color=", "coneAngle=", "(", ")", ",", "/", ":",
    "=",
    " ", "\n", "%", "deg", "turn", "px", "1", "-2.5", "+", "-", ".", "e", "1e308", "1e-400", "9e999", "0",
    "é",
    "\u{0}", "\u{301}", "👩‍👩‍👧", "\r\n", "a", "Z", "_",
  ]

  @Test(arguments: 0..<4)
  func parsersNeverCrash(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    for _ in 0..<300 {
      let text = (0..<Int.random(in: 0...12, using: &random))
        .map { _ in Self.pieces.randomElement(using: &random)! }.joined()
      func check(_ parse: () throws -> Void) {
        do { try parse() } catch let error as SyntaxError {
          #expect((1...text.count + 1).contains(error.column), "\(error)")
          #expect(!error.description.contains("\n"))
        } catch { Issue.record("\(text.debugDescription) made \(error)") }
      }
      check {
        let transform = try TransformList.parse(text, layerSize: Size(3, 4))
        #expect(transform.isFinite)
      }
      check { _ = try ColorText.parse(text) }
      check { try LightSpec.parseLight(text).validate() }
      check { try LightSpec.parseSurface(text).validate() }
    }
  }
}
