import Testing

/// Flags that change nothing say so, and only those; a blank picture says why it is blank.
struct EffectTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.writePicture(40, 30, to: "in.png")
    try folder.writePicture(40, 30, alpha: 0, to: "clear.png")
  }

  @Test(arguments: [
    (["--mesh", "ripple", "--light", "ambient"], "--mesh ripple moves the content only in depth"),
    (["--mesh", "ripple", "--transform", "rotate(10deg)"], "--mesh ripple moves the content only in depth"),
    (["--mesh", "wave", "--surface", "specular=1"], "--surface has no effect without a light"),
    (["--back", "red"], "--back has no effect"),
    (["--back", "red", "--transform", "perspective(800) rotate(9deg)"], "--back has no effect"),
    (["--magnification-filter", "cubic"], "--magnification-filter has no effect"),
    (["--minification-filter", "linear"], "--minification-filter has no effect"),
  ])
  func aFlagWithoutEffectIsNamed(_ flags: [String], _ part: String) throws {
    let run = try Tool.start(["render", "in.png", "-o", "out.png"] + flags, in: folder).wait()
    #expect(run.code == 0 && run.words.hasPrefix("Warning: ") && run.words.contains(part), "\(run.words)")
    // The picture is that without the flag, apart from the rounding of edges in more faces.
    let without = try Tool.start(
      ["render", "in.png", "-o", "without.png"] + flags.withoutEffect, in: folder
    ).wait()
    #expect(without.code == 0, "\(without.words)")
    let pair = try zip(folder.image("out.png").bytes, folder.image("without.png").bytes)
    let differences = pair.map { abs(Int($0) - Int($1)) }
    #expect(differences.reduce(0, +) < differences.count / 4)
  }

  @Test(arguments: [
    ["--mesh", "ripple"], ["--mesh", "ripple", "--light", "directional"],
    ["--mesh", "ripple", "--transform", "perspective(800)"],
    ["--mesh", "ripple", "--transform", "rotateX(30deg)"],
    ["--mesh", "ripple", "--light", "ambient", "--wireframe"], ["--mesh", "wave", "--light", "ambient"],
    ["--mesh", "wave", "--light", "directional", "--surface", "specular=1"],
    ["--back", "red", "--mesh", "pageCurl"], ["--back", "red", "--transform", "rotateY(180deg)"],
    ["--back", "red", "--transform", "scale(-1, 1)"], ["--minification-filter", "linear", "--scale", "0.5"],
  ])
  func othersAreNot(_ flags: [String]) throws {
    let run = try Tool.start(["render", "in.png", "-o", "out.png"] + flags, in: folder).wait()
    #expect(run.code == 0 && run.words.isEmpty, "\(flags): \(run.words)")
  }

  @Test(arguments: [
    ("in.png", ["--transform", "translate(99)"], "nothing is on the canvas; try --fit\n"),
    ("clear.png", [], "everything on the canvas is transparent"),
    ("clear.png", ["--fit"], "everything on the canvas is transparent\n"),
    ("clear.png", ["--mesh", "wave"], "everything on the canvas is transparent"),
    ("clear.png", ["--mesh", "wave", "--fit"], "everything on the canvas is transparent\n"),
    ("clear.png", ["--mesh", "wave", "--size", "400x400"], "everything on the canvas is transparent\n"),
    ("clear.png", ["--transform", "translate(9)"], "transparent; --fit shows what is outside\n"),
  ])
  func aBlankPictureSaysWhy(_ input: String, _ flags: [String], _ part: String) throws {
    let run = try Tool.start(["render", input, "-o", "out.png"] + flags, in: folder).wait()
    #expect(run.code == 0 && run.words.hasPrefix("Warning: the picture is empty: "), "\(run.words)")
    #expect(run.words.contains(part), "\(run.words)")
  }

  /// A preset that crosses itself on a wide layer says so, by flags and in scenes, which name the layer.
  @Test func crossingPresetsSaySo() throws {
    let words = "crosses itself on a layer of this shape, and "
    let mesh = "style:bulge,bend=-0.5"
    let square = try Tool.start(["render", "in.png", "--mesh", mesh, "--fit", "-o", "out.png"], in: folder)
      .wait()
    #expect(square.code == 0 && square.words.isEmpty, "\(square.words)")
    try folder.writePicture(160, 30, to: "wide.png")
    let run = try Tool.start(["render", "wide.png", "--mesh", mesh, "--fit", "-o", "out.png"], in: folder)
      .wait()
    #expect(run.code == 0 && run.words.hasPrefix("Warning: the mesh style:bulge \(words)"), "\(run.words)")
    let strict = try Tool.start(
      ["render", "wide.png", "--mesh", mesh, "--fit", "--strict", "-o", "strict.png"], in: folder
    ).wait()
    #expect(strict.code == 65)
    let layer =
      #"{ "frame": [0, 0, 400, 60], "mesh": { "preset": "style", "style": "bulge", "bend": -0.5 } }"#
    try folder.write(
      #"{ "canvas": { "size": [400, 60] }, "layers": [\#(layer), \#(layer)] }"#, to: "scene.json")
    for command in [["render", "scene.json", "-o", "out.png"], ["validate", "scene.json"]] {
      let run = try Tool.start(command, in: folder).wait()
      #expect(run.code == 0, "\(run.words)")
      #expect(run.words.contains("layers[0].mesh: the mesh style:bulge \(words)"), "\(run.words)")
      #expect(!run.words.contains("layers[1]"))
    }
  }
}

extension [String] {
  /// The flags of a test without the one that has no effect.
  fileprivate var withoutEffect: [String] {
    guard first == "--mesh" else { return Array(dropFirst(2)) }
    return contains("--surface") ? Array(prefix(2)) : Array(dropFirst(2))
  }
}
