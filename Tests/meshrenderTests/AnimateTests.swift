import ImageFiles
import MeshTransform
import Testing

/// The frames that `meshrender animate` writes: each is a function of its number alone.
struct AnimateTests {
  let folder: Folder
  init() throws {
    folder = try Folder()
    try folder.writePicture(24, 16, to: "in.png")
  }

  /// Runs the tool, which must succeed without output on standard error.
  @discardableResult
  func animate(_ arguments: String..., environment: [String: String] = [:]) throws -> Run {
    let run = try Tool.start(["animate"] + arguments, in: folder, environment: environment).wait()
    #expect(run.code == 0 && run.complaints.isEmpty, "\(arguments.joined(separator: " ")): \(run.words)")
    return run
  }

  private func frames(_ name: String) throws -> [String: [UInt8]] {
    var frames: [String: [UInt8]] = [:]
    for entry in try folder.entries(in: name) { frames[entry] = try folder.bytes("\(name)/\(entry)") }
    return frames
  }

  private let ripple = ["in.png", "--mesh", "ripple:rows=4,columns=4", "--fps", "5"]

  /// Renders the ripple into a folder.
  private func rippled(_ name: String, _ more: String...) throws -> [String: [UInt8]] {
    let run = try Tool.start(["animate"] + ripple + ["-o", "\(name)/"] + more, in: folder).wait()
    #expect(run.code == 0 && run.complaints.isEmpty, "\(run.words)")
    return try frames(name)
  }

  @Test func threadsAndPartsDoNotShow() throws {
    let one = try rippled("one", "--threads", "1")
    #expect(one.count == 10)
    #expect(one.keys.sorted().first == "frame-0001.png" && one.keys.sorted().last == "frame-0010.png")
    #expect(Set(one.values).count == 10)
    #expect(try rippled("many", "--threads", "7") == one)
    #expect(try rippled("again") == one)
    // Three jobs divide 10 frames into 3, 3 and 4.
    var counts: [Int] = []
    for part in 1...3 {
      counts.append(try rippled("shared", "--shard", "\(part)/3").count)
    }
    #expect(counts == [3, 6, 10])
    #expect(try frames("shared") == one)
    // With more parts than frames, some parts are empty.
    for part in 1...13 {
      let run = try Tool.start(
        ["animate"] + ripple + ["-o", "scattered/", "--shard", "\(part)/13"], in: folder
      ).wait()
      #expect(run.code == 0 && run.complaints.isEmpty, "\(run.words)")
    }
    #expect(try frames("scattered") == one)
  }

  @Test func someFramesAreThoseOfTheWhole() throws {
    let all = try rippled("all")
    for (span, numbers) in [("3..5", 3...5), ("9..", 9...10), ("..2", 1...2), ("7..7", 7...7)] {
      let some = try rippled("some-\(numbers.lowerBound)", "--frames", span)
      let names = numbers.map { $0 < 10 ? "frame-000\($0).png" : "frame-00\($0).png" }
      #expect(some == all.filter { names.contains($0.key) }, "\(span)")
    }
    // A stream contains only the selected frames.
    let whole = try animate(
      "in.png", "--mesh", "ripple:rows=4,columns=4", "--fps", "5", "--format", "rgba", "-o", "-")
    let part = try animate(
      "in.png", "--mesh", "ripple:rows=4,columns=4", "--fps", "5", "--format", "rgba", "-o", "-", "--frames",
      "3..5")
    let size = 4 * 24 * 16
    #expect(whole.output.count == 10 * size)
    #expect(part.output == Array(whole.output[2 * size..<5 * size]))
  }

  /// A still at a time equals the frame of the clip at that time.
  @Test func aFrameIsTheStillOfItsTime() throws {
    let scene = try animate("in.png", "--mesh", "ripple:rows=4,columns=4", "--print-scene")
    try folder.write(scene.output, to: "scene.json")
    try animate("scene.json", "--fps", "5", "-o", "frames/")
    // Ten frames in two seconds: the fourth is at 0.6 s.
    let run = try Tool.run("render", "scene.json", "--time", "0.6", "-o", "still.png", in: folder)
    #expect(run.code == 0 && run.complaints.isEmpty, "\(run.words)")
    #expect(try folder.bytes("still.png") == folder.bytes("frames/frame-0004.png"))
    #expect(try frames("frames") == rippled("flags"))
    // Without a time the scene has its model values: its phase is 0, as in the first frame.
    #expect(try Tool.run("render", "scene.json", "-o", "model.png", in: folder).code == 0)
    #expect(try folder.bytes("model.png") == folder.bytes("frames/frame-0001.png"))
  }

