import MeshTransform
import Testing
import TextImages

/// The space between letters. DejaVu Sans Mono at 20.48 points has letters of 12.33 points.
@Suite struct LetterSpacingTests {
  private func draw(
    _ text: String, spacing: Double, width: Double? = nil, alignment: TextStyle.Alignment = .start,
    scale: Double = 1
  ) throws -> TextImage {
    try TextImage.render(
      text,
      style: TextStyle(
        font: "DejaVu Sans Mono", fontSize: 20.48, width: width, alignment: alignment,
        letterSpacing: spacing, scale: scale))
  }

  /// Pango puts the space between letters only, so n letters have n - 1 of them.
  @Test(arguments: [-6.0, 0.5, 3, 40])
  func aLineGrowsByOneSpaceForEachGap(spacing: Double) throws {
    for count in [1, 2, 9] {
      let text = String(repeating: "H", count: count)
      let width = 12.33 * Double(count) + spacing * Double(count - 1)
      #expect(try draw(text, spacing: spacing).image.size.width == Int(width.rounded(.up)), "\(count)")
      let twice = try draw(text, spacing: spacing, scale: 2)
      #expect(twice.image.size.width == Int((2 * width).rounded(.up)), "\(count)")
    }
  }

  /// By whole pixels the letters move as they are.
  @Test func lettersMoveApartUnchanged() throws {
    let (near, far) = (Ink(try draw("HHH", spacing: 0).image), Ink(try draw("HHH", spacing: 7).image))
    for letter in 0..<3 {
      let left = Int(12.33 * Double(letter))
      for x in left + 1..<left + 12 {
        let same = (0..<near.size.height).allSatisfy { near.alpha(x, $0) == far.alpha(x + 7 * letter, $0) }
        #expect(same, "column \(x) of letter \(letter)")
      }
    }
  }

  @Test func noSpaceIsTheDefault() throws {
    let style = TextStyle(font: "DejaVu Sans Mono", fontSize: 20.48)
    #expect(try draw("fi AV", spacing: 0) == TextImage.render("fi AV", style: style))
  }

  /// Eight letters and their spaces no longer fit into a width that was enough for them.
  @Test func spacesCountWhereLinesBreak() throws {
    let text = "abc abcd"
    #expect(Ink(try draw(text, spacing: 0, width: 100).image).lines().count == 1)
    #expect(Ink(try draw(text, spacing: 2, width: 100).image).lines().count == 2)
  }

  @Test(arguments: [TextStyle.Alignment.start, .center, .end])
  func alignmentLeavesNoSpaceAtTheEnds(_ alignment: TextStyle.Alignment) throws {
    let ink = Ink(try draw("HHHH\nHH", spacing: 10, alignment: alignment).image)
    let lines = ink.lines()
    try #require(lines.count == 2)
    let long = try #require(ink.columns(in: lines[0]))
    let short = try #require(ink.columns(in: lines[1]))
    // Half of the two letters and two spaces that the second line lacks is on either side of it.
    let space = 2 * 12.33 + 20
    let left = alignment == .start ? 0 : alignment == .end ? space : space / 2
    #expect(abs(Double(short.lowerBound - long.lowerBound) - left) <= 1)
    #expect(abs(Double(long.upperBound - short.upperBound) - (space - left)) <= 1)
  }

  /// Letters that move over one another keep their ink in the picture.
  @Test(arguments: [-12.33, -20, -1000])
  func lettersMayOverlap(spacing: Double) throws {
    let drawn = try draw("HHH", spacing: spacing).image
    let padded = try TextImage.render(
      "HHH",
      style: TextStyle(font: "DejaVu Sans Mono", fontSize: 20.48, letterSpacing: spacing, padding: 20))
    #expect(abs(Ink(drawn).area - Ink(padded.image).area) < 0.5)
    #expect(Ink(drawn).area > 20)
  }

  /// Signs stay at their letter, also those that Pango draws as glyph clusters of their own; spacing follows the last.
  @Test(arguments: ["\u{5E9}\u{5B8}\u{5C1}", "\u{5D1}\u{5BC}\u{5B7}", "x\u{323}\u{302}", "q\u{301}"])
  func signsStayAtTheirLetter(_ letter: String) throws {
    func draw(_ text: String, _ spacing: Double, _ box: TextBox? = nil) throws -> Image {
      try TextImage.render(text, style: TextStyle(fontSize: 40, box: box, letterSpacing: spacing)).image
    }
    for spacing in [-3.0, 7, 8] { #expect(try draw(letter, spacing) == draw(letter, 0)) }
    let (near, far) = (try draw(letter + letter + letter, 0), try draw(letter + letter + letter, 8))
    #expect(far.size.width == near.size.width + 16)
    // A text that fits is drawn as it is.
    let box = TextBox(size: Size(400, 200), minimumFontSize: 10)
    let (free, boxed) = (try draw(letter + letter, 8), try draw(letter + letter, 8, box))
    let widths = [free, boxed].map { Ink($0).columns()?.count ?? 0 }
    #expect(abs(widths[0] - widths[1]) <= 1)
  }

  /// Letters that join keep their forms and their width; marks, joiners and elongations belong to them.
  @Test(arguments: [
    "سلام", "عَلَيْكُم", "ســلام", "می\u{200C}خواهم", "ܫܠܡܐ", "ߒߞߏ", "ᠮᠣᠩᠭᠣᠯ", "ﺳﻼﻡ", "𞤀𞤣𞤤𞤢𞤥", "ࡀࡁ",
  ])
  func joinedLettersKeepTheirWidth(_ word: String) throws {
    func draw(_ text: String, _ spacing: Double) throws -> Image {
      try TextImage.render(text, style: TextStyle(fontSize: 40, letterSpacing: spacing)).image
    }
    for spacing in [-3.0, 8] { #expect(try draw(word, spacing) == draw(word, 0)) }
    // The space between two words grows, and nothing else.
    let (near, far) = (try draw("\(word) \(word)", 0), try draw("\(word) \(word)", 8))
    #expect(far.size.width == near.size.width + 8 && far.size.height == near.size.height)
  }

  /// Letters of other scripts on the same line move apart as they do alone.
  @Test(arguments: ["سلام", "ߒߞߏ"]) func otherLettersBesideJoinedOnesMove(_ word: String) throws {
    func width(_ text: String, _ spacing: Double) throws -> Int {
      try TextImage.render(text, style: TextStyle(fontSize: 40, letterSpacing: spacing)).image.size.width
    }
    // The spaces after a and b, and half of one between the space and the joined letters, which have none.
    let (near, far) = (try width("ab \(word)", 0), try width("ab \(word)", 10))
    #expect((24...26).contains(far - near), "\(far - near)")
  }

  @Test func spacesAreLimited() throws {
    for spacing in [-1000.1, 1000.1, .nan, .infinity] {
      #expect(throws: TextError.self) { try draw("a", spacing: spacing) }
    }
    // Spaces count as letters do: the line has to stay below Pango's two million points.
    #expect(throws: TextError.tooLongWith(.letterSpacing, 1000, characters: 1000, limit: 979)) {
      try draw(String(repeating: "a", count: 1000), spacing: 1000)
    }
    #expect(throws: TextError.tooLongWith(.letterSpacing, -1000, characters: 1000, limit: 979)) {
      try draw(String(repeating: "a", count: 1000), spacing: -1000)
    }
  }
}
