import Foundation
import Testing

/// Compiled shaders are kept in the user's cache directory by default, and never change a picture.
struct ShaderCacheTests {
  private let folder: Folder
  private let cache: Folder
  private let flags = ["--mesh", "wave", "--light", "directional", "-o", "out.png"]

  init() throws {
    (folder, cache) = (try Folder(), try Folder())
    try folder.writePicture(40, 30, to: "in.png")
  }

  /// - Returns: the picture of a run without messages.
  private func render(_ command: String = "render", cache: String, _ more: String...) throws -> [UInt8] {
    // Mesa gets a separate cache, because it prints a warning about one that it cannot use.
    let run = try Tool.start(
      [command, "in.png"] + flags + more, in: folder,
      environment: ["XDG_CACHE_HOME": cache, "HOME": cache, "MESA_SHADER_CACHE_DIR": folder.path + "/mesa"]
    ).wait()
    #expect(run.code == 0 && run.words.isEmpty, "\(run.words)")
    return try folder.bytes("out.png")
  }

  @Test func keepsShadersForTheNextRun() throws {
    let picture = try render(cache: cache.path)
    let files = try cache.entries(in: "meshrender")
    #expect(files.count == 4 && files.allSatisfy { $0.hasSuffix(".program") }, "\(files)")
    #expect(try render(cache: cache.path) == picture)
    #expect(try cache.entries(in: "meshrender") == files)
    #expect(try cache.entries() == ["meshrender"])
  }

  @Test func canBeSwitchedOff() throws {
    let picture = try render(cache: cache.path, "--no-shader-cache")
    #expect(try cache.entries().isEmpty)
    #expect(try render(cache: cache.path, "--shader-cache") == picture)
    #expect(try cache.entries() == ["meshrender"])
  }

  /// The second run of a command finds all machine code that the first one left, whatever is drawn.
  @Test(
    arguments: [
      ["in.png", "--mesh", "ripple", "--transform", "rotateX(50deg)"], ["masked.json"], ["crossing.json"],
    ])
  func theSecondRunCompilesNothing(_ picture: [String]) throws {
    let card = #""bounds": [0, 0, 40, 40], "position": [30, 30], "contents": {"image": "in.png"}"#
    func write(_ layers: [String], to name: String) throws {
      let list = layers.map { "{\(card), \($0)}" }.joined(separator: ", ")
      try folder.write(#"{"canvas": {"size": [60, 60]}, "layers": [\#(list)]}"#, to: name)
    }
    try write(
      [#""name": "back""#, #""mesh": {"preset": "wave"}, "mask": "in.png", "blendMode": "multiply""#],
      to: "masked.json")
    try write(
      [
        #""transform": "rotateY(60deg)""#,
        #""mesh": {"preset": "wave"}, "transform": "rotateY(9deg)", "opacity": 0.5"#,
      ],
      to: "crossing.json")
    // A busy driver may leave out code, which a later run then adds.
    var attempts: [[Int]] = []
    for attempt in 0..<3 where attempts.last.map({ Set($0).count > 1 }) ?? true {
      let code = folder.path + "/code\(attempt)"
      let counts = try (0..<3).map { _ in
        let run = try Tool.start(
          ["render"] + picture + ["-o", "out.png"], in: folder,
          environment: ["XDG_CACHE_HOME": code, "MESA_SHADER_CACHE_DIR": code + "/driver"]
        ).wait()
        #expect(run.code == 0, "\(run.words)")
        return FileManager.default.subpaths(atPath: code + "/driver")?.count ?? 0
      }
      attempts.append(counts)
    }
    let counts = try #require(attempts.last)
    #expect(counts[0] > 4 && Set(counts).count == 1, "\(attempts)")
  }

  @Test func worksWithoutAPlace() throws {
    let picture = try render(cache: cache.path)
    for place in ["/proc/none", "", "relative", folder.path + "/in.png"] {
      #expect(try render(cache: place) == picture, "\(place)")
    }
    #expect(try folder.entries() == ["in.png", "mesa", "out.png"])
  }
}
