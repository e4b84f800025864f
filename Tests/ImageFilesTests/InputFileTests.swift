import ImageFiles
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite("Files read whole")
struct InputFileTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test func allBytesUpToTheLimit() throws {
    let path = folder.file("in")
    let bytes = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    try OutputFile.path(path).write(bytes)
    #expect(try InputFile.path(path).readAll() == bytes)
    #expect(try InputFile.path(path).readAll(limit: 600_000) == bytes)
    for file in [InputFile.path(path), .memory(bytes, name: path)] {
      let error = #expect(throws: InputFileError.self) { try file.readAll(limit: 599_999) }
      #expect(error == .tooLarge(name: path, limit: 599_999))
    }
    let endless = #expect(throws: InputFileError.self) {
      try InputFile.path("/dev/zero").readAll(limit: 1 << 20)
    }
    #expect(endless == .tooLarge(name: "/dev/zero", limit: 1 << 20))
  }

  @Test func unreadableFilesReportTheReason() throws {
    func error(_ path: String) -> InputFileError? {
      #expect(throws: InputFileError.self) { try InputFile.path(path).readAll() }
    }
    #expect(error(folder.file("no")) == .missing(name: folder.file("no")))
    #expect(error("") == .missing(name: "the file with the empty name"))
    #expect(error(folder.path) == .isDirectory(name: folder.path))
    try OutputFile.path(folder.file("private")).write([1])
    #expect(error(folder.file("private/x")) == .missing(name: folder.file("private/x")))
    chmod(folder.file("private"), 0)
    // Root may read every file.
    if geteuid() != 0 {
      #expect(error(folder.file("private")) == .permissionDenied(name: folder.file("private")))
    }
  }

  @Test func aDashIsAStandardStream() {
    #expect(InputFile(argument: "-") == .standardInput)
    #expect(InputFile(argument: "./-") == .path("./-"))
    #expect(OutputFile(argument: "-") == .standardOutput)
    #expect(OutputFile(argument: "x.png") == .path("x.png"))
  }
}
