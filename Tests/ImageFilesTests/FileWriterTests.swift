import CPNG
import Testing

@testable import ImageFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

private func write(_ text: String, to writer: FileWriter) throws(OutputFileError) {
  try Array(text.utf8).withUnsafeBufferPointer { bytes throws(OutputFileError) in
    try writer.write(UnsafeRawBufferPointer(bytes))
  }
}
private func text(_ path: String) throws -> String {
  String(decoding: try InputFile.path(path).readAll(), as: UTF8.self)
}
private func mode(_ path: String) -> mode_t {
  var status = stat()
  return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
}

@Suite("Files written whole or not at all")
struct FileWriterTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// Also beside a file that everyone may read, until it is replaced.
  @Test(arguments: [true, false], [mode_t?.none, 0o644, 0o600, 0o666])
  func isPrivateUntilItIsWhole(isNameless: Bool, existing: mode_t?) throws {
    let path = folder.file("out")
    let mask = umask(0)
    umask(mask)
    if let existing {
      close(open(path, O_WRONLY | O_CREAT, 0o600))
      chmod(path, existing)
    }
    let writer = try FileWriter(.path(path), isNameless: isNameless)
    try write("secret", to: writer)
    var status = stat()
    #expect(fstat(try #require(writer.temporaryDescriptor), &status) == 0 && status.st_mode & 0o777 == 0o600)
    try writer.commit()
    #expect(mode(path) == existing ?? 0o666 & ~mask)
  }

  @Test(arguments: [true, false]) func appearsOnlyWhenCommitted(isNameless: Bool) throws {
    let path = folder.file("out")
    let writer = try FileWriter(.path(path), isNameless: isNameless)
    try write("one ", to: writer)
    try write("two", to: writer)
    #expect(!folder.entries.contains("out"))
    // Some file systems do not support files without a name.
    #expect(isNameless ? folder.entries.count <= 1 : folder.entries.count == 1)
    try writer.commit()
    #expect(folder.entries == ["out"])
    #expect(try text(path) == "one two")
    try writer.commit()
  }

  @Test(arguments: [true, false]) func releasedWritersLeaveNoFile(isNameless: Bool) throws {
    try OutputFile.path(folder.file("out")).write(Array("old".utf8))
    do {
      let writer = try FileWriter(.path(folder.file("out")), isNameless: isNameless)
      try write("new", to: writer)
      #expect(isNameless ? folder.entries.count <= 2 : folder.entries.count == 2)
    }
    #expect(folder.entries == ["out"])
    #expect(try text(folder.file("out")) == "old")
  }

  @Test func staleFilesOfKilledProcessesAreRemoved() throws {
    // An open file holds the lock, as a live process does.
    let alive = open(folder.file(".meshrender-alive.tmp"), O_RDWR | O_CREAT, 0o600)
    defer { close(alive) }
    #expect(descriptor_lock(alive, true))
    for name in [".meshrender-dead.tmp", ".meshrender-other", "meshrender-other.tmp"] {
      close(open(folder.file(name), O_RDWR | O_CREAT, 0o600))
    }
    symlink("meshrender-other.tmp", folder.file(".meshrender-link.tmp"))
    #expect(mkfifo(folder.file(".meshrender-pipe.tmp"), 0o600) == 0)
    try OutputFile.path(folder.file("out")).write([1])
    #expect(
      folder.entries == [
        ".meshrender-alive.tmp", ".meshrender-link.tmp", ".meshrender-other", ".meshrender-pipe.tmp",
        "meshrender-other.tmp", "out",
      ])
  }

  @Test(arguments: [true, false]) func lockedTemporaryFilesAreNotStale(isNameless: Bool) throws {
    let writer = try FileWriter(.path(folder.file("out")), isNameless: isNameless)
    try write("whole", to: writer)
    StaleTemporaryFiles.removeAll(from: FilePath(folder.path + "/"))
    try writer.commit()
    #expect(folder.entries == ["out"])
    #expect(try text(folder.file("out")) == "whole")
  }

  /// A file that appeared during the writing is replaced, like one that existed before.
  @Test(arguments: [true, false]) func theLastOfTwoWritersWins(isNameless: Bool) throws {
    let path = folder.file("out")
    let (first, second) = (
      try FileWriter(.path(path), isNameless: isNameless), try FileWriter(.path(path), isNameless: isNameless)
    )
    try write("first", to: first)
    try write("second", to: second)
    try second.commit()
    try first.commit()
    #expect(folder.entries == ["out"])
    #expect(try text(path) == "first")
  }

  @Test func keepsTheModeOfWhatItReplaces() throws {
    let path = folder.file("out")
    try OutputFile.path(path).write([1])
    let mask = umask(0)
    umask(mask)
    #expect(mode(path) == 0o666 & ~mask)
    chmod(path, 0o640)
    try OutputFile.path(path).write([2])
    #expect(mode(path) == 0o640)
  }

  @Test func aLinkStaysALink() throws {
    try OutputFile.path(folder.file("real")).write(Array("old".utf8))
    symlink("real", folder.file("link"))
    symlink("link", folder.file("again"))
    symlink("later", folder.file("dangling"))
    try OutputFile.path(folder.file("again")).write(Array("new".utf8))
    try OutputFile.path(folder.file("dangling")).write(Array("made".utf8))
    #expect(folder.entries == ["again", "dangling", "later", "link", "real"])
    #expect(try text(folder.file("real")) == "new")
    #expect(try text(folder.file("later")) == "made")
    symlink("loop", folder.file("loop"))
    let error = #expect(throws: OutputFileError.self) { try OutputFile.path(folder.file("loop")).write([]) }
    #expect(error == .cannotCreate(name: folder.file("loop"), SystemError(code: ELOOP)))
  }

  @Test func devicesAndPipesAreWrittenAsTheyAre() throws {
    try OutputFile.path("/dev/null").write([1, 2, 3])
    var status = stat()
    #expect(lstat("/dev/null", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)

    let pipe = folder.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let reader = open(pipe, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    try OutputFile.path(pipe).write(Array("through".utf8))
    var bytes = [UInt8](repeating: 0, count: 64)
    #expect(read(reader, &bytes, 64) == 7)
    #expect(String(decoding: bytes.prefix(7), as: UTF8.self) == "through")
    #expect(folder.entries == ["pipe"])
  }

  @Test func aPipeClosedByItsReaderIsAnError() throws {
    let pipe = folder.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let reader = open(pipe, O_RDONLY | O_NONBLOCK)
    let writer = try FileWriter(.path(pipe))
    try write("heard", to: writer)
    close(reader)
    let want = OutputFileError.cannotWrite(name: pipe, SystemError(code: EPIPE))
    for _ in 0..<2 {
      let error = #expect(throws: OutputFileError.self) { try write("unheard", to: writer) }
      #expect(error == want)
    }
    let error = #expect(throws: OutputFileError.self) { try writer.commit() }
    #expect(error == want)
  }

  @Test func failedCreationReportsTheReason() throws {
    func error(_ path: String) -> OutputFileError? {
      #expect(throws: OutputFileError.self) { try FileWriter(.path(path)) }
    }
    #expect(error(folder.path) == .isDirectory(name: folder.path))
    #expect(error(folder.file("no/")) == .isDirectory(name: folder.file("no/")))
    #expect(error("a\0b") == .cannotCreate(name: "a\0b", SystemError(code: ENOENT)))
    #expect(error("") == .cannotCreate(name: "the file with the empty name", SystemError(code: ENOENT)))
    try OutputFile.path(folder.file("file")).write([1])
    #expect(
      error(folder.file("file/x")) == .cannotCreate(name: folder.file("file/x"), SystemError(code: ENOTDIR)))
    #expect(error("/proc/no") != nil)
    let long = folder.file(String(repeating: "n", count: 256))
    #expect(error(long) == .cannotCreate(name: long, SystemError(code: ENAMETOOLONG)))
    #expect(folder.entries == ["file"])
  }
}
