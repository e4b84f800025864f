import Testing

@testable import ImageFiles

@Suite("Paths as bytes")
struct FilePathTests {
  @Test func bytesDecide() {
    #expect(FilePath("caf\u{E9}") != FilePath("cafe\u{301}"))
    #expect(FilePath("a") == FilePath(bytes: [0x61]) && FilePath("a") != FilePath("./a"))
    #expect(Set([FilePath("caf\u{E9}"), FilePath("cafe\u{301}"), FilePath("caf\u{E9}")]).count == 2)
    #expect(InputFile.path("caf\u{E9}") != .path("cafe\u{301}"))
    #expect(OutputFile.path("caf\u{E9}") != .path("cafe\u{301}"))
  }

  @Test func foreignBytesStay() {
    let path = FilePath(bytes: [0x69, 0xFF, 0x2F])
    #expect(FilePath(path.text) == path && path.description == #"i\xFF/"#)
    #expect(path.fileName == [0x69, -1, 0x2F, 0])
  }

  /// A slash with a combining character after it is one Character of a String, and still a slash.
  @Test func slashesAreBytes() {
    let path = FilePath("a/\u{301}b")
    #expect(path.directory == FilePath("a/") && path.name == FilePath("\u{301}b"))
    #expect(path.components == [FilePath("a"), FilePath("\u{301}b")])
    #expect(FilePath("/\u{301}").isAbsolute && FilePath("b").directory.isEmpty)
    #expect(FilePath("a//b/").components == [FilePath("a"), FilePath("b"), .dot])
    #expect(FilePath("a").reaching(FilePath("b")) == FilePath("a/b"))
    #expect(FilePath("a/").reaching(FilePath("b")) == FilePath("a/b"))
    #expect(FilePath("a").reaching(FilePath("/\u{301}b")) == FilePath("/\u{301}b"))
    #expect(FilePath("").reaching(FilePath("b")) == FilePath("b"))
  }
}
