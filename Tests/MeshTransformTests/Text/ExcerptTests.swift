import TestSupport
import Testing

@testable import MeshTransform

@Suite struct ExcerptTests {
  @Test func shortTextsStay() {
    let text = String(repeating: "a", count: 80)
    #expect(text.excerpt == text)
    #expect("".excerpt == "" && "Grün 日本 \u{1F600} a\\b \"c\"".excerpt == "Grün 日本 \u{1F600} a\\b \"c\"")
  }

  @Test func theMiddleIsLeftOut() {
    let text = String(repeating: "a", count: 50) + String(repeating: "b", count: 31)
    #expect(
      text.excerpt == String(repeating: "a", count: 38) + "..." + "aaaaaaaa"
        + String(repeating: "b", count: 31))
    #expect(text.excerpt.count == 80)
    #expect("0123456789".excerpt(limit: 8) == "01...789")
  }

  @Test func whatCommandsATerminalIsEscaped() {
    #expect("a\nb\r\tc".excerpt == "a\\u{a}b\\u{d}\\u{9}c")
    #expect("\u{1B}[31m\u{7F}\u{9B}".excerpt == "\\u{1b}[31m\\u{7f}\\u{9b}")
    #expect(
      "\u{202E}gnp\u{2066}\u{200B}\u{2028}\u{FEFF}".excerpt
        == "\\u{202e}gnp\\u{2066}\\u{200b}\\u{2028}\\u{feff}")
  }

  /// Whatever the text, the excerpt is short and harmless, and its own excerpt.
  @Test func nothingElseComesOut() {
    var random = SplitMix64(seed: 3)
    let scalars: [Unicode.Scalar] = [
      "a", "\n", "\u{1B}", "\u{202E}", "é", "\u{301}", "\u{E000}", "\u{10FFFF}",
    ]
    for _ in 0..<500 {
      let length = Int.random(in: 0...300, using: &random)
      let text = String(
        String.UnicodeScalarView((0..<length).map { _ in scalars.randomElement(using: &random)! }))
      let excerpt = text.excerpt
      #expect(excerpt.unicodeScalars.count <= 80 && excerpt.excerpt == excerpt)
      #expect(
        !excerpt.unicodeScalars.contains { $0.value < 0x20 || [0x202E, 0xE000, 0x10FFFF].contains($0.value) })
    }
  }

  /// Not walked through, whatever their size.
  @Test func longBytesAreDecodedAtTheirEnds() {
    let bytes = Array("begin".utf8) + [UInt8](repeating: 0xC3, count: 1 << 20) + Array("end".utf8)
    let excerpt = String(excerptOf: bytes)
    #expect(excerpt.hasPrefix("begin") && excerpt.hasSuffix("end") && excerpt.unicodeScalars.count == 80)
  }
}
