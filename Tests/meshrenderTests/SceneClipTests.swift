import ImageFiles
import MeshTransform
import Testing

/// Files that move as images of a scene's layers, named by the scene, by `--set` and by `--image`.
struct SceneClipTests {
  private let folder: Folder
  private let size = PixelSize(12, 8)
  init() throws {
    folder = try Folder()
    try folder.writeFrames(size)
    // 0.5 s of 10 frames per second, and 0.15 s of 20.
    try make("five.webp", "in-%d.png", "--content-fps", "10")
    try make("three.webp", "in-%d.png", "--content-fps", "20", "--duration", "0.15")
    try scene(#""contents": {"color": "red"}"#, to: "art.json")
  }

  private func pixels(_ frame: Int) -> [UInt8] { Folder.pixels(size, frame: frame) }

  private func gray(_ frame: Int) -> [UInt8] { Array(pixels(frame).prefix(4)) }

  private func pixels(_ frames: [Int]) -> [UInt8] { frames.flatMap(pixels) }

  private func make(_ name: String, _ arguments: String...) throws {
    let run = try Tool.start(["animate"] + arguments + ["-o", name], in: folder).wait()
    try #require(run.code == 0, "\(run.words)")
  }

  /// A layer inside another one, both of the size of the canvas.
  private func scene(_ art: String, more: String = "", to name: String = "s.json") throws {
    try folder.write(
      """
      {"canvas": {"size": [12, 8]}, "layers": [{"name": "around", "bounds": [0, 0, 12, 8], "position": [6, 4]\(more),
        "sublayers": [{"name": "art", "bounds": [0, 0, 12, 8], "position": [6, 4], \(art)}]}]}
      """, to: name)
  }

  /// The raw frames of a scene.
  private func frames(_ arguments: String...) throws -> [UInt8] {
    let run = try Tool.start(["animate"] + arguments + ["--format", "rgba", "-o", "-"], in: folder).wait()
    #expect(run.code == 0 && run.complaints.isEmpty, "\(arguments): \(run.words)")
    return run.output
  }

  /// The frames of the file, at their rate and in their length.
  @Test func aClipPlaysInALayer() throws {
    let all = pixels(Array(0..<5))
    #expect(try frames("art.json", "--image", "art=five.webp") == all)
    #expect(try frames("art.json", "--image", "art=in-%d.png", "--content-fps", "10") == all)
    #expect(try frames("art.json", "--set", #"art.contents={"image": "five.webp"}"#) == all)
    try scene(#""contents": {"image": "five.webp"}"#)
    #expect(try frames("s.json") == all)
    #expect(try frames("s.json", "--set", "art.contents.image=three.webp") == pixels([0, 1, 2]))
    // Every layer of the name has the frames; the first file is replaced, too.
    #expect(try frames("s.json", "--image", "around=in-0.png", "--image", "art=five.webp") == all)
  }

  @Test(.enabled(if: isInstalled("ffmpeg") && isInstalled("ffprobe")), arguments: ["gif", "apng", "mkv"])
  func filesOfOtherKindsPlay(_ ending: String) throws {
    try make("five.\(ending)", "five.webp", "--background", "white")
    #expect(
      try frames("art.json", "--image", "art=five.\(ending)", "--fps", "20")
        == pixels([0, 0, 1, 1, 2, 2, 3, 3, 4, 4]))
  }

  /// The longest clip sets the length, the fastest one the rate; the other one holds its last frame.
  @Test func clipsOfSeveralLayersKeepTheirOwnTime() throws {
    try folder.write(
      """
      {"canvas": {"size": [2, 1]}, "layers": [
        {"name": "a", "bounds": [0, 0, 1, 1], "position": [0.5, 0.5], "contents": {"color": "red"}},
        {"name": "b", "bounds": [0, 0, 1, 1], "position": [1.5, 0.5], "contents": {"image": "in-0.png", "end": "loop"}}]}
      """, to: "two.json")
    let five = [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
    let three = [0, 1, 2, 2, 2, 2, 2, 2, 2, 2]
    let turning = (0..<10).map { $0 % 3 }
    func both(_ a: [Int], _ b: [Int]) -> [UInt8] { zip(a, b).flatMap { gray($0) + gray($1) } }
    #expect(
      try frames("two.json", "--image", "a=five.webp", "--image", "b=three.webp") == both(five, turning))
    #expect(try frames("two.json", "--image", "a=three.webp", "--image", "b=five.webp") == both(three, five))
    #expect(
      try frames("two.json", "--image", "a=three.webp", "--image", "b=five.webp", "--content-end", "loop")
        == both(turning, five))
    #expect(
      try frames(
        "two.json", "--image", "a=five.webp", "--image", "b=in-4.png", "--fps", "5", "--duration", "1")
        == both([0, 2, 4, 4, 4], [4, 4, 4, 4, 4]))
  }

  @Test func theAnimationsOfASceneSetItsLength() throws {
    try scene(
      #""contents": {"image": "five.webp"}"#,
      more: #", "animations": [{"keyPath": "opacity", "from": 1, "to": 1, "duration": 0.2}]"#)
    #expect(try frames("s.json") == pixels([0, 1, 2]))
  }

  @Test(arguments: [
    (#""beginTime": 0.1"#, [0, 0, 1, 2, 3, 4]), (#""beginTime": "-200ms""#, [2, 3, 4]),
    (#""beginTime": -0.2, "end": "loop""#, [2, 3, 4]), (#""beginTime": -0.4"#, [4]),
  ])
  func aClipBeginsAtItsTime(_ keys: String, _ shown: [Int]) throws {
    try scene(#""contents": {"image": "five.webp", \#(keys)}"#)
    #expect(try frames("s.json") == pixels(shown))
    try scene(#""contents": {"image": "in-0.png", \#(keys)}"#)
    #expect(try frames("s.json", "--image", "art=five.webp") == pixels(shown), "the layer keeps its keys")
    try scene(#""contents": {"sequence": "in-%d.png", "framesPerSecond": 10, \#(keys)}"#)
    #expect(try frames("s.json") == pixels(shown))
  }

  @Test func aRenderDrawsOneFrame() throws {
    try scene(#""contents": {"image": "five.webp", "beginTime": 0.1}"#)
    for arguments in [["s.json"], ["art.json", "--image", "art=five.webp"]] {
      let first = try Tool.start(["render"] + arguments + ["-o", "a.png"], in: folder).wait()
      #expect(first.code == 0 && first.words.contains("--time selects another one"), "\(first.words)")
      #expect(try folder.image("a.png").bytes == pixels(0))
    }
    let later = try Tool.run("render", "s.json", "--time", "350ms", "-o", "a.png", in: folder)
    #expect(later.code == 0 && later.complaints.isEmpty, "\(later.words)")
    #expect(try folder.image("a.png").bytes == pixels(2))
    let valid = try Tool.run("validate", "s.json", in: folder)
    #expect(valid.code == 0 && valid.text == "s.json: valid, 2 layers\n", "\(valid.words)")
  }

  @Test(.enabled(if: isInstalled("ffmpeg") && isInstalled("ffprobe")))
  func aPictureOfOneFrameStandsStill() throws {
    try make("one.gif", "in-0.png", "--fps", "10", "--duration", "0.1")
    let run = try Tool.run("render", "art.json", "--image", "art=one.gif", "-o", "a.png", in: folder)
    #expect(run.code == 0 && run.complaints.isEmpty, "\(run.words)")
    try expectFailure(
      64, "nothing moves", in: folder,
      arguments: ["animate", "art.json", "--image", "art=one.gif", "-o", "a.webp"])
  }

  @Test func faultsNameTheLayerAndTheFile() throws {
    try scene(#""contents": {"image": "none.gif"}"#, to: "none.json")
    let five = try folder.bytes("five.webp")
    try folder.write(Array(five.prefix(five.count * 2 / 3)), to: "short.webp")
    for (code, words, arguments) in [
      (66, "--image art: none.webp: there is no such file", ["art.json", "--image", "art=none.webp"]),
      (66, "--image art: none-%d.png", ["art.json", "--image", "art=none-%d.png"]),
      (66, "layers[0].sublayers[0].contents.image: none.gif", ["none.json"]),
      (66, "none.gif", ["art.json", "--set", #"art.contents={"image": "none.gif"}"#]),
      (65, "--image art: short.webp", ["art.json", "--image", "art=short.webp"]),
      (64, "did you mean \"art\"?", ["art.json", "--image", "arts=five.webp"]),
      (64, "the input is an image or a text", ["in-0.png", "--image", "art=five.webp"]),
      (64, "the input is an image or a text", ["five.webp", "--image", "art=five.webp"]),
      (64, "no --image has any", ["art.json", "--image", "art=in-0.png", "--content-end", "loop"]),
      (64, "no --image has any", ["art.json", "--image", "art=five.webp", "--content-fps", "9"]),
    ] as [(Int32, String, [String])] {
      try expectFailure(code, words, in: folder, arguments: ["animate"] + arguments + ["-o", "a.webp"])
    }
    try expectFailure(
      64, "remove --image", in: folder,
      arguments: ["animate", "art.json", "--image", "art=five.webp", "--print-scene"])
    try scene(#""contents": {"image": "five.webp", "beginTime": -9}"#)
    try expectFailure(64, "nothing moves", in: folder, arguments: ["animate", "s.json", "-o", "a.webp"])
    // A fault in the middle leaves nothing behind.
    try folder.write([1, 2, 3], to: "in-3.png")
    try expectFailure(
      65, "layer 'art': frame 3: ", in: folder,
      arguments: ["animate", "art.json", "--image", "art=in-%d.png", "-o", "a.webp"])
    #expect(try !folder.entries(in: ".").contains { $0.contains("a.webp") })
  }

  /// Layers may share a clip, but not each have their own without end.
  @Test func openClipsAreCounted() throws {
    func scene(_ count: Int, _ image: (Int) -> String) throws {
      let layers = (0..<count).map { number in
        #"{"bounds": [0, 0, 12, 8], "position": [6, 4], "contents": {"image": "\#(image(number))"}}"#
      }
      try folder.write(
        #"{"canvas": {"size": [12, 8]}, "layers": [\#(layers.joined(separator: ", "))]}"#, to: "many.json")
    }
    for number in 0..<33 { try folder.write(folder.bytes("three.webp"), to: "\(number).webp") }
    try scene(200) { _ in "five.webp" }
    #expect(try frames("many.json") == pixels(Array(0..<5)))
    try scene(32) { "\($0).webp" }
    #expect(try frames("many.json") == pixels([0, 1, 2]))
    try scene(33) { "\($0).webp" }
    try expectFailure(
      65, "layers[32].contents.image: there are more than 32 contents that move", in: folder,
      arguments: ["animate", "many.json", "-o", "a.webp"])
  }

  @Test func jobsOfABatchTakeClips() throws {
    try folder.write(
      """
      {"command": "animate", "scene": "art.json", "image": "art=five.webp", "output": "a.webp"}
      {"command": "animate", "scene": "art.json", "output": "b.webp"}
      """, to: "jobs.jsonl")
    let run = try Tool.run("batch", "jobs.jsonl", "--image", "art=three.webp", in: folder)
    #expect(run.code == 0, "\(run.words)")
    #expect(try frames("a.webp") == pixels(Array(0..<5)))
    #expect(try frames("b.webp") == pixels([0, 1, 2]))
  }
}
