import MeshTransform
import Testing

@testable import TextImages

/// Hyphens by the patterns of a language, with the words of the patterns' own examples.
@Suite struct HyphenationTests {
  @Test(arguments: [
    ("en", "hyphenation", "hy-phen-ation"), ("en-US", "Hyphenation", "Hy-phen-ation"),
    ("en", "a cat, patterns!", "a cat, pat-terns!"), ("de", "Übergrößenträger", "Über-grö-ßen-trä-ger"),
    ("de-AT", "Silbentrennung", "Sil-ben-tren-nung"),
    // The patterns are about other letters, or the word has its own hyphens.
    ("de", "Пример", "Пример"), ("en", "hyphen\u{AD}ation", "hyphen-ation"), ("en", "ab", "ab"),
    ("en", "", ""),
    // A new spelling would be needed, or the letters change their number.
    ("en", "İstanbul", "İstanbul"),
    ("en", String(repeating: "a", count: 101), String(repeating: "a", count: 101)),
  ])
  func words(_ language: String, _ text: String, _ hyphenated: String) throws {
    let result = try FontLock.withLock { () throws(TextError) in
      try Hyphenation.of(language).softHyphens(in: text)
    }
    #expect(result.replacing("\u{AD}", with: "-") == hyphenated)
  }

  @Test(
    arguments: [
      ("de", ["de", "de_DE"]), ("de-ch", ["de_CH", "de", "de_DE"]),
      ("sr-latn-rs", ["sr_Latn_RS", "sr_Latn", "sr", "sr_SR"]), ("EN", ["en", "en_US"]),
      ("", nil), ("e", nil), ("../../etc", nil), ("en/..", nil), ("d-e", nil), ("en-", nil), ("en_US", nil),
      ("日本", nil),
    ] as [(String, [String]?)])
  func tagsNameFiles(_ tag: String, _ names: [String]?) { #expect(Hyphenation.fileNames(tag) == names) }

  @Test func linesBreakAtHyphens() throws {
    func draw(_ text: String, _ hyphens: String?) throws -> Image {
      try TextImage.render(text, style: TextStyle(font: "DejaVu Sans 40", width: 200, hyphens: hyphens)).image
    }
    #expect(try draw("hyphenation", "en") == draw("hyphen-\nation", nil))
    #expect(try draw("hyphenation", "en") != draw("hyphenation", nil))
    // Without a width there is nothing to break.
    let style = TextStyle(fontSize: 20, hyphens: "en")
    #expect(
      try TextImage.render("hyphenation", style: style)
        == TextImage.render("hyphenation", style: TextStyle(fontSize: 20)))
  }

  @Test func faults() {
    for (language, error) in [("xx", TextError.noHyphens(language: "xx")), ("e", .language("e"))] {
      let style = TextStyle(width: 100, hyphens: language)
      #expect(throws: error) { try TextImage.render("a", style: style) }
    }
  }
}
