import MeshTransform
import Testing
import TextImages

/// Texts that are placed in bounds. DejaVu Sans Mono at 20.48 points has letters of 12.33 points, lines of 23.84.
@Suite struct TextBoxTests {
  private func draw(
    _ text: String, in size: Size, minimum: Double? = nil, fontSize: Double = 20.48,
    alignment: TextStyle.Alignment = .start, letterSpacing: Double = 0, outline: TextOutline? = nil,
    scale: Double = 1
  ) throws -> TextImage {
    try TextImage.render(
      text,
      style: TextStyle(
        font: "DejaVu Sans Mono", fontSize: fontSize, outline: outline,
        box: TextBox(size: size, minimumFontSize: minimum), alignment: alignment,
        letterSpacing: letterSpacing,
        scale: scale))
  }

  /// The lines break at the width, and the image is as wide as the longest one.
  @Test(arguments: [TextStyle.Alignment.start, .center, .end])
  func linesBreakAtTheBounds(_ alignment: TextStyle.Alignment) throws {
    let drawn = try draw("one two three", in: Size(100, 500), alignment: alignment)
    #expect((86...88).contains(drawn.size.width), "\(drawn.size)")
    #expect(Ink(drawn.image).lines().count == 2)
    #expect(try draw("one two three", in: Size(200, 1), alignment: alignment).size.height < 26)
  }

  /// Between bounds and image lies an even number of pixels, so that half of it on either side is whole.
  @Test(arguments: [1, 2, 1.5]) func centeredTextsLieOnWholePixels(scale: Double) throws {
    for width in 200...203 {
      for height in 50...51 {
        let drawn = try draw("Test", in: Size(Double(width), Double(height)), scale: scale).image.size
        let (across, down) = (
          (Double(width) * scale).rounded() - Double(drawn.width),
          (Double(height) * scale).rounded() - Double(drawn.height)
        )
        #expect(
          across.truncatingRemainder(dividingBy: 2) == 0 && down.truncatingRemainder(dividingBy: 2) == 0)
      }
    }
  }

  @Test func aTextThatFitsKeepsItsSize() throws {
    for size in [Size(400, 100), Size(4000, 1000), Size(62, 24)] {
      #expect(try draw("abcde", in: size, minimum: 1) == draw("abcde", in: size))
    }
  }

  /// The size is found to 1/1024 of the range: a width of 31 points is half of the text's.
  @Test(arguments: [0, 4.0]) func aLargeTextShrinksUntilItFits(letterSpacing: Double) throws {
    let drawn = try draw("abcde", in: Size(31, 500), minimum: 1, letterSpacing: letterSpacing)
    #expect(drawn.warnings.isEmpty && (30...32).contains(drawn.size.width), "\(drawn.size)")
    // It is drawn at that size, not scaled.
    let natural = 5 * 12.33 + 4 * letterSpacing
    let half = try draw(
      "abcde", in: Size(31, 500), fontSize: 20.48 * 31 / natural, letterSpacing: letterSpacing * 31 / natural)
    #expect(abs(Ink(half.image).area - Ink(drawn.image).area) < 0.05 * Ink(half.image).area)
  }

  /// Several lines shrink by the height, and words do not break to fit.
  @Test func linesShrinkAsAWhole() throws {
    let drawn = try draw("some words on lines", in: Size(100, 40), minimum: 2)
    #expect(drawn.warnings.isEmpty && drawn.size.height <= 42 && drawn.size.width <= 102, "\(drawn.size)")
    #expect(drawn.size.height > 30)
    let word = try draw("abcdefghij", in: Size(50, 500), minimum: 2)
    #expect(Ink(word.image).lines().count == 1 && word.size.width <= 52)
  }

  @Test func anOutlineShrinksToo() throws {
    let outline = TextOutline(width: 6)
    let drawn = try draw("abcde", in: Size(40, 500), minimum: 1, outline: outline)
    #expect(drawn.warnings.isEmpty && drawn.size.width <= 42)
  }

  @Test func theMinimumHolds() throws {
    let drawn = try draw("abcdefghij", in: Size(50, 20), minimum: 18)
    #expect(drawn.warnings == [.doesNotFit(minimum: 18)])
    let same = try draw("abcdefghij", in: Size(50, 20), fontSize: 18)
    #expect(drawn.image == same.image)
    // A text that is smaller than the minimum stays.
    #expect(
      try draw("abcdefghij", in: Size(50, 20), minimum: 90).image
        == draw("abcdefghij", in: Size(50, 20)).image)
  }

  @Test(arguments: [Size(0, 0), Size(0.001, 1e9), Size(1e9, 0), Size(1e9, 1e9)])
  func anyBoundsHaveAnAnswer(_ size: Size) throws {
    _ = try draw("ab", in: size)
    _ = try draw("ab", in: size, minimum: 0.1)
  }

  @Test func limits() throws {
    #expect(throws: TextError.tooLongToShrink(characters: 10_001, limit: 10_000)) {
      try draw(String(repeating: "a\n", count: 5001).dropLast().description, in: Size(9, 9), minimum: 1)
    }
    for minimum in [0, .nan, 9000.0] {
      #expect(throws: TextError.self) { try draw("a", in: Size(9, 9), minimum: minimum) }
    }
  }
}