  /// The frame after the last one of a loop is the first.
  @Test func loopsClose() throws {
    let one = try animate(
      "in.png", "--mesh", "flag:rows=3,columns=6", "--fps", "7", "--format", "rgba", "-o", "-")
    let two = try animate(
      "in.png", "--mesh", "flag:rows=3,columns=6", "--fps", "7", "--format", "rgba", "-o", "-", "--animate",
      "phase 0.1..1.1 2s linear loop", "--duration", "4s")
    #expect(one.output.count == 14 * 4 * 24 * 16)
    #expect(two.output == one.output + one.output)
    // 2 s at 2.7 frames per second are 5.4 frames: five, evenly spaced.
    let odd = try animate(
      "in.png", "--animate", "translation.x 0..20 2s linear loop", "--fps", "2.7", "--format", "rgba", "-o",
      "-")
    let even = try animate(
      "in.png", "--animate", "translation.x 0..20 1s linear loop", "--fps", "5", "--format", "rgba", "-o", "-"
    )
    #expect(odd.output.count == 5 * 4 * 24 * 16 && odd.output == even.output)
  }

  struct Length: Sendable, CustomTestStringConvertible {
    let arguments: [String], count: Int
    init(_ arguments: String..., makes count: Int) { (self.arguments, self.count) = (arguments, count) }
    var testDescription: String { arguments.joined(separator: " ") }
  }

  @Test(arguments: [
    // Until the end, with a frame at the end or the first after it.
    Length("--animate", "opacity 0..1 1s", "--fps", "4", makes: 5),
    Length("--animate", "opacity 0..1 1.1s", "--fps", "4", makes: 6),
    Length("--animate", "opacity 0..1 1s delay 0.5s", "--fps", "4", makes: 7),
    // 0.1 is not a binary fraction, but thirty of them must not exceed 3 s.
    Length("--animate", "opacity 0..1 0.1s x30", "--fps", "10", makes: 31),
    Length("--animate", "opacity 0..1 1s", "--animate", "position.x 0..9 2s", "--fps", "2", makes: 5),
    // Loops take one common period.
    Length(
      "--animate", "opacity 0..1 2s loop", "--animate", "position.x 0..9 3s loop", "--fps", "2", makes: 12),
    Length("--animate", "opacity 0..1 1s loop", "--fps", "29.97", makes: 30),
    Length("--animate", "opacity 0..1 1s loop alternate", "--fps", "3", makes: 6),
    // The given duration.
    Length("--animate", "opacity 0..1 1s", "--fps", "4", "--duration", "500ms", makes: 2),
    Length("--animate", "opacity 0..1 1s loop", "--fps", "30000/1001", "--duration", "10", makes: 300),
    Length("--duration", "0.01", "--fps", "1", makes: 1),
    Length("--mesh", "pageCurl:rows=2,columns=2", "--fps", "2", makes: 5),
    Length("--mesh", "bulge:rows=2,columns=2", "--fps", "2", "--duration", "1s", makes: 2),
    Length("--from", "flat", "--to", "wave:columns=3", "--fps", "2", makes: 5),
    Length("--frames", "2..4", "--animate", "opacity 0..1 1s", "--fps", "4", makes: 3),
  ])
  func framesAreCounted(_ length: Length) throws {
    let run = try Tool.start(
      ["animate", "in.png", "--samples", "1", "--format", "rgba", "-o", "-"] + length.arguments, in: folder
    ).wait()
    #expect(run.code == 0 && run.complaints.isEmpty, "\(run.words)")
    #expect(run.output.count == length.count * 4 * 24 * 16)
  }
}

/// The default motions of presets.
struct DefaultMotionTests {
  private let folder: Folder
  init() throws {
    folder = try Folder()
    try folder.writePicture(24, 16, to: "in.png")
  }

