import ImageFiles
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Missing directories above an output: they come and go with it.
@Suite("Folders of outputs")
struct OutputFoldersTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func exists(_ name: String) -> Bool { access(folder.file(name), F_OK) == 0 }

  @Test(arguments: [true, false])
  func theyAreMadeForAFile(isNameless: Bool) throws {
    let writer = try FileWriter(.path(folder.file("a/b/c.txt")), isNameless: isNameless)
    try writer.commit()
    #expect(exists("a/b/c.txt"))
  }

  @Test(arguments: [true, false])
  func theyGoWithAnOutputThatIsGivenUp(isNameless: Bool) throws {
    try OutputFile.path(folder.file("old/file.txt")).write([1])
    do {
      let writer = try FileWriter(.path(folder.file("old/a/b/c.txt")), isNameless: isNameless)
      #expect(exists("old/a/b"))
      _ = writer
    }
    #expect(!exists("old/a") && exists("old/file.txt"))
    // One that could not be made leaves none of those above it.
    #expect(throws: OutputFileError.self) {
      try FileWriter(.path(folder.file("new/" + String(repeating: "n", count: 256) + "/x")))
    }
    #expect(!exists("new"))
  }

  /// A directory with another file stays.
  @Test func theyStayWithAnotherFile() throws {
    do {
      let writer = try FileWriter(.path(folder.file("a/b/c.txt")))
      try OutputFile.path(folder.file("a/other.txt")).write([1])
      _ = writer
    }
    #expect(exists("a/other.txt") && !exists("a/b"))
  }

  /// An output that shares a directory with one that is given up is written all the same.
  @Test func oneThatIsRemovedMeanwhileIsMadeAgain() throws {
    let writer: FileWriter
    do {
      let first = try FileWriter(.path(folder.file("a/b/first.txt")))
      writer = try FileWriter(.path(folder.file("a/b/second.txt")))
      _ = first
    }
    try writer.commit()
    #expect(exists("a/b/second.txt") && !exists("a/b/first.txt"))
  }

  /// The slash of a path counts although a character combines with it.
  @Test func pathsAreBytes() throws {
    try OutputFile.path(folder.file("a/\u{308}b/c.txt")).write([1])
    #expect(exists("a/\u{308}b/c.txt"))
  }
}
