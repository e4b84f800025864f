import Testing

/// The caches that `meshrender warm` fills serve later pictures.
struct WarmTests {
  private let folder: Folder
  private let cache: Folder

  init() throws { (folder, cache) = (try Folder(), try Folder()) }

  private func run(_ arguments: [String]) throws -> Run {
    try Tool.start(
      arguments, in: folder,
      environment: ["XDG_CACHE_HOME": cache.path, "MESA_SHADER_CACHE_DIR": cache.path + "/code"]
    ).wait()
  }

  @Test func laterPicturesCompileNothing() throws {
    let first = try run(["warm"])
    #expect(first.code == 0 && first.words.isEmpty, "\(first.words)")
    let programs = try cache.entries(in: "meshrender")
    #expect(programs.count >= 40)
    #expect(
      first.text.contains(" \(programs.count) shader programs compiled") && first.text.contains(cache.path),
      "\(first.text)")
    try folder.writePicture(600, 400, to: "in.png")
    for picture in [
      ["--mesh", "wave"], ["--mesh", "ripple", "--light", "directional"], ["--transform", "rotate(20deg)"],
      ["--mesh", "cylinder", "--transform", "perspective(800) rotateX(40deg)", "--samples", "1"],
    ] {
      let run = try run(["render", "in.png", "-o", "out.png"] + picture)
      #expect(run.code == 0, "\(run.words)")
      #expect(try cache.entries(in: "meshrender") == programs, "\(picture)")
    }
    let second = try run(["warm"])
    #expect(second.text.contains(" 0 shader programs compiled"), "\(second.text)")
    #expect(try folder.entries() == ["in.png", "out.png"])
  }

  @Test func cachesNeedADirectory() throws {
    try folder.write("", to: "file")
    for place in ["/proc/none", folder.path + "/file"] {
      try expectFailure(
        73, "no directory for caches", "XDG_CACHE_HOME", in: folder, arguments: ["warm"],
        environment: ["XDG_CACHE_HOME": place, "HOME": place])
    }
    try cache.write("", to: "meshrender")
    try expectFailure(
      73, cache.path + "/meshrender", "cannot be written", in: folder, arguments: ["warm"],
      environment: ["XDG_CACHE_HOME": cache.path])
  }
}