  private func scene(_ arguments: String...) throws -> String {
    let run = try Tool.start(["animate", "in.png", "--print-scene"] + arguments, in: folder).wait()
    #expect(run.code == 0 && run.complaints.isEmpty, "\(arguments): \(run.words)")
    // The output is a valid scene.
    try folder.write(run.output, to: "scene.json")
    let check = try Tool.run("validate", "scene.json", in: folder)
    #expect(check.code == 0 && check.complaints.isEmpty, "\(check.words)")
    return run.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test func aPhaseTurns() throws {
    let own = try scene("--mesh", "flag")
    #expect(own.contains(#""keyPath": "mesh.phase", "from": 0.1, "to": 1.1, "duration": 2"#))
    #expect(own.contains(#""repeatCount": "infinite""#))
    // Whole periods of about two seconds each within the duration.
    #expect(
      try scene("--mesh", "ripple:phase=0.5", "--duration", "7").contains(
        #""from": 0.5, "to": 1.5, "duration": 1.75"#))
    #expect(try scene("--mesh", "ripple", "--duration", "0.5").contains(#""duration": 0.5"#))
  }

  @Test func anAmountGrows() throws {
    let curl = try scene("--mesh", "pageCurl:radius=0.2")
    #expect(
      curl.contains(
        #""keyPath": "mesh.amount", "from": 0, "to": 1, "timing": "easeInEaseOut", "duration": 2"#))
    #expect(
      try scene("--mesh", "genie:amount=0.5", "--timing", "ease-in").contains(
        #""to": 0.5, "timing": "easeIn", "duration": 2"#))
    #expect(
      try scene("--mesh", "twist:angle=90deg").contains(#""keyPath": "mesh.angle", "from": 0, "to": 90"#))
  }

  @Test func anyOtherMeshBendsFromItsFlatGrid() throws {
    try folder.write(MeshFileTests.flat, to: "mesh.json")
    for mesh in ["lens:rows=2,columns=2", "mesh.json"] {
      #expect(try scene("--mesh", mesh).contains(#""keyPath": "mesh", "from": { "vertices""#), "\(mesh)")
    }
  }

  @Test func theSamePresetGoesThroughItsOwnShapes() throws {
    let scene = try scene("--from", "pageCurl:amount=0.1", "--to", "pageCurl:amount=0.9,angle=10deg")
    #expect(scene.contains(#""keyPath": "mesh.amount", "from": 0.1, "to": 0.9"#))
    #expect(scene.contains(#""keyPath": "mesh.angle", "from": 30, "to": 10"#))
    #expect(!scene.contains("vertices"))
  }

  @Test func aStyleGoesFromFlatToItsBend() throws {
    #expect(
      try scene("--mesh", "style:flag").contains(#""keyPath": "mesh.bend", "from": 0, "to": 0.5"#))
    let mirrored = try scene("--from", "style:arc,bend=-1", "--to", "style:arc,bend=1")
    #expect(mirrored.contains(#""keyPath": "mesh.bend", "from": -1, "to": 1"#))
    // Two styles have no values between them; their vertices do.
    let grid = "rows=2,columns=2"
    let morph = try scene("--from", "style:arc,\(grid)", "--to", "style:fish,\(grid)")
    #expect(morph.contains(#""keyPath": "mesh", "from": { "vertices""#))
  }

  /// A mesh that changes only depth gets the same light in a picture and in a clip.
  @Test(arguments: ["render", "animate"]) func bendingInDepthIsLit(_ command: String) throws {
    let printed = try Tool.run(
      command, "in.png", "--mesh", "ripple:rows=4,columns=4", "--print-scene", in: folder)
    #expect(printed.text.contains("\"directional\""))
    let tilted = try Tool.run(
      command, "in.png", "--mesh", "ripple:rows=4,columns=4", "--transform", "rotateX(40deg)",
      "--print-scene",
      in: folder)
    #expect(tilted.code == 0 && !tilted.text.contains("\"directional\""))
  }

  /// Grids and depth units differ; both are converted to common ones.
  @Test func differentPresetsAreMorphed() throws {
    let run = try Tool.run(
      "animate", "in.png", "--from", "ripple:rows=6,columns=8", "--to", "flag", "--fps", "1", "-o", "f/",
      in: folder)
    #expect(run.code == 0, "\(run.words)")
    // The ends are the presets themselves; the depth of the second one has been converted. A ripple alone gets light, a
    // morph does not.
    for (mesh, frame, tolerance) in [("ripple", 1, 0), ("flag", 3, 4)] {
      let still = try Tool.run(
        "render", "in.png", "--mesh", "\(mesh):rows=6,columns=8", "--light", "ambient", "-o", "still.png",
        in: folder)
      #expect(still.code == 0)
      let (a, b) = (try folder.image("still.png"), try folder.image("f/frame-000\(frame).png"))
      let worst = zip(a.premultiplied().bytes, b.premultiplied().bytes).map { abs(Int($0) - Int($1)) }.max()
      #expect(try #require(worst) <= tolerance, "\(mesh)")
    }
  }
}
