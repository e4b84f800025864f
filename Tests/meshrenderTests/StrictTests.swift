import Testing

/// `--strict` makes every warning an error, before anything is written.
struct StrictTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.writePicture(8, 6, alpha: 99, to: "in.png")
    try folder.writePicture(8, 6, alpha: 0, to: "clear.png")
    try folder.write(
      #"{"canvas": {"size": [8, 6]}, "layers": [{"contents": {"text": "a", "font": "Nonesuch"}, "position": [4, 3]}]}"#,
      to: "scene.json")
    // Both ends are the same matrix.
    try folder.write(
      #"{"canvas": {"size": [8, 6]}, "layers": [{"bounds": [0, 0, 4, 2], "position": [4, 3], "backgroundColor": "red", "#
        + #""animations": [{"keyPath": "transform", "from": "rotate(0deg)", "to": "rotate(360deg)", "duration": 1}]}]}"#,
      to: "turn.json")
    // A gap between its points is an anomaly.
    try folder.write(
      #"{"vertices": [[0,0,0,0,0],[1,0,1,0,0],[1,1,1,1,0],[0,1,0,1,0],[0.5,0.5,9,9,0]], "faces": [[0,1,2,3]]}"#,
      to: "mesh.json")
    try folder.write(
      #"{"vertices": [[0,0,0,0,0.5],[1,0,1,0,0],[1,1,1,1,0],[0,1,0,1,0]], "faces": [[0,1,2,3]], "faceInterpolation": "bilinear"}"#,
      to: "bent.json")
  }

  @Test(arguments: [
    ("render --text a --font Nonesuch -o out.png", "the font family 'Nonesuch' is not installed"),
    ("render scene.json -o out.png", "the font family 'Nonesuch' is not installed"),
    ("animate scene.json --duration 0.1 -o out.apng", "the font family 'Nonesuch' is not installed"),
    ("animate --text a --font Nonesuch --mesh wave --duration 0.1 -o f-%02d.png", "is not installed"),
    ("render in.png --mesh wave --transform translate(99) -o out.png", "the picture is empty"),
    ("render --text a --color transparent -o out.png", "the picture is empty"),
    ("render clear.png --fit -o out.png", "the picture is empty"),
    ("render clear.png -o out.webp", "the picture is empty"),
    ("render in.png --mesh wave -o out.jpg", "JPEG does not support transparency"),
    ("render in.png --mesh wave --size 4200x4200 -o out.jpg", "JPEG does not support transparency"),
    (
      "animate in.png --mesh wave --transform translate(99) --duration 0.1 -o out.apng",
      "all frames are empty"
    ),
    ("animate in.png --mesh wave --transform translate(99) --sheet 2x1 -o out.png", "all frames are empty"),
    ("animate turn.json -o out.apng", "for full turns animate transform.rotation.z from 0deg to 360deg"),
    ("map in.png --mesh wave --transform translate(99) -o out.npy", "the map is empty"),
    ("convert bent.json out.obj", "cannot store"),
    ("validate mesh.json", "vert"),
    ("validate scene.json", "the font family 'Nonesuch' is not installed"),
  ])
  func aWarningIsAnError(_ line: String, _ part: String) throws {
    let arguments = line.split(separator: " ").map(String.init)
    try expectFailure(
      65, part, "(a warning, which --strict turns into an error", in: folder,
      arguments: arguments + ["--strict"])
    try expectFailure(65, part, in: folder, arguments: arguments + ["--strict", "--quiet"])
    let lenient = try Tool.start(arguments, in: folder).wait()
    #expect(lenient.code == 0 && lenient.words.contains("Warning: "), "\(lenient.words)")
    #expect(lenient.words.contains(part), "\(lenient.words)")
  }

  @Test func aPictureWithoutWarningsIsTheSame() throws {
    for (name, more) in [("a.png", []), ("a.jpg", ["--background", "red"]), ("a.webp", [])]
      as [(String, [String])]
    {
      let flags = ["render", "in.png", "--mesh", "wave"] + more
      let plain = try Tool.start(flags + ["-o", name], in: folder).wait()
      let strict = try Tool.start(flags + ["-o", "strict-\(name)", "--strict"], in: folder).wait()
      #expect(plain.code == 0 && strict.code == 0 && strict.words.isEmpty, "\(strict.words)")
      #expect(try folder.bytes(name) == folder.bytes("strict-\(name)"))
    }
  }

  @Test func severalWarningsAreCounted() throws {
    try expectFailure(
      65, "the picture is empty", "like 1 other", in: folder,
      arguments: [
        "render", "in.png", "--mesh", "wave", "--transform", "translate(99)", "-o", "out.jpg", "--strict",
      ])
  }

  @Test func jobsOfABatchFailAlone() throws {
    try folder.write(
      #"{"text": "a", "font": "Nonesuch", "output": "a.png"}"# + "\n"
        + #"{"input": "in.png", "output": "b.png"}"# + "\n",
      to: "jobs.jsonl")
    let run = try Tool.run("batch", "jobs.jsonl", "--strict", "--jobs", "1", in: folder)
    #expect(run.code == 75 && run.text.contains(#""code": 65"#), "\(run.text)")
    #expect(try folder.entries().contains("b.png") && !folder.entries().contains("a.png"))
    let lenient = try Tool.run("batch", "jobs.jsonl", "--jobs", "1", in: folder)
    #expect(lenient.code == 0 && lenient.text.contains(#""warnings": ["the font family"#), "\(lenient.text)")
  }
}
