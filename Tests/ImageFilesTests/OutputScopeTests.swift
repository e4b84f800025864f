import Testing

@testable import ImageFiles

@Suite("Folders below which a list writes")
struct OutputScopeTests {
  private let tree: FolderTree
  private let scope: OutputScope

  init() throws {
    tree = try FolderTree([
      "root/", "root/a/", "root/o", "root/link -> o", "root/new -> later", "out/", "root/far -> ../out",
      "root/leak -> ../out/x", "named -> root", "root/hard", "root/loop -> loop",
    ])
    scope = OutputScope([FilePath(tree.file("named"))])
  }

  private func place(_ name: String) -> OutputScope.Place {
    scope.place(of: FilePath(name.utf8.first == UInt8(ascii: "/") ? name : tree.file("root/" + name)))
  }

  @Test(arguments: [
    ("o", "o"), ("./o", "o"), ("a/../o", "o"), ("none/../o", "o"), ("link", "o"), ("new", "later"),
    ("later", "later"),
    ("m/n/x", "m/n/x"), ("m/./n/../n/x", "m/n/x"), ("O", "O"), ("hard", "hard"), ("../named/o", "o"),
    ("../root/o", "o"),
    ("f/", "f"), ("f", "f"), ("caf\u{E9}", "caf\u{E9}"), ("cafe\u{301}", "cafe\u{301}"),
  ])
  func spellingsOfOneOutputHaveOnePlace(_ name: String, _ place: String) {
    #expect(self.place(name) == .inside(FilePath(tree.file("root/" + place))))
  }

  @Test(arguments: [
    "../x", "far/x", "far/../x", "leak", "/etc/passwd", "/none/x", "a/../../out/x", "none/../../x",
    "../out/x",
    "/proc/self/cwd/x", "/dev/null",
  ])
  func othersAreOutside(_ name: String) { #expect(place(name) == .outside) }

  @Test(arguments: ["o/x", "loop", ""]) func impossibleOnesAreNowhere(_ name: String) {
    #expect((name.isEmpty ? scope.place(of: FilePath("")) : place(name)) == .nowhere)
  }

  /// The place stays when the run makes its folders.
  @Test func missingFoldersChangeNothing() throws {
    let scope = OutputScope([FilePath(tree.file("later/out"))])
    let path = FilePath(tree.file("later/out/b/x"))
    let before = scope.place(of: path)
    #expect(before == .inside(path) && scope.place(of: FilePath(tree.file("later/x"))) == .outside)
    for name in ["later/", "later/out/", "later/out/b/"] { try tree.add(name) }
    #expect(
      scope.place(of: path) == before
        && OutputScope([FilePath(tree.file("later/out"))]).place(of: path) == before)
  }
}
