import Testing

/// How often players show an animated picture.
@Suite(.enabled(if: isInstalled("ffmpeg") && isInstalled("ffprobe")))
struct AnimateLoopTests {
  private let folder: Folder
  init() throws {
    folder = try Folder()
    try folder.animate("--fps", "10", "--duration", "0.4", "-o", "in.webp")
  }

  private static let formats = ["gif", "apng", "webp"]

  @Test(arguments: formats, ["once", "3", "forever"])
  func animatedPicturesKeepTheirTurns(_ format: String, _ loop: String) throws {
    try folder.animate("--fps", "10", "--duration", "0.4", "--loop", loop, "-o", "in.\(format)")
    let plays = ["once": 1, "3": 3, "forever": 0][loop]
    #expect(try folder.plays("in.\(format)") == plays)
    for output in Self.formats {
      let run = try Tool.run(
        "animate", "in.\(format)", "--transform", "rotate(5deg)", "-o", "out.\(output)", in: folder)
      #expect(run.code == 0 && run.complaints.isEmpty, "\(run.words)")
      #expect(try folder.plays("out.\(output)") == plays, "\(output)")
    }
  }

  @Test(arguments: [
    ([], 0), (["--mesh", "wave"], 0), (["--mesh", "wave", "--motion"], 0), (["--loop", "once"], 1),
    (["--loop", "7"], 7), (["--frames", "1..2"], 1), (["--duration", "0.4"], 0), (["--duration", "0.8"], 1),
    (["--duration", "0.8", "--content-end", "loop"], 0), (["--duration", "0.7", "--content-end", "loop"], 1),
  ])
  func aLoopStaysOneWhereItIsWhole(_ arguments: [String], _ plays: Int) throws {
    try folder.animate("--fps", "10", "--duration", "0.4", "--loop", "forever", "-o", "loop.webp")
    let run = try Tool.start(["animate", "loop.webp", "-o", "out.gif"] + arguments, in: folder).wait()
    #expect(run.code == 0, "\(run.words)")
    #expect(try folder.plays("out.gif") == plays)
  }

  /// A scene whose only motion is that of an animated picture.
  @Test func aSceneKeepsTheTurnsOfItsLongestPicture() throws {
    try folder.animate("--fps", "10", "--duration", "0.4", "--loop", "2", "-o", "two.webp")
    try folder.write(
      """
      {"canvas": {"size": [8, 8]},
       "layers": [{"bounds": [0, 0, 8, 8], "position": [4, 4], "contents": {"video": "two.webp"}}]}
      """, to: "scene.json")
    let run = try Tool.run("animate", "scene.json", "-o", "out.apng", in: folder)
    #expect(run.code == 0, "\(run.words)")
    #expect(try folder.plays("out.apng") == 2)
  }

  @Test(arguments: formats.dropFirst())
  func ratesThatBrowsersSlowDownAreTold(_ format: String) throws {
    func words(_ rate: String) throws -> String {
      try Tool.run(
        "animate", "--text", "A", "--animate", "opacity 0..1 0.1s linear loop", "--fps", rate, "-o",
        "out.\(format)", in: folder
      ).complaints
    }
    #expect(try words("90").isEmpty)
    for rate in ["91", "100", "120"] {
      #expect(try words(rate).hasPrefix("Warning: the frame rate is \(rate), but"))
    }
  }
}

extension Folder {
  /// Writes a clip of a letter that moves.
  fileprivate func animate(_ arguments: String...) throws {
    let run = try Tool.start(
      [
        "animate", "--text", "A", "--font-size", "12", "--animate", "transform.translation.x 0..6 1s",
        "--quiet",
      ] + arguments,
      in: self
    ).wait()
    try #require(run.code == 0, "\(run.words)")
  }

  /// The number of turns that an animated picture states; 0 without end.
  fileprivate func plays(_ name: String) throws -> Int? {
    let bytes = try self.bytes(name)
    func after(_ mark: String) -> ArraySlice<UInt8>? {
      bytes.firstRange(of: Array(mark.utf8)).map { bytes[$0.upperBound...] }
    }
    if name.hasSuffix(".gif") {
      guard let count = after("NETSCAPE2.0")?.dropFirst(2).prefix(2) else { return 1 }
      let repeats = Int(count[count.startIndex]) + 256 * Int(count[count.startIndex + 1])
      return repeats == 0 ? 0 : repeats + 1
    }
    if name.hasSuffix(".apng") {
      return after("acTL")?.dropFirst(4).prefix(4).reduce(0) { 256 * $0 + Int($1) }
    }
    return after("ANIM")?.dropFirst(8).prefix(2).reversed().reduce(0) { 256 * $0 + Int($1) }
  }
}
