import Foundation
import Glibc
import ImageFiles
import MeshTransform
import Testing

@testable import meshrender

/// Thumbnails in terminals, which are simulated: what they are sent is decoded again.
struct PreviewTests {
  private static let kitty = ["TERM": "xterm-kitty"]

  /// A picture whose left half is of one color and whose right half is transparent.
  private func folder(_ width: Int = 300, _ height: Int = 200) throws -> Folder {
    let folder = try Folder()
    let row = (0..<width).flatMap { $0 < width / 2 ? [200, 20, 10, 255] : [0, 0, 0, 0] as [UInt8] }
    let image = Image(
      size: PixelSize(width, height), alpha: .straight,
      bytes: Array(repeatElement(row, count: height).joined()))
    try PNG.write(image, to: .path(folder.file("in.png")))
    return folder
  }

  private func text(_ result: PseudoTerminal.Result) -> String {
    String(decoding: result.shown, as: UTF8.self)
  }

  /// The picture of kitty's commands; checks their form.
  private func kittyImage(_ result: PseudoTerminal.Result) throws -> Image {
    let commands = text(result).components(separatedBy: "\u{1B}_G").dropFirst().map {
      $0.components(separatedBy: "\u{1B}\\")[0]
    }
    var payload = ""
    for (index, command) in commands.enumerated() {
      let parts = command.split(separator: ";", maxSplits: 1)
      let isLast = index == commands.count - 1
      #expect(parts[0] == (index == 0 ? "a=T,f=100,q=2," : "") + "m=\(isLast ? 0 : 1)")
      #expect(isLast ? parts[1].count <= 4096 : parts[1].count == 4096)
      payload += parts[1]
    }
    return try PNG.read(from: .memory(Array(try #require(Data(base64Encoded: payload))), name: "kitty"))
  }

  private func expectPicture(_ image: Image) {
    #expect(image.pixel(3, 3) == [200, 20, 10, 255])
    let (x, y) = (image.size.width - 4, image.size.height - 4)
    // One of two grays, and the other one in the next square.
    let here = image.pixel(x, y)
    let above = image.pixel(x, y - 8)
    #expect(Set([here, above]) == [[0x99, 0x99, 0x99, 255], [0x66, 0x66, 0x66, 255]])
  }

  @Test func kittyDrawsAPNG() throws {
    let result = try PseudoTerminal().run(
      ["render", "in.png", "-o", "out.png", "--preview"], in: folder(), environment: Self.kitty)
    #expect(result.code == 0)
    let image = try kittyImage(result)
    #expect(image.size == PixelSize(300, 200))
    expectPicture(image)
    #expect(text(result).hasSuffix("\u{1B}\\\r\n"))
  }

  @Test func largePicturesFit() throws {
    let folder = try folder(1200, 1200)
    // 23 of 24 rows of 20 pixels.
    let rows = try PseudoTerminal().run(
      ["render", "in.png", "-o", "out.jpg", "--background", "white", "--preview"], in: folder,
      environment: Self.kitty)
    let image = try kittyImage(rows)
    #expect(image.size == PixelSize(460, 460))
    #expect(image.pixel(455, 5) == [255, 255, 255, 255])
    // 40 of 100 rows, of 10 pixels.
    let many = try PseudoTerminal(columns: 200, rows: 100, pixels: (1000, 1000)).run(
      ["render", "in.png", "-o", "out.png", "--preview"], in: folder, environment: Self.kitty)
    #expect(try kittyImage(many).size == PixelSize(400, 400))
    // A picture in bands is drawn again at the size of the preview.
    let bands = try PseudoTerminal().run(
      ["render", "in.png", "--scale", "4", "-o", "out.png", "--preview"], in: folder, environment: Self.kitty)
    let small = try kittyImage(bands)
    #expect(small.size == PixelSize(460, 460))
    expectPicture(small)
  }

  @Test func itermDrawsAnInlineFile() throws {
    let result = try PseudoTerminal().run(
      ["render", "in.png", "-o", "out.png", "--preview"], in: folder(),
      environment: ["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"])
    let parts = text(result).components(separatedBy: "\u{1B}]1337;File=")
    try #require(parts.count == 2)
    let file = parts[1].components(separatedBy: "\u{07}")[0].split(separator: ":", maxSplits: 1)
    let png = Array(try #require(Data(base64Encoded: String(file[1]))))
    #expect(file[0] == "inline=1;size=\(png.count);width=30;height=10;preserveAspectRatio=1")
    let image = try PNG.read(from: .memory(png, name: "iterm2"))
    #expect(image.size == PixelSize(300, 200))
    expectPicture(image)
  }

  /// The decoder of libsixel, which has nothing in common with its encoder.
  private func sixelImage(_ shown: [UInt8]) throws -> (size: PixelSize, color: (Int, Int) -> [Int]) {
    typealias Decode =
      @convention(c) (
        UnsafePointer<UInt8>, Int32, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>,
        UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>,
        UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, UnsafeMutablePointer<Int32>, OpaquePointer?
      ) -> Int32
    let library = try #require(dlopen("libsixel.so.1", RTLD_NOW), "libsixel1 is not installed")
    let decode = unsafeBitCast(try #require(dlsym(library, "sixel_decode_raw")), to: Decode.self)
    // The terminal writes a carriage return before each line feed, which sixels ignore.
    let start = try #require(shown.indices.first { shown[$0...].starts(with: Array("\u{1B}P".utf8)) })
    var (width, height, count) = (Int32(0), Int32(0), Int32(0))
    var pixels: UnsafeMutablePointer<UInt8>?
    var palette: UnsafeMutablePointer<UInt8>?
    let bytes = Array(shown[start...])
    try #require(decode(bytes, Int32(bytes.count), &pixels, &width, &height, &palette, &count, nil) == 0)
    let (indices, colors) = (try #require(pixels), try #require(palette))
    let size = PixelSize(Int(width), Int(height))
    return (size, { x, y in (0..<3).map { Int(colors[3 * Int(indices[y * size.width + x]) + $0]) } })
  }

  @Test func sixelsAreAskedFor() throws {
    let result = try PseudoTerminal(pixels: (0, 0)).run(
      ["render", "in.png", "-o", "out.png", "--preview"], in: folder(1200, 1200),
      environment: ["TERM": "xterm-256color"],
      answers: [(to: "\u{1B}[c", answer: "\u{1B}[6;30;12t\u{1B}[?62;4;22c")])
    #expect(result.code == 0, "\(text(result).prefix(300))")
    let (size, color) = try sixelImage(result.shown)
    // 23 rows of 30 pixels.
    #expect(size == PixelSize(690, 690))
    // The colors of the palette have 5 bits per channel, and are written in percent.
    for (channel, value) in zip(color(100, 100), [200, 20, 10]) { #expect(abs(channel - value) <= 8) }
    let grays = Set([color(650, 4), color(650, 12)].map { $0[0] / 0x10 })
    #expect(grays == [0x9, 0x6])
  }

  @Test func kittysProtocolIsAskedFor() throws {
    let terminal = try PseudoTerminal()
    let result = try terminal.run(
      ["render", "in.png", "-o", "out.png", "--preview"], in: folder(), environment: ["TERM": "foot"],
      answers: [(to: "\u{1B}[c", answer: "\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;4c")])
    let shown = text(result)
    #expect(result.code == 0 && shown.contains("\u{1B}_Ga=T,f=100") && !shown.contains("\u{1B}P"))
    // What the terminal types is not shown.
    #expect(!shown.contains("?62;4c"))
    #expect(terminal.isPlain)
  }

  @Test func whoCannotDrawIsTold() throws {
    for (environment, answers, part) in [
      (
        ["TERM": "xterm"], [(to: "\u{1B}[c", answer: "\u{1B}[?1;2c")],
        "supports neither kitty's protocol nor sixels"
      ),
      (["TERM": "xterm"], [], "does not report support for pictures"),
      (["TERM": "dumb"], [], "TERM is \"dumb\""),
    ] as [([String: String], [(to: String, answer: String)], String)] {
      let terminal = try PseudoTerminal()
      let folder = try folder()
      let result = try terminal.run(
        ["render", "in.png", "-o", "out.png", "--preview"], in: folder, environment: environment,
        answers: answers)
      #expect(result.code == 0 && text(result).contains("Warning: --preview: "), "\(text(result))")
      #expect(text(result).contains(part), "\(text(result))")
      #expect(!text(result).contains("\u{1B}P") && terminal.isPlain)
      #expect(try folder.image("out.png").size == PixelSize(300, 200))
    }
  }

  /// tmux takes kitty's question for a title, and says itself whether it draws sixels.
  @Test func tmuxIsNotAskedForKitty() throws {
    let result = try PseudoTerminal().run(
      ["render", "in.png", "-o", "out.png", "--preview"], in: folder(),
      environment: ["TERM": "tmux-256color", "TMUX": "/tmp/x,1,0", "KITTY_WINDOW_ID": "1"],
      answers: [(to: "\u{1B}[c", answer: "\u{1B}[?1;2;4c")])
    #expect(!text(result).contains("\u{1B}_G"))
    #expect(try sixelImage(result.shown).size == PixelSize(300, 200))
  }

  @Test func aSignalRestoresTheTerminal() throws {
    let terminal = try PseudoTerminal()
    // The terminal does not answer, but its user gives up.
    let result = try terminal.run(
      ["render", "in.png", "-o", "out.png", "--preview"], in: folder(), environment: ["TERM": "xterm"],
      answers: [(to: "\u{1B}[c", answer: "\u{03}")])
    #expect(result.code == 130)
    #expect(terminal.isPlain)
  }

  @Test func thePictureKeepsItsPipe() throws {
    let folder = try folder()
    let piped = try PseudoTerminal().run(
      ["render", "in.png", "-o", "-", "--preview"], in: folder, environment: Self.kitty)
    #expect(try PNG.read(from: .memory(piped.output, name: "output")).size == PixelSize(300, 200))
    expectPicture(try kittyImage(piped))
    // Words that go to a file leave the terminal to the preview.
    let logged = try PseudoTerminal().run(
      ["render", "in.png", "-o", "out.png", "--preview", "--verbose"], in: folder, environment: Self.kitty,
      hasErrors: false)
    expectPicture(try kittyImage(logged))
    #expect(logged.words.contains("total since start") && !logged.words.contains("\u{1B}"))
    let none = try Tool.start(
      [Tool.path, "render", "in.png", "-o", "out.png", "--preview"], in: folder,
      environment: Self.kitty, executable: "/usr/bin/setsid"
    ).wait()
    #expect(none.code == 0 && none.words.contains("there is no terminal"), "\(none.words)")
  }

  @Test func clipsShowFourFrames() throws {
    let result = try PseudoTerminal(columns: 200).run(
      ["animate", "in.png", "--mesh", "wave", "--duration", "1", "--fps", "10", "-o", "f/", "--preview"],
      in: folder(), environment: Self.kitty)
    #expect(result.code == 0)
    #expect(try kittyImage(result).size == PixelSize(798, 131))
    let sheet = try PseudoTerminal(columns: 200).run(
      [
        "animate", "in.png", "--mesh", "wave", "--duration", "1", "--fps", "10", "--sheet", "2x1", "-o",
        "s.png",
        "--preview-protocol", "kitty",
      ],
      in: folder(100, 50), environment: ["TERM": "xterm"])
    #expect(try kittyImage(sheet).size == PixelSize(200, 50))
  }
}

/// What terminals say about themselves.
struct TerminalAnswersTests {
  @Test(arguments: [
    (["TERM": "xterm-kitty"], TerminalKind.draws(.kitty)),
    (["TERM": "xterm-ghostty"], .draws(.kitty)),
    (["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"], .draws(.kitty)),
    (["TERM": "xterm-kitty", "TERM_PROGRAM": "iTerm.app"], .draws(.kitty)),
    (["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm", "KITTY_WINDOW_ID": "1"], .draws(.iterm2)),
    (["TERM": "xterm-256color", "LC_TERMINAL": "iTerm2"], .draws(.iterm2)),
    (["TERM": "screen-256color", "TERM_PROGRAM": "iTerm.app"], .unknown(kitty: false)),
    (["TERM": "xterm-kitty", "TMUX": "/tmp/tmux"], .unknown(kitty: false)),
    (["TERM": "foot"], .unknown(kitty: true)),
  ])
  func environments(_ environment: [String: String], _ kind: TerminalKind) {
    #expect(TerminalKind { environment[$0] } == kind)
  }

  @Test func terminalsWithoutPictures() {
    for term in ["", "dumb", "linux"] {
      guard case .drawsNothing = TerminalKind({ $0 == "TERM" ? term : nil }) else {
        Issue.record("\(term) draws pictures")
        continue
      }
    }
  }

  @Test func answers() {
    func answers(_ text: String) -> TerminalAnswers { TerminalAnswers(Array(text.utf8)) }
    #expect(answers("\u{1B}[?62;4;22c").sixel && !answers("\u{1B}[?4;22c").sixel)
    #expect(!answers("\u{1B}[?64;1;2c").sixel)
    #expect(answers("\u{1B}_Gi=31;OK\u{1B}\\").kitty && !answers("\u{1B}_Gi=31;EINVAL:x\u{1B}\\").kitty)
    #expect(answers("x\u{1B}[6;30;12t\u{1B}[?1c").cell == Terminal.Cell(width: 12, height: 30))
    #expect(answers("\u{1B}[6;0;12t").cell == nil && answers("\u{1B}[6;99999999999999999999;1t").cell == nil)
    for garbage in ["", "\u{1B}[", "\u{1B}[c", "\u{1B}[;;;c\u{1B}[?;t", "\u{1B}[\u{1B}[?4"] {
      _ = answers(garbage)
    }
    #expect(TerminalAnswers.isComplete(Array("\u{1B}[6;1;1t\u{1B}[?1;2c".utf8)))
    #expect(!TerminalAnswers.isComplete(Array("\u{1B}[6;1;1t\u{1B}[?1;2".utf8)))
  }

  @Test func sizes() {
    func size(_ width: Int, _ height: Int, _ terminal: Terminal.Size) -> [Int] {
      let size = ThumbnailSize(of: PixelSize(width, height), in: terminal)
      return [size.pixels.width, size.pixels.height, size.columns, size.rows]
    }
    let terminal = Terminal.Size(columns: 80, rows: 24, cell: Terminal.Cell(width: 10, height: 20))
    #expect(size(10, 10, terminal) == [10, 10, 1, 1])
    #expect(size(1600, 400, terminal) == [800, 200, 80, 10])
    #expect(size(1, 32_768, terminal) == [1, 460, 1, 23])
    #expect(size(32_768, 1, terminal) == [800, 1, 80, 1])
    // Without a size of characters, and in a terminal of one row.
    #expect(size(5000, 5000, Terminal.Size(columns: 80, rows: 1)) == [16, 16, 2, 1])
    let huge = Terminal.Size(columns: 1000, rows: 1000, cell: Terminal.Cell(width: 30, height: 60))
    #expect(size(10_000, 5000, huge) == [1600, 800, 54, 14])
  }
}
