import MeshTransform
import Testing
import TextImages

@Suite struct TextLinesTests {
  private func draw(_ text: String, _ alignment: TextStyle.Alignment, width: Double? = nil) throws -> Ink {
    let style = TextStyle(font: "DejaVu Sans 20", width: width, alignment: alignment)
    return Ink(try TextImage.render(text, style: style).image)
  }

  /// Both lines consist of the same letter, so their side bearings are equal.
  @Test(arguments: [TextStyle.Alignment.start, .center, .end])
  func shortLinesStandWhereTheyShould(_ alignment: TextStyle.Alignment) throws {
    let ink = try draw("HHHHHHHH\nHHH", alignment)
    let lines = ink.lines()
    try #require(lines.count == 2)
    let long = try #require(ink.columns(in: lines[0]))
    let short = try #require(ink.columns(in: lines[1]))
    let (left, right) = (short.lowerBound - long.lowerBound, long.upperBound - short.upperBound)
    switch alignment {
    case .start: #expect(left == 0 && right > 40)
    case .end: #expect(abs(right) <= 1 && left > 40)
    default: #expect(abs(left - right) <= 1 && left > 20)
    }
  }

  @Test func linesBreakAtTheWidth() throws {
    let ink = try draw("one two three four five six", .start, width: 100)
    #expect(ink.size.width == 100)
    #expect(ink.lines().count >= 3)
  }

  @Test func aWordWiderThanTheWidthBreaksInside() throws {
    #expect(try draw("HHHHHHHHHHHHHHHH", .start, width: 60).size.width <= 62)
  }

  /// The lines of a broken word have its letters only: they are those of the word broken by hand.
  @Test(arguments: ["Bartholomew", "1234567890", "Владимирович", "Παπαδόπουλος", "ORDER/XKCD7781"])
  func noHyphenIsInserted(_ word: String) throws {
    func draw(_ text: String) throws -> Image {
      try TextImage.render(text, style: TextStyle(font: "DejaVu Sans 40", width: 220)).image
    }
    let drawn = try draw(word)
    let byHand = try word.indices.dropFirst().contains { try draw("\(word[..<$0])\n\(word[$0...])") == drawn }
    #expect(byHand)
  }

  /// A soft hyphen is a place where the text itself allows one.
  @Test func softHyphensShowWhereALineBreaks() throws {
    func draw(_ text: String) throws -> Image {
      try TextImage.render(text, style: TextStyle(font: "DejaVu Sans 40", width: 220)).image
    }
    #expect(try draw("hyphen\u{AD}ation") == draw("hyphen-\nation"))
    #expect(try draw("Bar\u{AD}t") == draw("Bart"))
  }

  @Test func justifiedLinesReachBothEdges() throws {
    let text = "HI HI HI HI HI HI HI HI HI HI HI"
    let (ragged, justified) = (try draw(text, .start, width: 130), try draw(text, .justify, width: 130))
    let lines = justified.lines()
    try #require(lines.count > 2)
    for line in lines.dropLast() {
      let columns = try #require(justified.columns(in: line))
      #expect(columns.lowerBound <= 4 && columns.upperBound >= 125)
    }
    #expect(try #require(ragged.columns(in: lines[0])).upperBound < 125)
  }

  @Test func lineSpacingMultipliesTheDistance() throws {
    let tops = try [1, 1.5, 2].map { spacing in
      let style = TextStyle(font: "DejaVu Sans 40", lineSpacing: spacing)
      let lines = Ink(try TextImage.render("H\nH", style: style).image).lines()
      return lines[1].lowerBound - lines[0].lowerBound
    }
    // 40 points of DejaVu Sans: (1901 + 483) / 2048 * 40 = 46.6 per line.
    #expect(abs(tops[0] - 47) <= 1)
    #expect(abs(tops[1] - 70) <= 1)
    #expect(abs(tops[2] - 93) <= 1)
  }

  @Test func arabicStartsAtTheRightAndJoins() throws {
    let ink = try draw("سلام", .start, width: 300)
    #expect(try #require(ink.columns()).lowerBound > 200)
    let apart = try draw("س ل ا م", .start)
    let joined = try draw("سلام", .start)
    #expect(joined.size.width < apart.size.width - 15)
  }
}
