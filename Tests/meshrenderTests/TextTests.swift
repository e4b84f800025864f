import MeshTransform
import Testing

struct TextTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  private func run(_ arguments: String...) throws -> Run {
    try Tool.start(["render"] + arguments + ["-o", "out.png"], in: folder).wait()
  }

  @Test(arguments: ["Hello", "two\nlines", "\u{1F600}", "-5", "--fit", "\u{5D0}\u{5D1} \u{627}\u{628}", " "])
  func draws(text: String) throws {
    let run = try run("--text", text, "--font-size", "20", "--color", "red")
    #expect(run.code == 0 && run.output.isEmpty, "\(run.words)")
    #expect(try folder.image("out.png").size.height > 10)
  }

  @Test func anUnknownFontIsAWarning() throws {
    let loud = try run("--text", "a", "--font", "Nosuchfont")
    #expect(loud.code == 0 && loud.words.hasPrefix("Warning: ") && loud.words.contains("Nosuchfont"))
    let quiet = try run("--text", "a", "--font", "Nosuchfont", "--quiet")
    #expect(quiet.code == 0 && quiet.words.isEmpty)
  }

  @Test func verboseTellsTheStages() throws {
    let run = try run("--text", "a", "--mesh", "wave", "--verbose")
    for stage in ["open EGL", "draw", "write out.png", "total"] { #expect(run.words.contains(stage)) }
    #expect(run.output.isEmpty)
  }

  /// A text that is enlarged to fit is drawn at that size: its edges are as steep as those of one that was not.
  @Test func fitToASizeKeepsTextSharp() throws {
    #expect(try run("--text", "lll", "--font-size", "8", "--fit", "--size", "400x400").code == 0)
    let image = try folder.image("out.png")
    let alphas = stride(from: 3, to: image.bytes.count, by: 4).map { image.bytes[$0] }
    let (covered, partly) = (
      alphas.filter { $0 == 255 }.count, alphas.filter { (1..<255).contains($0) }.count
    )
    #expect(covered > 3 * partly, "\(covered) covered, \(partly) partly")
  }
}
