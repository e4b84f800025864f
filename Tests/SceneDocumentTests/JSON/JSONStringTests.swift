import Testing

@testable import SceneDocument

struct JSONStringTests {
  /// What a terminal would obey, or what reverses a line, is written as an escape.
  @Test(arguments: [
    ("a\"b\\c", #""a\"b\\c""#), ("\n\t\r\u{1B}", #""\n\t\u000d\u001b""#),
    ("\u{7F}\u{9B}2J", #""\u007f\u009b2J""#),
    ("\u{202E}gpj.exe", #""\u202egpj.exe""#), ("\u{2066}\u{2028}", #""\u2066\u2028""#),
    ("caf\u{E9} \u{5D0}\u{1F469}\u{200D}\u{1F680}", "\"caf\u{E9} \u{5D0}\u{1F469}\u{200D}\u{1F680}\""),
  ])
  func quoting(text: String, json: String) { #expect(text.quotedAsJSON == json) }
}
