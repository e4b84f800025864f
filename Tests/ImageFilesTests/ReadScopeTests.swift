import Dispatch
import Testing

@testable import ImageFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite("Folders that a scene may read")
struct ReadScopeTests {
  private let tree: FolderTree
  private let scope: ReadScope

  init() throws {
    tree = try FolderTree([
      "in/", "in/a", "in/sub/", "in/sub/b", "out/", "out/secret", "more/", "more/m", "caf\u{E9}/",
      "cafe\u{301}/",
      "cafe\u{301}/secret",
      "in/near -> sub/b", "in/up -> ../in/a", "in/far -> ../out/secret", "in/folder -> ../out",
      "in/gone -> ../out/none",
      "in/more -> ../more", "in/loop -> loop", "in/sub/up -> ..", "in/abs -> \("/tmp")",
      "in/dev -> /dev/null",
      "in/exe -> /proc/self/exe", "named -> in",
    ])
    scope = ReadScope(folders: [tree.file("in")], allowed: [tree.file("more")])
  }

  private func text(_ name: String, _ scope: ReadScope? = nil) throws -> String {
    let file = InputFile.confined(
      name.utf8.first == UInt8(ascii: "/") ? name : tree.file(name), to: scope ?? self.scope)
    return String(decoding: try file.readAll(), as: UTF8.self)
  }

  @Test(arguments: [
    ("in/a", "in/a"), ("in//sub/./b", "in/sub/b"), ("in/sub/../a", "in/a"), ("in/near", "in/sub/b"),
    ("in/up", "in/a"), ("in/sub/up/a", "in/a"), ("in/sub/up/sub/up/sub/b", "in/sub/b"),
    ("in/more/m", "more/m"),
    ("in/../more/m", "more/m"), ("more/../in/a", "in/a"), ("in/more/../in/a", "in/a"),
  ])
  func namesInsideAreRead(_ name: String, _ file: String) throws { #expect(try text(name) == file) }

  @Test(arguments: [
    "out/secret", "out/none", "none", "in/far", "in/folder/secret", "in/folder", "in/gone",
    "in/../out/secret",
    "in/sub/../../out/secret", "in/sub/up/../out/secret", "in/abs/x", "in/dev", "in/exe",
    "in/../none/../in/a",
    "/etc/passwd", "/etc/none", "/", "/proc/self/exe", "/dev/null", "in/..", "in/more/../out/secret",
    "named/a",
  ])
  func othersHaveOneError(_ name: String) throws {
    let path = name.utf8.first == UInt8(ascii: "/") ? name : tree.file(name)
    let error = #expect(throws: InputFileError.self) { try text(name) }
    #expect(error == .outside(name: path))
    #expect(InputFile.confined(path, to: scope).status == nil)
  }

  @Test(arguments: [
    ("in/none", "missing"), ("in/a/x", "missing"), ("in/a/", "missing"), ("in/sub", "directory"),
  ])
  func faultsInsideAreNamed(_ name: String, _ kind: String) throws {
    let error = #expect(throws: InputFileError.self) { try text(name) }
    #expect(
      error == (kind == "missing" ? .missing(name: tree.file(name)) : .isDirectory(name: tree.file(name))))
  }

  @Test func loopsEnd() throws {
    let error = #expect(throws: InputFileError.self) { try text("in/loop") }
    #expect(error == .unreadable(name: tree.file("in/loop"), SystemError(code: ELOOP)))
  }

