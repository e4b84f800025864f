import Foundation
import Testing

/// The files that a scene may read: its own folder, the working directory and --allow-read.
struct ContainmentTests {
  /// `home/scene.json` in a folder that contains `home` and `elsewhere`.
  private let folder: Folder

  init() throws {
    folder = try Folder()
    for name in ["home/inner", "elsewhere"] {
      try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
    }
    for name in [
      "home/in.png", "home/inner/in.png", "elsewhere/in.png", "in.png", "home/f-1.png", "elsewhere/f-1.png",
    ] {
      try folder.writePicture(4, 3, to: name)
    }
    try folder.write(
      "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nf 1/1 2/2 3/3\n", to: "elsewhere/m.obj")
    try folder.write("{\"time\": 0.1, \"translation\": [3, 0]}\n", to: "elsewhere/g.jsonl")
    try folder.write("YUV4MPEG2 W2 H2 F25:1 C420\nFRAME\naaaabb", to: "elsewhere/s.y4m")
  }

  private func writeScene(_ layer: String) throws {
    try folder.write(
      "{\"canvas\": {\"size\": [4, 4]}, \"layers\": [{\"bounds\": [0, 0, 4, 4], \(layer)}]}",
      to: "home/scene.json")
  }

  private func image(_ path: String) -> String { "\"contents\": {\"image\": \"\(path)\"}" }

  /// The working directory is neither of them.
  private func render(_ flags: String..., command: [String] = ["render", "-o", "out.png"]) throws -> Run {
    let place = try Folder()
    return try Tool.start(
      [command[0], folder.file("home/scene.json")] + command.dropFirst() + flags, in: place
    ).wait()
  }

  @Test(arguments: ["in.png", "inner/in.png", "inner/../in.png"]) func itsOwnFolderIsRead(path: String) throws
  {
    try writeScene(image(path))
    let run = try render()
    #expect(run.code == 0, "\(run.words)")
  }

  static let outside = [
    "\"contents\": {\"image\": \"../elsewhere/in.png\"}", "\"contents\": {\"image\": \"@/elsewhere/in.png\"}",
    "\"contents\": {\"sequence\": \"../elsewhere/f-%d.png\"}",
    "\"contents\": {\"stream\": \"../elsewhere/s.y4m\"}",
    "\"contents\": {\"color\": \"red\"}, \"mesh\": {\"file\": \"../elsewhere/m.obj\"}",
    "\"contents\": {\"color\": \"red\"}, \"animations\": [{\"gestures\": \"../elsewhere/g.jsonl\"}]",
  ]

  /// Every kind of file that a scene can name.
  @Test(arguments: outside) func otherFoldersAreRefusedUntilTheyAreAllowed(layer: String) throws {
    try writeScene(layer.replacing("@", with: folder.path))
    let refused = try render("--time", "0")
    #expect(refused.code == 65 && refused.words.contains("elsewhere"), "\(refused.words)")
    #expect(refused.words.contains("--allow-read") && refused.words.contains("scene.json:1:"))
    let allowed = try render("--time", "0", "--allow-read", "/usr", "--allow-read", folder.file("elsewhere"))
    #expect(allowed.code == 0, "\(allowed.words)")
  }

  @Test func everyCommandThatReadsScenesIsConfined() throws {
    try writeScene(image("../elsewhere/in.png"))
    let flag = ["--allow-read", folder.file("elsewhere")]
    for command in [
      ["render", "-o", "o.png"], ["animate", "-o", "o.apng", "--duration", "0.1"], ["hit", "1,1"],
      ["validate"],
    ] {
      let refused = try render(command: command)
      #expect(refused.code == 65 && refused.words.contains("--allow-read"), "\(command): \(refused.words)")
      #expect(try render(command: command + flag).code == 0, "\(command)")
    }
  }

