import MeshTransform
import Testing

@testable import TextImages

/// Texts that are split into images.
@Suite struct TextPiecesTests {
  private func split(_ text: String, _ split: TextSplit, _ style: TextStyle = TextStyle(fontSize: 30)) throws
    -> TextPieces
  {
    try TextPieces.render(text, split: split, style: style)
  }

  @Test(
    arguments: [
      ("Hi, you", .glyphs, ["H", "i", ",", "y", "o", "u"]), ("Hi, you", .words, ["Hi,", "you"]),
      ("Hi, you\nthere \n", .lines, ["Hi, you", "there"]), ("  a  b ", .glyphs, ["a", "b"]),
      (" \n ", .words, []),
      // Marks, ligatures and sequences stay with their letters.
      ("e\u{301}x\u{323}\u{302}", .glyphs, ["e\u{301}", "x\u{323}\u{302}"]), ("fix", .glyphs, ["fi", "x"]),
      ("👩‍👩‍👧a", .glyphs, ["👩‍👩‍👧", "a"]), ("🇩🇪", .glyphs, ["🇩🇪"]), ("שָׁלוֹם", .glyphs, ["שָׁ", "ל", "וֹ", "ם"]),
      // In the order of the text, whatever its direction.
      ("אב גד", .words, ["אב", "גד"]), ("a אב b", .words, ["a", "אב", "b"]),
      ("one אב\ntwo", .lines, ["one אב", "two"]),
    ] as [(String, TextSplit, [String])])
  func partsAreThoseOfReaders(_ text: String, _ split: TextSplit, _ parts: [String]) throws {
    let pieces = try self.split(text, split)
    #expect(pieces.pieces.map(\.text) == parts)
    #expect(!pieces.warnings.contains(.joinedLetters))
  }

  @Test(arguments: [
    ("سلام عليكم", ["سلام", "عليكم"]), ("abc سلام", ["a", "b", "c", "سلام"]), ("ߒߞߏ", ["ߒߞߏ"]),
    ("«سلام»", ["«", "سلام", "»"]),
  ])
  func joinedLettersStayTogether(_ text: String, _ parts: [String]) throws {
    let pieces = try split(text, .glyphs)
    #expect(pieces.pieces.map(\.text) == parts && pieces.warnings == [.joinedLetters])
    #expect(try split(text, .words).warnings.isEmpty)
  }

  /// The images at their places show the text: letters cover at most as much as they do together.
  @Test(arguments: [
    "Wave fiord, Åge", "AVAVA office", "عَلَيْكُم سلام", "mixed שלום and سلام\nin two lines", "ÅỆ\nfj",
  ])
  func theyShowTheText(_ text: String) throws {
    for (split, scale) in [(TextSplit.glyphs, 1.0), (.words, 1.5), (.lines, 2)] {
      for box in [nil, TextBox(size: Size(151, 90))] {
        let style = TextStyle(
          font: "DejaVu Serif Italic", fontSize: 30, color: Color(red: 1, green: 0, blue: 0, alpha: 0.5),
          outline: split == .words ? TextOutline(width: 2) : nil, box: box,
          letterSpacing: split == .lines ? 3 : 0,
          scale: scale)
        let whole = try TextImage.render(text, style: style)
        let pieces = try self.split(text, split, style)
        #expect(pieces.size == whole.size)
        var sum = [Double](repeating: 0, count: whole.image.size.area)
        for piece in pieces.pieces {
          let (x, y) = (piece.frame.minX * scale, piece.frame.minY * scale)
          #expect(abs(x - x.rounded()) < 1e-9 && abs(y - y.rounded()) < 1e-9)
          let ink = Ink(piece.image)
          for row in 0..<ink.size.height {
            for column in 0..<ink.size.width where ink.alpha(column, row) > 0 {
              let place = (Int(x.rounded()) + column, Int(y.rounded()) + row)
              guard place.0 >= 0, place.1 >= 0, place.0 < whole.image.size.width,
                place.1 < whole.image.size.height
              else {
                Issue.record("ink outside of the text at \(place)")
                continue
              }
              let index = place.1 * whole.image.size.width + place.0
              let alpha = Double(ink.alpha(column, row)) / 255
              sum[index] += alpha * (1 - sum[index])
            }
          }
        }
        let ink = Ink(whole.image)
        let differences = sum.indices.filter { index in
          let alpha = ink.alpha(index % whole.image.size.width, index / whole.image.size.width)
          return abs(sum[index] * 255 - Double(alpha)) > 3
        }
        // Where letters touch or overlap, both cover.
        #expect(differences.count * 25 < sum.filter { $0 > 0 }.count, "\(split): \(differences.count)")
      }
    }
  }

  /// Each image has the height of the line and the advance of its letters.
  @Test func framesAreLinesHigh() throws {
    let pieces = try split("Hx.", .glyphs, TextStyle(font: "DejaVu Sans Mono", fontSize: 20.48))
    for (index, piece) in pieces.pieces.enumerated() {
      #expect((24...26).contains(piece.frame.size.height) && piece.frame.minY == 0)
      #expect((13...14).contains(piece.frame.size.width))
      #expect(abs(piece.frame.minX - 12.33 * Double(index)) <= 1)
    }
  }

  @Test func limits() throws {
    let small = TextStyle(fontSize: 1)
    #expect(throws: TextError.tooLong(characters: 1_000_000, limit: 100_000, fontSize: 1)) {
      try split(String(repeating: "0123456789", count: 100_000), .glyphs, small)
    }
    let long = String(repeating: String(repeating: "a", count: 999) + "\n", count: 20)
    #expect(throws: TextError.tooManyPieces(.glyphs, count: 19_980, limit: 10_000)) {
      try split(long, .glyphs, small)
    }
    #expect(try split(long, .lines, small).pieces.count == 20)
    #expect(throws: TextError.empty) { try split("", .glyphs) }
    let area = try split("abc", .glyphs).pieces.reduce(0) { $0 + $1.image.size.area }
    _ = try TextPieces.render("abc", split: .glyphs, style: TextStyle(fontSize: 30), memoryLimit: 4 * area)
    #expect(throws: TextError.self) {
      try TextPieces.render("abc", split: .glyphs, style: TextStyle(fontSize: 30), memoryLimit: 4 * area - 1)
    }
    #expect(throws: TextError.self) {
      try TextPieces.render("abc", split: .glyphs, style: TextStyle(fontSize: 30), areaLimit: area - 1)
    }
  }
}