  /// The same name to a reader, and to String.
  @Test func foldersAreBytes() throws {
    let scope = ReadScope(folders: [tree.file("caf\u{E9}")])
    #expect(throws: InputFileError.outside(name: tree.file("cafe\u{301}/secret"))) {
      try text("cafe\u{301}/secret", scope)
    }
  }

  /// The links by which the folders are named are known.
  @Test func theNamesOfTheFoldersLeadThere() throws {
    let scope = ReadScope(folders: [tree.file("named/sub")])
    #expect(try text("named/sub/b", scope) == "in/sub/b")
    #expect(try text("in/sub/b", scope) == "in/sub/b")
    #expect(throws: InputFileError.self) { try text("named/a", scope) }
  }

  @Test func singleFilesAndPipes() throws {
    mkfifo(tree.file("in/pipe"), 0o600)
    #expect(throws: InputFileError.notAFile(name: tree.file("in/pipe"), kind: "a named pipe")) {
      try text("in/pipe")
    }
    let scope = ReadScope(folders: [], allowed: [tree.file("out/secret"), "/dev/null"])
    #expect(try text("out/secret", scope) == "out/secret" && text("/dev/null", scope) == "")
    #expect(throws: InputFileError.outside(name: tree.file("out/other"))) { try text("out/other", scope) }
    #expect(throws: InputFileError.missing(name: tree.file("out/secret/x"))) {
      try text("out/secret/x", scope)
    }
    // Everything is allowed but what is not of files.
    let all = ReadScope(folders: ["/"], allowed: ["/"])
    #expect(try text("out/secret", all) == "out/secret")
    for name in ["/proc/self/exe", "/dev/null", "/sys/kernel", tree.file("in/dev")] {
      #expect(throws: InputFileError.outside(name: name)) { try text(name, all) }
    }
  }

  /// /dev/shm is a folder as any other, also from the top of the file system.
  @Test func sharedMemoryIsInside() throws {
    let name = "/dev/shm/meshrender-test-\(getpid())"
    guard mkdir(name, 0o700) == 0 else { return }
    defer {
      unlink(name + "/a")
      rmdir(name)
    }
    try OutputFile.path(name + "/a").write([0x61])
    for folders in [["/"], ["/", name], [name]] {
      let scope = ReadScope(folders: folders)
      #expect(try text(name + "/a", scope) == "a")
      for other in ["/dev/shm/../null", "/dev/shm/..", "/dev", "/dev/null", "\(name)/../../null"] {
        #expect(throws: InputFileError.outside(name: other)) { try text(other, scope) }
      }
    }
  }

  @Test func foldersAreListedInside() throws {
    for (name, isInside) in [("in/sub", true), ("in/sub/up", true), ("out", false), ("in/folder", false)] {
      let descriptor = try? scope.openFolder(FilePath(tree.file(name)))
      #expect((descriptor != nil) == isInside, "\(name)")
      if let descriptor { close(descriptor) }
    }
  }

  /// What --watch looks at.
  @Test func entriesAreInside() {
    let entries = scope.entries(of: FilePath(tree.file("in/far"))).map(\.name)
    #expect(entries.isEmpty)
    #expect(
      scope.entries(of: FilePath(tree.file("in/near"))).map(\.name) == [FilePath("near"), FilePath("b")])
    #expect(scope.entries(of: FilePath(tree.file("in/none"))).map(\.name) == [FilePath("none")])
  }

  /// Another thread swaps a folder with a link that leads outside: nothing outside is ever read.
  @Test func aLinkThatIsSwappedInLeadsNowhere() throws {
    for name in ["in/x/", "in/x/secret", "in/y -> ../out"] { try tree.add(name) }
    let (x, y, spare) = (tree.file("in/x"), tree.file("in/y"), tree.file("in/z"))
    let end = DispatchSemaphore(value: 0)
    let done = DispatchSemaphore(value: 0)
    Thread.start {
      while end.wait(timeout: .now()) == .timedOut {
        rename(x, spare)
        rename(y, x)
        rename(x, y)
        rename(spare, x)
      }
      done.signal()
    }
    var found: Set<String> = []
    for _ in 0..<5_000 { if let text = try? text("in/x/secret") { found.insert(text) } }
    end.signal()
    done.wait()
    #expect(found == ["in/x/secret"])
  }
}

private enum Thread {
  static func start(_ body: @escaping @Sendable () -> Void) {
    DispatchQueue(label: "swap").async(execute: body)
  }
}