  @Test func linksAreFollowedBeforeTheCheck() throws {
    symlink(folder.file("elsewhere/in.png"), folder.file("home/link.png"))
    symlink(folder.file("elsewhere"), folder.file("home/folder"))
    symlink("in.png", folder.file("home/near.png"))
    symlink("../home/inner/in.png", folder.file("home/round.png"))
    for path in ["link.png", "folder/in.png"] {
      try writeScene(image(path))
      let run = try render()
      #expect(
        run.code == 65 && run.words.contains("is outside") && run.words.contains("--allow-read"),
        "\(run.words)")
      // What a link leads to is not printed.
      #expect(!run.words.contains("elsewhere"), "\(run.words)")
    }
    for path in ["near.png", "round.png"] {
      try writeScene(image(path))
      #expect(try render().code == 0)
    }
    // A sequence's folder is inside, but one of its files is outside.
    symlink(folder.file("elsewhere/in.png"), folder.file("home/f-2.png"))
    try writeScene("\"contents\": {\"sequence\": \"f-%d.png\"}")
    #expect(try render("--time", "0").code == 0)
    let second = try render("--time", "0.05")
    #expect(second.code == 65 && second.words.contains("--allow-read"), "\(second.words)")
  }

  @Test func theWorkingDirectoryIsRead() throws {
    try writeScene(image(folder.file("elsewhere/in.png")))
    func run(in name: String) throws -> Run {
      try Tool.start(
        ["-C", folder.file(name), Tool.path, "render", folder.file("home/scene.json"), "-o", "/dev/null"],
        in: folder, executable: "/usr/bin/env"
      ).wait()
    }
    #expect(try run(in: "elsewhere").code == 0)
    #expect(try run(in: "home/inner").code == 65)
  }

  /// Opening one of them could block or have side effects.
  @Test(.timeLimit(.minutes(30)), arguments: ["image", "stream", "mesh"])
  func devicesAndPipesAreRefused(kind: String) throws {
    mkfifo(folder.file("home/pipe"), 0o600)
    symlink("/dev/zero", folder.file("home/zero"))
    for (path, words) in [
      ("pipe", "is a named pipe"), ("/dev/zero", "--allow-read"), ("/dev/null", "--allow-read"),
      ("zero", "zero is outside"),
      ("/proc/self/environ", "--allow-read"),
      ("/sys/kernel/mm", "--allow-read"),
    ] {
      try writeScene(
        kind == "mesh" ? "\"mesh\": {\"file\": \"\(path)\"}" : "\"contents\": {\"\(kind)\": \"\(path)\"}")
      let run = try render("--allow-read", "/")
      #expect(run.code == 65 && run.words.contains(words), "\(path): \(run.words)")
    }
  }

  /// A pipe named on the command line is read.
  @Test(.timeLimit(.minutes(30))) func aPipeOfTheCommandLineIsRead() throws {
    mkfifo(folder.file("home/pipe"), 0o600)
    try writeScene(image("pipe"))
    let picture = try folder.bytes("in.png")
    let path = folder.file("home/pipe")
    let writer = Thread {
      let descriptor = open(path, O_WRONLY)
      _ = picture.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      close(descriptor)
    }
    writer.start()
    let run = try render("--allow-read", path)
    #expect(run.code == 0, "\(run.words)")
  }

  @Test func missingFilesAreMissingInsideOnly() throws {
    try writeScene(image("none.png"))
    #expect(try render().code == 66)
    for path in ["../elsewhere/none.png", "../none/none.png", "/none/none.png"] {
      try writeScene(image(path))
      let run = try render()
      #expect(run.code == 65 && run.words.contains("--allow-read"), "\(run.words)")
    }
  }

  /// Files named on the command line are trusted.
  @Test func flagsReadAnything() throws {
    let place = try Folder()
    let run = try Tool.run(
      "render", folder.file("elsewhere/in.png"), "--mesh", folder.file("elsewhere/m.obj"), "-o", "out.png",
      in: place)
    #expect(run.code == 0, "\(run.words)")
    let device = try Tool.run("render", "/dev/null", "-o", "out.png", in: place)
    #expect(device.code == 65 && !device.words.contains("--allow-read"), "\(device.words)")
  }

  @Test(arguments: ["none", "none/deeper", "in.png/none", ""]) func allowedPathsExist(_ path: String) throws {
    let folder = try Folder()
    try folder.writePicture(8, 6, to: "in.png")
    for command in [["render", "in.png", "-o", "o.png"], ["hit", "in.png", "1,1"], ["validate", "in.png"]] {
      try expectFailure(
        66, "--allow-read", path.isEmpty ? "empty" : path, in: folder,
        arguments: command + ["--allow-read", path])
    }
    for path in [".", "in.png"] {
      let run = try Tool.run("render", "in.png", "-o", "o.png", "--allow-read", path, in: folder)
      #expect(run.code == 0, "\(run.words)")
    }
  }
}
