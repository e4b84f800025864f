import Foundation
import Glibc
import ImageFiles
import MeshTransform
import Testing

@testable import meshrender

/// Pictures that are drawn again when a file changes.
struct WatchTests {
  /// A run with `--watch`, which ends by Ctrl-C.
  struct Watching {
    let child: Child

    init(_ arguments: [String], in folder: Folder) throws {
      child = try Tool.start(arguments + ["--watch"], in: folder)
    }

    var lines: [String] {
      let words = (try? child.streams.bytes("words")) ?? []
      return String(decoding: words, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// The lines from the one with this index on, once there are some; none after half a minute.
    func lines(from start: Int) -> [String] {
      for _ in 0..<3000 {
        let lines = lines
        if lines.count > start { return Array(lines[start...]) }
        usleep(10_000)
      }
      return []
    }

    /// The lines that follow a change.
    func lines(after change: () throws -> Void) rethrows -> [String] {
      let count = lines.count
      try change()
      return lines(from: count)
    }

    func end() throws -> Run {
      kill(child.pid, SIGINT)
      return try child.wait()
    }
  }

  private func scene(_ color: String, image: String = "in.png") -> String {
    """
    {"canvas": {"size": [8, 4]}, "layers": [
      {"bounds": [0, 0, 4, 4], "position": [2, 2], "backgroundColor": "\(color)"},
      {"bounds": [0, 0, 4, 4], "position": [6, 2], "contents": {"image": "\(image)"}}]}
    """
  }

  private func writePlain(_ color: [UInt8], to name: String, in folder: Folder) throws {
    let image = Image(
      size: PixelSize(4, 4), alpha: .opaque, bytes: Array(repeating: color + [255], count: 16).flatMap { $0 })
    try PNG.write(image, to: .path(folder.file(name)))
  }

  private func prepared() throws -> Folder {
    let folder = try Folder()
    try folder.write(scene("#ff0000"), to: "s.json")
    try writePlain([0, 0, 200], to: "in.png", in: folder)
    return folder
  }

  @Test func editsAreDrawn() throws {
    let folder = try prepared()
    let run = try Watching(["render", "s.json", "-o", "out.png"], in: folder)
    let first = try #require(run.lines(from: 0).first)
    #expect(first.hasPrefix("Drew out.png in ") && first.hasSuffix("watching 2 files, Ctrl-C ends"))
    // A file in place.
    let edited = try run.lines {
      try Data(scene("#00ff00").utf8).write(to: URL(filePath: folder.file("s.json")))
    }
    #expect(edited.count == 1 && edited[0].hasSuffix(": s.json changed"), "\(edited)")
    #expect(try folder.image("out.png").pixel(1, 1) == [0, 255, 0, 255])
    // Another file of the same name, as most editors write.
    let replaced = try run.lines { try writePlain([1, 2, 3], to: "in.png", in: folder) }
    #expect(replaced.count == 1 && replaced[0].hasSuffix(": in.png changed"), "\(replaced)")
    #expect(try folder.image("out.png").pixel(6, 1) == [1, 2, 3, 255])
    // A file that the scene begins to name.
    try writePlain([9, 9, 9], to: "new.png", in: folder)
    _ = try run.lines { try folder.write(scene("#00ff00", image: "new.png"), to: "s.json") }
    #expect(try folder.image("out.png").pixel(6, 1) == [9, 9, 9, 255])
    let appeared = try run.lines { try writePlain([7, 7, 7], to: "new.png", in: folder) }
    #expect(appeared.last?.hasSuffix(": new.png changed") == true, "\(appeared)")
    // A file that it names no more.
    let count = run.lines.count
    try writePlain([4, 4, 4], to: "in.png", in: folder)
    usleep(1_500_000)
    #expect(run.lines.count == count, "\(run.lines)")
    #expect(try run.end().code == 130)
    #expect(try folder.image("out.png").pixel(6, 1) == [7, 7, 7, 255])
    #expect(try folder.entries() == ["in.png", "new.png", "out.png", "s.json"])
  }

  @Test func errorsAreTold() throws {
    let folder = try prepared()
    let run = try Watching(["render", "s.json", "-o", "out.png"], in: folder)
    _ = run.lines(from: 0)
    let picture = try folder.bytes("out.png")
    let broken = try run.lines { try folder.write("{\"layers\": 3}", to: "s.json") }
    #expect(broken.count == 1 && broken[0].hasPrefix("Error: s.json:"), "\(broken)")
    #expect(try folder.bytes("out.png") == picture)
    let repaired = try run.lines { try folder.write(scene("#0000ff"), to: "s.json") }
    #expect(repaired.first?.hasPrefix("Drew out.png in ") == true, "\(repaired)")
    let missing = try run.lines {
      try FileManager.default.moveItem(atPath: folder.file("in.png"), toPath: folder.file("x.png"))
    }
    #expect(missing.first?.contains("in.png: there is no such file") == true, "\(missing)")
    let back = try run.lines {
      try FileManager.default.moveItem(atPath: folder.file("x.png"), toPath: folder.file("in.png"))
    }
    #expect(back.first?.hasPrefix("Drew out.png in ") == true, "\(back)")
    #expect(try run.end().code == 130)
  }

  @Test func aFileMayBeMissingForAMoment() throws {
    let folder = try prepared()
    let run = try Watching(["render", "s.json", "-o", "out.png"], in: folder)
    _ = run.lines(from: 0)
    let lines = try run.lines {
      try FileManager.default.removeItem(atPath: folder.file("s.json"))
      usleep(300_000)
      try folder.write(scene("#ffff00"), to: "s.json")
    }
    #expect(lines.count == 1 && lines[0].hasPrefix("Drew out.png in "), "\(lines)")
    #expect(try folder.image("out.png").pixel(1, 1) == [255, 255, 0, 255])
    #expect(try run.end().code == 130)
  }

  /// inotify reports nothing of a link to a folder that leads to another one.
  @Test func whatHasNoEventIsFound() throws {
    let folder = try prepared()
    let files = FileManager.default
    for (name, color) in [("one", "#ff0000"), ("two", "#00ffff")] {
      try files.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
      try folder.write(scene(color), to: "\(name)/s.json")
      try files.copyItem(atPath: folder.file("in.png"), toPath: folder.file("\(name)/in.png"))
    }
    try files.createSymbolicLink(atPath: folder.file("now"), withDestinationPath: "one")
    let run = try Watching(["render", "now/s.json", "-o", "out.png"], in: folder)
    _ = run.lines(from: 0)
    try files.createSymbolicLink(atPath: folder.file("next"), withDestinationPath: "two")
    let lines = run.lines { rename(folder.file("next"), folder.file("now")) }
    #expect(lines.first?.hasSuffix("now/s.json and 1 more changed") == true, "\(lines)")
    #expect(try folder.image("out.png").pixel(1, 1) == [0, 255, 255, 255])
    #expect(try run.end().code == 130)
  }

  @Test func clipsAreMadeAgain() throws {
    let folder = try prepared()
    let run = try Watching(
      ["animate", "in.png", "--mesh", "wave", "--duration", "0.2", "--fps", "10", "-o", "f/"], in: folder)
    #expect(run.lines(from: 0).last?.hasSuffix("watching 1 file, Ctrl-C ends") == true, "\(run.lines)")
    let before = try folder.bytes("f/frame-0002.png")
    let lines = try run.lines { try writePlain([250, 1, 250], to: "in.png", in: folder) }
    #expect(lines.first?.hasSuffix(": in.png changed") == true, "\(lines)")
    #expect(try folder.bytes("f/frame-0002.png") != before)
    #expect(try run.end().code == 130)
  }

  @Test func whatCannotBeWatchedIsRefused() throws {
    let folder = try prepared()
    try folder.write(scene("red", image: "-"), to: "stream.json")
    let out = ["-o", "out.png", "--watch"]
    for (arguments, part) in [
      (["in.png", "-o", "-", "--watch"], "--watch needs a file"),
      (["s.json", "--print-scene", "--watch"], "--print-scene and --print-mesh draw none"),
      (["-"] + out, "The input is standard input"),
      (["in.png", "--mesh", "-"] + out, "--mesh is standard input"),
      (["in.png", "--gestures", "-"] + out, "--gestures is standard input"),
      (["--text", "x"] + out, "this run reads none"),
      (["in.png", "-o", "in.png", "--watch"], "in.png is both input and output"),
      (["s.json", "-o", "./in.png", "--watch"], "in.png is both input and output"),
    ] {
      try expectFailure(64, part, in: folder, arguments: ["render"] + arguments)
    }
    // A scene is read before its names are known.
    try expectFailure(
      64, "standard input cannot be read again", in: folder, arguments: ["render", "stream.json"] + out)
    // A misspelt name is no edit to wait for.
    try expectFailure(66, "no.png", in: folder, arguments: ["render", "no.png"] + out)
    try expectFailure(
      64, "in.png is both input and output", in: folder,
      arguments: ["animate", "in.png", "--mesh", "wave", "-o", "in.png", "--format", "apng", "--watch"])
  }
}

/// The events of files and their states.
struct FolderWatchTests {
  @Test func eventsOfWatchedFilesCount() throws {
    let folder = try Folder()
    makeFile(folder.file("a"))
    let other = try Folder()
    makeFile(other.file("target"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link"), withDestinationPath: other.file("target"))
    let watch = FolderWatch()
    try #require(watch.problem == nil)
    watch.watch(["a", "link", "later/x"].map { .path(folder.file($0)) })
    makeFile(folder.file("b"))
    #expect(!watch.wait(20))
    change(folder.file("a"))
    #expect(watch.wait(1000))
    while watch.wait(20) {}
    change(other.file("target"))
    #expect(watch.wait(1000))
    // A name that is not UTF-8.
    let latin = folder.file(String(fileName: [0x63, 0xE9]))
    watch.watch([.path(latin)])
    while watch.wait(20) {}
    makeFile(latin)
    #expect(watch.wait(1000))
    unlink(latin.fileName)
    // Numbered files of a sequence may have any name.
    watch.watch([.path(folder.file("frame-%d.png"))])
    while watch.wait(20) {}
    change(other.file("target"))
    #expect(!watch.wait(20))
    makeFile(folder.file("frame-7.png"))
    #expect(watch.wait(1000))
  }

  /// Makes an empty file without opening it: a child of another test that inherits an open file closes it later, which
  /// is one more event.
  private func makeFile(_ path: String) {
    #expect(mknod(path.fileName, S_IFREG | 0o600, 0) == 0, "\(path)")
  }

  /// Changes a file without opening it.
  private func change(_ path: String) { #expect(truncate(path.fileName, 1) == 0, "\(path)") }

  @Test func withoutEventsItWaits() {
    let watch = FolderWatch(isActive: false)
    watch.watch([.path("/tmp/x")])
    #expect(watch.problem != nil && watch.interval == 250)
    #expect(!watch.wait(1))
  }

  @Test func changesAreFound() throws {
    let folder = try Folder()
    try folder.write("1", to: "a")
    try folder.write("1", to: "f-1")
    let list = InputList()
    InputList.$current.withValue(list) {
      for name in ["a", "missing", "f-%d"] { InputList.add(.path(folder.file(name))) }
    }
    #expect(list.changedPaths.isEmpty && list.vanishedPaths.isEmpty && list.states.count == 2)
    // The same size and time, but another file.
    var status = stat()
    stat(folder.file("a"), &status)
    try folder.write("2", to: "b")
    utimensat(AT_FDCWD, folder.file("b"), [status.st_atim, status.st_mtim], 0)
    rename(folder.file("b"), folder.file("a"))
    #expect(list.changedPaths == [folder.file("a")])
    try folder.write("1", to: "missing")
    try folder.write("1", to: "f-2")
    #expect(list.changedPaths == [folder.file("a"), folder.file("missing"), folder.file("f-%d")])
    unlink(folder.file("a"))
    #expect(list.vanishedPaths == [folder.file("a")])
    #expect(WatchLoop.words(["a", "b", "c"]) == "a and 2 more changed")
  }

  /// Stamps of journals that earlier versions wrote have the time of the content only.
  @Test func stampsKnowAFileThatChangedInPlace() throws {
    let folder = try Folder()
    try folder.write("1", to: "a")
    try folder.write("1", to: "f-1")
    func stamp(_ name: String) throws -> String {
      let list = InputList()
      InputList.$current.withValue(list) { InputList.add(.path(folder.file(name))) }
      return try #require(list.stamps.first)
    }
    let stamps = try [stamp("a"), stamp("f-%d")]
    var status = stat()
    stat(folder.file("a"), &status)
    let earlier = "1:\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec):\(folder.file("a"))"
    #expect(InputList.isUnchanged(earlier) && stamps.allSatisfy(InputList.isUnchanged))
    for name in ["a", "f-1"] {
      stat(folder.file(name), &status)
      usleep(20_000)
      let descriptor = open(folder.file(name), O_WRONLY)
      #expect(write(descriptor, "2", 1) == 1)
      close(descriptor)
      utimensat(AT_FDCWD, folder.file(name), [status.st_atim, status.st_mtim], 0)
    }
    #expect(!stamps.contains(where: InputList.isUnchanged))
    #expect(InputList.isUnchanged(earlier))
    // A missing file is not looked for.
    #expect(!InputList.isUnchanged("::\(folder.file("a"))"))
  }
}
