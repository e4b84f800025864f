import Foundation
import Glibc
import Testing

/// The viewer that `--open` starts. A script in the place of xdg-open writes down how it was called.
struct DesktopViewerTests {
  private func folder(viewer: String?, program: String = "xdg-open") throws -> Folder {
    let folder = try Folder()
    try folder.writePicture(4, 4, to: "in.png")
    try FileManager.default.createDirectory(atPath: folder.file("bin"), withIntermediateDirectories: true)
    guard let viewer else { return folder }
    try folder.writeProgram(viewer, to: "bin/\(program)")
    return folder
  }

  private func open(
    _ folder: Folder, _ arguments: [String] = ["render", "in.png", "-o", "out.png"], desktop: String = ":9"
  ) throws -> Run {
    try Tool.start(
      arguments + ["--open"], in: folder,
      environment: ["PATH": folder.file("bin"), "DISPLAY": desktop, "WAYLAND_DISPLAY": ""]
    ).wait()
  }

  /// The file, once it is complete.
  private func called(_ folder: Folder) -> String {
    for _ in 0..<500 {
      if let bytes = try? folder.bytes("called"), bytes.last == 0x0A {
        return String(decoding: bytes, as: UTF8.self)
      }
      usleep(10_000)
    }
    return ""
  }

  private static let note = #"echo "$#: $*" >"${0%/*}/../called""#

  @Test func theResultIsShown() throws {
    let folder = try folder(viewer: Self.note)
    let run = try open(folder)
    #expect(run.code == 0 && run.words.isEmpty, "\(run.words)")
    let path = try #require(realpath(folder.file("out.png"), nil))
    defer { free(path) }
    #expect(called(folder) == "1: \(String(cString: path))\n")
  }

  @Test func namesAreNoFlags() throws {
    let folder = try folder(viewer: Self.note, program: "gio")
    let run = try open(folder, ["render", "in.png", "-o", "./-a b;c$(d).png"])
    #expect(run.code == 0 && run.words.isEmpty, "\(run.words)")
    let text = called(folder)
    #expect(text.hasPrefix("2: open /") && text.hasSuffix("/-a b;c$(d).png\n"), "\(text)")
  }

  @Test func aSequenceIsShownByItsFirstFile() throws {
    let folder = try folder(viewer: Self.note)
    let run = try open(
      folder,
      [
        "animate", "in.png", "--mesh", "wave", "--duration", "0.3", "--fps", "10", "--frames", "2..3", "-o",
        "f/",
      ])
    #expect(run.code == 0, "\(run.words)")
    #expect(called(folder).hasSuffix("/f/frame-0002.png\n"))
  }

  /// It outlives the tool, in a session of its own and without its streams.
  @Test func theViewerIsDetached() throws {
    let folder = try folder(
      viewer: #"/bin/sleep 2; read word || end=yes; echo "$end $PPID" >"${0%/*}/../called""#)
    let run = try open(folder)
    #expect(run.code == 0 && run.words.isEmpty, "\(run.words)")
    #expect(called(folder).hasPrefix("yes "))
  }

  @Test func whatPreventsItIsAWarning() throws {
    let none = try open(try folder(viewer: nil))
    #expect(none.code == 0)
    #expect(
      none.words
        == "Warning: --open: neither xdg-open nor gio is installed, so out.png is not shown; install xdg-utils\n"
    )
    let noDesktop = try folder(viewer: Self.note)
    let hidden = try open(noDesktop, desktop: "")
    #expect(hidden.code == 0 && hidden.words.contains("there is no desktop to show out.png"))
    #expect(!FileManager.default.fileExists(atPath: noDesktop.file("called")))
    let locked = try folder(viewer: Self.note)
    chmod(locked.file("bin/xdg-open"), 0o644)
    let refused = try open(locked)
    #expect(refused.code == 0)
    #expect(
      refused.words.contains("xdg-open cannot be started, so out.png is not shown: Permission denied"))
    let failing = try open(try folder(viewer: "exit 3"))
    #expect(failing.code == 0 && failing.words.contains("xdg-open cannot show out.png (its exit code is 3)"))
    let folder = try folder(viewer: Self.note)
    try expectFailure(
      64, "--open needs a file", in: try Folder(), arguments: ["render", "--text", "x", "-o", "-", "--open"])
    // Nothing is shown of a run that fails.
    #expect(try open(folder, ["render", "no.png", "-o", "out.png"]).code == 66)
    #expect(!FileManager.default.fileExists(atPath: folder.file("called")))
  }
}
