import Foundation
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

  @Test func verboseReportsTheStages() throws {
    let run = try run("--text", "a", "--mesh", "wave", "--verbose")
    for stage in ["open EGL", "draw", "write out.png", "total"] { #expect(run.words.contains(stage)) }
    #expect(run.output.isEmpty)
  }

  /// A text that is enlarged to fit is drawn at that size: its edges are as sharp as those of a text at its own size.
  @Test func fitToASizeKeepsTextSharp() throws {
    #expect(try run("--text", "lll", "--font-size", "8", "--fit", "--size", "400x400").code == 0)
    let image = try folder.image("out.png")
    let alphas = stride(from: 3, to: image.bytes.count, by: 4).map { image.bytes[$0] }
    let (covered, partly) = (
      alphas.filter { $0 == 255 }.count, alphas.filter { (1..<255).contains($0) }.count
    )
    #expect(covered > 3 * partly, "\(covered) covered, \(partly) partly")
  }

  /// One sentence with the value and the limit, without messages of Pango: 64 for flags, 65 for scenes.
  @Test(arguments: [
    (
      "48", "\"fontSize\": 48", 64.0,
      "the scale of the text is 64.0, but at a font size of 48.0 the limit is 36.79"
    ),
    ("9000", "\"fontSize\": 9000", 1, "9000"), ("1e308", "\"fontSize\": 1e308", 1, "1e+308"),
  ])
  func absurdSizesAreRefused(flag: String, key: String, scale: Double, words: String) throws {
    let flags = try run("--text", "a", "--font-size", flag, "--scale", "\(scale)")
    #expect(
      flags.code == 64 && flags.words.hasPrefix("Error: ") && flags.words.contains(words), "\(flags.words)")
    try folder.write(
      "{\"canvas\": {\"size\": [4, 4], \"scale\": \(scale)}, \"layers\": [{\"contents\": {\"text\": \"a\", \(key)}}]}",
      to: "scene.json")
    let scene = try run("scene.json")
    #expect(scene.code == 65 && scene.words.filter { $0 == "\n" }.count == 1, "\(scene.words)")
    #expect(scene.words.hasPrefix("Error: scene.json:1:"), "\(scene.words)")
  }

  @Test func absurdTextsAreRefused() throws {
    for (text, words) in [(String(repeating: "a", count: 30_000), "the limit is"), ("a\u{0}", "NUL")] {
      let json = text.replacing("\u{0}", with: "\\u0000")
      try folder.write(
        "{\"canvas\": {\"size\": [4, 4]}, \"layers\": [{\"contents\": {\"text\": \"\(json)\"}}]}",
        to: "scene.json")
      let scene = try run("scene.json")
      #expect(scene.code == 65 && scene.words.contains(words), "\(scene.words.prefix(300))")
    }
    let flag = try run("--text", String(repeating: "a", count: 30_000))
    #expect(flag.code == 64 && flag.words.contains("has 30000 characters, but"), "\(flag.words.prefix(300))")
    let font = try run("--text", "a", "--font", String(repeating: "A", count: 3000))
    #expect(
      font.code == 64 && font.words.contains("the font has 3000 bytes, but the limit is 1000"),
      "\(font.words.prefix(300))")
  }

  /// A printed scene has the looks of the flags: an outline and spaces that make the picture larger.
  @Test func outlinesAndSpacesAreInPrintedScenes() throws {
    let flags = ["--text", "AV", "--outline", "width=4,color=gold", "--letter-spacing", "-2.5"]
    #expect(try Tool.start(["render"] + flags + ["-o", "out.png"], in: folder).wait().code == 0)
    let expected = try folder.image("out.png")
    #expect(try run("--text", "AV").code == 0)
    #expect(try expected.size != folder.image("out.png").size)
    let printed = try Tool.start(["render"] + flags + ["--print-scene"], in: folder).wait()
    try folder.write(printed.output, to: "scene.json")
    #expect(try run("scene.json").code == 0)
    #expect(try folder.image("out.png") == expected)
    for (flag, words) in [
      ("wdth=3", "\"width\"?"), ("width=-1", "use 0...1000 points"), ("width=49", "font size"),
    ] {
      try expectFailure(
        64, words, in: folder, arguments: ["render", "--text", "a", "--outline", flag, "-o", "out.png"])
    }
  }

  /// A font is found beside the scene that names it, and draws what it draws by its family.
  @Test func fontsComeFromFiles() throws {
    let font = try Folder.read("/usr/share/fonts/truetype/dejavu/DejaVuSerif-Bold.ttf")
    try FileManager.default.createDirectory(
      atPath: folder.file("sub/fonts"), withIntermediateDirectories: true)
    try folder.write(font, to: "sub/fonts/my.ttf")
    #expect(try run("--text", "Hi", "--font", "DejaVu Serif Bold").code == 0)
    let expected = try folder.image("out.png")
    for input in ["sub/fonts/my.ttf", "-"] {
      let flag = try Tool.run(
        "render", "--text", "Hi", "--font-file", input, "-o", "out.png", in: folder,
        input: folder.file("sub/fonts/my.ttf"))
      #expect(flag.code == 0 && flag.words.isEmpty, "\(flag.words)")
      #expect(try folder.image("out.png") == expected)
    }
    let printed = try Tool.run(
      "render", "--text", "Hi", "--font-file", "fonts/my.ttf", "--print-scene", in: folder)
    #expect(printed.code == 66, "the font is read")
    func scene(_ font: String) throws -> Image {
      try folder.write(
        "{\"canvas\": {\"size\": [60, 60]}, \"layers\": [{\"contents\": {\"text\": \"Hi\", \(font)}}]}",
        to: "sub/scene.json")
      let run = try run("sub/scene.json")
      #expect(run.code == 0 && run.words.isEmpty, "\(run.words)")
      return try folder.image("out.png")
    }
    #expect(
      try scene("\"fontFile\": \"fonts/my.ttf\"") == scene("\"font\": \"DejaVu Serif Bold\""))
  }

  /// Missing files exit with 66, files that are no fonts with 65, by flag and in scenes; fonts of scenes are confined.
  @Test func fontsThatCannotBeUsedAreNamed() throws {
    let font = try Folder.read("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")
    try folder.write(Array(font[..<9000]), to: "short.ttf")
    try folder.writePicture(3, 3, to: "picture.ttf")
    for (name, code, words) in [
      ("none.ttf", Int32(66), "there is no such file"), (".", 66, "is a directory"),
      ("short.ttf", 65, "is not a font, or it is damaged"),
    ] {
      let flag = ["render", "--text", "a", "--font-file", name, "-o", "out.png"]
      try expectFailure(code, words, in: folder, arguments: flag)
      try folder.write(
        "{\"canvas\": {\"fit\": true}, \"layers\": [{\"contents\": {\"text\": \"a\", \"fontFile\": \"\(name)\"}}]}",
        to: "scene.json")
      let scene = ["render", "scene.json", "-o", "out.png"]
      try expectFailure(code, "layers[0].contents", words, in: folder, arguments: scene)
    }
    try folder.write(
      "{\"canvas\": {\"fit\": true}, \"layers\": [{\"contents\": {\"text\": \"a\", \"fontFile\": \"/etc/hostname\"}}]}",
      to: "scene.json")
    try expectFailure(
      65, "outside the folders", in: folder, arguments: ["render", "scene.json", "-o", "out.png"])
    try expectFailure(
      64, "--font-file applies only to text", in: folder,
      arguments: ["render", "picture.ttf", "--font-file", "short.ttf", "-o", "out.png"])
  }

  /// The first words of a text: a case of letters that no hyphen may join, and letters that no space may part.
  @Test func spacingAndBreakingKeepTheText() throws {
    func ink(_ arguments: String...) throws -> Image {
      let run = try Tool.start(
        ["render", "--font", "DejaVu Sans", "--font-size", "40", "--fit", "-o", "out.png"] + arguments,
        in: folder
      ).wait()
      #expect(run.code == 0, "\(run.words)")
      return try folder.image("out.png")
    }
    let broken = try ink("--text", "Bartholomew", "--text-width", "150")
    #expect(try broken == ink("--text", "Barthol\nomew", "--text-width", "150"))
    let words = "\u{633}\u{644}\u{627}\u{645} \u{639}\u{644}\u{64A}\u{643}\u{645}"
    // As in a browser: 192.8 points, and 200.8 with the one space between the words.
    #expect(try ink("--text", words).size.width == 193)
    #expect(try ink("--text", words, "--letter-spacing", "8").size.width == 201)
    let word = "\u{633}\u{644}\u{627}\u{645}"
    #expect(try ink("--text", word) == ink("--text", word, "--letter-spacing", "8"))
  }

  /// A text in bounds is centered at its own size: the same pixels as without bounds at that place.
  @Test func boundsDoNotStretchTexts() throws {
    func draw(_ bounds: String, _ contents: String) throws -> Image {
      try folder.write(
        """
        {"canvas": {"size": [120, 80]}, "layers": [
          {\(bounds)"position": [60, 40], "contents": {"text": "Hg", "fontSize": 32\(contents)}}]}
        """, to: "scene.json")
      let run = try run("scene.json")
      #expect(run.code == 0 && run.words.isEmpty, "\(run.words)")
      return try folder.image("out.png")
    }
    let natural = try draw("\"bounds\": [0, 0, 100, 60], ", "")
    #expect(try draw("\"bounds\": [0, 0, 50, 40], ", "") == natural)
    #expect(try draw("\"bounds\": [0, 0, 120, 20], ", "") == natural)
    #expect(try draw("\"bounds\": [0, 0, 100, 60], ", ", \"fit\": \"shrink\"") == natural)
    #expect(try draw("\"bounds\": [0, 0, 100, 60], ", ", \"gravity\": \"resize\"") != natural)
    // Smaller bounds shrink it, and the parts show the whole.
    let small = try draw("\"bounds\": [0, 0, 20, 60], ", ", \"fit\": \"shrink\"")
    #expect(try small == draw("\"bounds\": [0, 0, 20, 60], ", ", \"fit\": \"shrink\", \"split\": \"lines\""))
    #expect(try draw("\"bounds\": [0, 0, 100, 60], ", ", \"split\": \"words\"") == natural)
  }

  @Test func textsThatDoNotFitAreAWarning() throws {
    try folder.write(
      """
      {"canvas": {"size": [20, 20]}, "layers": [{"bounds": [0, 0, 20, 20], "position": [10, 10],
        "contents": {"text": "Bartholomew", "fit": "shrink", "minimumFontSize": 8}}]}
      """, to: "scene.json")
    let run = try run("scene.json")
    #expect(run.code == 0 && run.words.contains("minimum font size of 8 points"), "\(run.words)")
  }

  /// A megabyte of letters is refused, as are more parts than the limit.
  @Test func splitTextsAreLimited() throws {
    for (count, size, words) in [
      (1_000_000, 1, "has 1000000 characters"), (15_000, 1, "has 15000 glyphs, but the limit"),
    ] {
      try folder.write(
        """
        {"canvas": {"size": [20, 20]}, "layers": [
          {"contents": {"text": "\(String(repeating: "a", count: count))", "fontSize": \(size), "split": "glyphs"}}]}
        """, to: "scene.json")
      let run = try run("scene.json")
      #expect(run.code == 65 && run.words.contains(words), "\(run.words.prefix(300))")
    }
  }

  @Test func partsOfATextAreAnimatedThroughTheText() throws {
    try folder.write(
      """
      {"canvas": {"size": [80, 40]}, "layers": [
        {"name": "title", "position": [40, 20], "contents": {"text": "abc", "fontSize": 20, "split": "glyphs"}}]}
      """, to: "scene.json")
    func animate(_ layer: String) throws -> Run {
      try Tool.run(
        "animate", "scene.json", "--animate-layer", layer, "--animate", "opacity 0..1 1s stagger 500ms",
        "--fps", "5",
        "-o", "f/", in: folder)
    }
    let run = try animate("title")
    #expect(run.code == 0, "\(run.words)")
    // Two seconds with both ends: one for the last letter, and half of one for each letter before it.
    #expect(try folder.entries(in: "f").count == 11)
    // After 0.4 seconds only the first letter has begun.
    let frame = try folder.image("f/frame-0003.png")
    let columns = (0..<80).filter { x in (0..<40).contains { frame.pixel(x, $0)[3] > 0 } }
    #expect(columns.allSatisfy { $0 < 36 } && !columns.isEmpty, "\(columns)")
    let part = try animate("title/b")
    #expect(part.code == 64 && part.words.contains("'title/b' is a part of a split text"), "\(part.words)")
  }
}
