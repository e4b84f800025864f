import Foundation
import Glibc
import Testing

@testable import ImageFiles

/// File names are bytes: those that are not UTF-8 work in all commands, and are readable in messages.
struct FileNameTests {
  private let folder: Folder
  /// "in", a byte that no UTF-8 has, and an ending.
  private static let name = "printf 'in\\377'"

  init() throws {
    folder = try Folder()
    try folder.writePicture(40, 30, to: "in.png")
    try folder.write(
      #"{"vertices": [[0,0,0,0,0],[1,0,1,0.2,0],[1,1,1,1,0],[0,1,0,1,0]], "faces": [[0,1,2,3]]}"#,
      to: "mesh.json")
    try folder.write(
      #"{"canvas": {"size": [8, 6]}, "layers": [{"contents": {"color": "red"}, "bounds": [0, 0, 8, 6]}]}"#,
      to: "scene.json")
    try run(
      "cp in.png $N.png; cp mesh.json $N.json; mkdir $N; cp in.png $N/a.png; cp scene.json $N-scene.json")
  }

  /// Runs lines of a shell, in which N is the name, C the same with another byte, and M the tool.
  @discardableResult
  private func run(_ script: String) throws -> Run {
    try Tool.start(
      ["-c", "N=$(\(Self.name)); C=$(printf 'out\\351'); M='\(Tool.path)'; \(script)"], in: folder,
      executable: "/bin/sh"
    ).wait()
  }

  @Test(arguments: [
    ("$M render $N.png --mesh wave -o $C.png", "$C.png"), ("$M render $N.png -o $C.jpg", "$C.jpg"),
    ("$M render $N.png --mesh $N.json -o $C.png", "$C.png"), ("$M render $N/a.png -o $N/b.png", "$N/b.png"),
    ("$M render in.png --displace $N.png:x=3 -o $C.png", "$C.png"),
    ("$M render in.png --mesh pageCurl --back $N.png -o $C.png", "$C.png"),
    ("$M render $N-scene.json -o $C.png", "$C.png"),
    ("$M animate $N.png --mesh wave --fps 5 -o $C.apng", "$C.apng"),
    ("$M animate in.png --mesh wave --fps 5 -o $C/", "$C/frame-0001.png"),
    ("$M animate in.png --mesh wave --fps 5 -o $C-%02d.png", "$C-01.png"),
    ("$M convert $N.json $C.obj", "$C.obj"),
    ("$M map $N.png --mesh wave -o $C.npy", "$C.npy"),
    ("$M subdivide $N.json --steps 1 -o $C.json", "$C.json"),
    ("$M inspect $N.json --picture $C.png", "$C.png"), ("$M new $C.json", "$C.json"),
    ("mkdir -p $C/$N; $M render in.png -o $C/$N/o.png", "$C/$N/o.png"),
    ("ln -s $N.png $C.png; $M render in.png -o $C.png; test -L $C.png", "$N.png"),
  ])
  func anyNameWorks(_ line: String, _ file: String) throws {
    let run = try run("\(line) && test -s \(file) && ls")
    #expect(run.code == 0 && !run.words.contains("Warning"), "\(line): \(run.words)")
    // Nothing has the repaired name.
    #expect(!run.output.contains([0xEF, 0xBF, 0xBD]) && !run.output.contains([0xF4, 0x8F]), "\(run.text)")
  }

  @Test func numberedFilesAreFound() throws {
    let run = try run(
      "cp in.png $N-01.png; cp in.png $N-02.png; $M animate $N-%02d.png --mesh wave -o $C.apng && test -s $C.apng"
    )
    #expect(run.code == 0, "\(run.words)")
  }

  @Test(
    arguments: [
      ("$M render $C.png -o o.png", 66, #"out\xE9.png: there is no such file"#),
      ("$M validate $N.json", 0, ""), ("$M validate $N-scene.json", 0, ""),
      ("$M validate $C.json", 66, #"out\xE9.json"#),
      ("$M render in.png -o in.png/$N.png", 73, #"in.png/in\xFF.png"#), ("$M $N.png", 64, #"in\xFF.png"#),
      ("$M render $N.png --mesh wave --print-scene", 64, "rename the file"),
    ] as [(String, Int32, String)])
  func errorsNameThemReadably(_ line: String, _ code: Int32, _ part: String) throws {
    let run = try run(line)
    #expect(
      run.code == code && run.words.contains(part) || part.isEmpty && run.words.isEmpty,
      "\(line): \(run.words)")
    #expect(
      String(validating: Array(run.words.utf8), as: UTF8.self) != nil && !run.words.contains("\u{10FEFF}"))
  }

  /// A text or a font that is not UTF-8 names its first byte; nothing is replaced.
  @Test(arguments: [
    ("--text \"Zo$(printf '\\353')\"", "--text is not UTF-8: byte 3 is 0xEB; convert it"),
    ("--text \"$(printf 'caf\\303\\251 \\200')\"", "--text is not UTF-8: byte 7 is 0x80"),
    ("--text a --font \"$(printf '\\344')\"", "--font is not UTF-8: byte 1 is 0xE4"),
    ("--text \"$(printf '\\360\\237')\"", "--text is not UTF-8: byte 1 is 0xF0"),
  ]) func textsAreUTF8(_ flags: String, _ sentence: String) throws {
    let run = try run("$M render \(flags) -o a.png; test ! -e a.png || echo left")
    #expect(run.words.contains(sentence) && run.output.isEmpty, "\(flags): \(run.words)")
  }

  @Test(
    arguments: [
      Array("plain.png".utf8), [0x69, 0xFF, 0x2E], [0xC3], [0xC3, 0x28], [0xE2, 0x82],
      [0xF4, 0x8F, 0xBA, 0x80],
      [0xF4, 0x8F, 0xBB, 0xBF, 0x41], [0xED, 0xA0, 0x80], [0xF0, 0x9F, 0x98, 0x80], [0x80, 0x80], [],
    ] as [[UInt8]])
  func bytesAreKept(_ bytes: [UInt8]) {
    let text = String(fileName: bytes)
    #expect(text.fileName == (bytes + [0]).map(CChar.init(bitPattern:)))
    #expect(text.hasForeignBytes == (String(validating: bytes, as: UTF8.self) != text))
    #expect(!text.withReadableBytes.hasForeignBytes && (text.foreignByte != nil) == text.hasForeignBytes)
  }
}

extension [UInt8] {
  fileprivate func contains(_ part: [UInt8]) -> Bool {
    indices.contains { self[$0...].starts(with: part) }
  }
}
