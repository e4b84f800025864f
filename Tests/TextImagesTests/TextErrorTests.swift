import MeshTransform
import Testing
import TextImages

@Suite struct TextErrorTests {
  @Test func emptyAndNul() {
    #expect(throws: TextError.empty) { try TextImage.render("") }
    #expect(throws: TextError.nul(.text, character: 2)) { try TextImage.render("ab\0c") }
    #expect(throws: TextError.self) { try TextImage.render("a", style: TextStyle(font: "Sans\0")) }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, -1, 0, 1e300, .leastNonzeroMagnitude])
  func absurdNumbers(_ value: Double) {
    let styles = [
      TextStyle(fontSize: value), TextStyle(width: value), TextStyle(lineSpacing: value),
      TextStyle(scale: value),
    ]
    for style in styles {
      #expect(throws: TextError.self) { try TextImage.render("a", style: style) }
    }
  }

  @Test(arguments: [Double.nan, .infinity, -0.1, 1.1, 1e300])
  func absurdColorsAndPadding(_ value: Double) {
    let color = Color(red: 0, green: 0, blue: value)
    let padding = value == 1.1 ? 16_385 : value
    for style in [TextStyle(color: color), TextStyle(background: color), TextStyle(padding: padding)] {
      #expect(throws: TextError.self) { try TextImage.render("a", style: style) }
    }
  }

  @Test func aMegabyteOfText() {
    let text = String(repeating: "long ", count: 200_000)
    #expect(throws: TextError.tooLong(characters: 1_000_000, limit: 20_833, fontSize: 48)) {
      try TextImage.render(text)
    }
  }

  @Test func anEndlessParagraphInANarrowColumn() {
    #expect(throws: TextError.paragraphTooLong(characters: 20_000, limit: 2236)) {
      try TextImage.render(String(repeating: "a", count: 20_000), style: TextStyle(fontSize: 10, width: 0.1))
    }
  }

  @Test(arguments: [
    TextStyle(font: "DejaVu Sans 8192", scale: 64), TextStyle(font: "DejaVu Sans 1000000"),
    TextStyle(padding: 16_384), TextStyle(width: 1_000_000), TextStyle(fontSize: 8192, scale: 2),
  ])
  func tooLargeAnswersBeforeItAllocates(_ style: TextStyle) {
    #expect(throws: TextError.self) { try TextImage.render("large", style: style) }
  }

  @Test func theLimitIsTheCallers() throws {
    let size = try TextImage.render("limit").image.size
    _ = try TextImage.render("limit", limit: size)
    for limit in [PixelSize(size.width - 1, size.height), PixelSize(size.width, size.height - 1)] {
      let expected = TextError.tooLarge(width: Double(size.width), height: Double(size.height), limit: limit)
      #expect(throws: expected) { try TextImage.render("limit", limit: limit) }
    }
  }

  @Test func theAreaLimitIsTheCallers() throws {
    let size = try TextImage.render("limit").image.size
    _ = try TextImage.render("limit", areaLimit: size.area)
    #expect(throws: TextError.tooManyPixels(size, limit: size.area - 1)) {
      try TextImage.render("limit", areaLimit: size.area - 1)
    }
  }

  @Test func missingCharactersAreCountedAndDrawnAsBoxes() throws {
    let text = try TextImage.render("a\u{10FFFD}b\u{10FFFD}")
    #expect(text.warnings == [.unknownGlyphs(count: 2)])
    #expect(Ink(text.image).area > Ink(try TextImage.render("ab").image).area)
  }

  @Test func aMissingFamilyIsNamedWithItsSubstitute() throws {
    let warnings = try TextImage.render("a", style: TextStyle(font: "No Such Family Bold 20")).warnings
    guard case .substitutedFamily("No Such Family", let used) = try #require(warnings.first) else {
      Issue.record("\(warnings)")
      return
    }
    #expect(!used.isEmpty && warnings.count == 1)
  }

  @Test(arguments: [
    "Sans 20", "Monospace Bold 20", "DejaVu Sans 20", "dejavu serif 20", "No Such, DejaVu Sans 20",
  ])
  func installedAndGenericFamiliesWarnOfNothing(_ font: String) throws {
    #expect(try TextImage.render("a", style: TextStyle(font: font)).warnings == [])
  }

  @Test func errorsNameTheCorrection() {
    let tooLarge = TextError.tooLarge(width: 70_000.2, height: 12, limit: PixelSize(100, 100))
    #expect(tooLarge.description.contains("70001 x 12 pixels"))
    #expect(TextError.noFonts.description.contains("fonts-dejavu-core"))
    #expect(
      TextError.outOfRange(.fontSize, -1, 0.1...8192).description
        == "the font size of the text is -1.0; use 0.1...8192.0")
  }

  /// Beyond these limits Pango prints warnings, and FreeType does not support the size.
  @Test func scalesAndFontsHaveLimits() throws {
    #expect(throws: TextError.scaleTooLarge(64, limit: 36.79, fontSize: 48)) {
      try TextImage.render("a", style: TextStyle(scale: 64))
    }
    #expect(throws: TextError.scaleTooLarge(8, limit: 7.96, fontSize: 1024)) {
      try TextImage.render("a", style: TextStyle(fontSize: 1024, scale: 8))
    }
    #expect(try TextImage.render("a", style: TextStyle(scale: 36.7)).image.size.height > 1000)
    #expect(throws: TextError.fontTooLong(bytes: 1001, limit: 1000)) {
      try TextImage.render("a", style: TextStyle(font: String(repeating: "A", count: 1001)))
    }
    let long = try TextImage.render("a", style: TextStyle(font: String(repeating: "A", count: 1000)))
    #expect(long.warnings.allSatisfy { $0.description.count < 250 })
  }
}
