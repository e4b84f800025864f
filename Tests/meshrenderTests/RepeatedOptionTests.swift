import Testing

/// An option of one value that is given several times is an error; the parser would keep the last value.
struct RepeatedOptionTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.writePicture(8, 6, to: "in.png")
  }

  @Test(arguments: [
    ("render in.png -o a.png -o b.png", #"-o is given twice, as "a.png" and as "b.png""#),
    (
      "render in.png -o=a.png --output=b.png",
      #"-o and --output are the same option, given twice, as "a.png" and as "b.png""#
    ),
    (
      "render in.png --mesh wave -m flag -o a.png",
      #"--mesh and -m are the same option, given twice, as "wave" and as "flag""#
    ),
    (
      "render in.png --size 1x1 --size 2x2 --size 3x3 -o a.png",
      #"--size is given 3 times, first as "1x1" and last as "3x3""#
    ),
    ("render in.png --scale -1 --scale 2 -o a.png", #"--scale is given twice, as "-1" and as "2""#),
    ("animate in.png --fps 5 --fps 6 -o a.apng", #"--fps is given twice, as "5" and as "6""#),
    ("validate in.json --limit 3 --limit 4", #"--limit is given twice"#),
    ("convert a.json b.obj --max-memory 1G --max-memory 2G", "--max-memory is given twice"),
  ])
  func isRefused(_ line: String, _ part: String) throws {
    try expectFailure(64, part, in: folder, arguments: line.split(separator: " ").map(String.init))
  }

  @Test(arguments: [
    ["--light", "directional", "--light", "ambient"], ["-l", "directional", "--light", "ambient"],
    ["--fit", "--fit", "-qq"], ["--outline", "width=1", "--text", "-o", "--font-size", "9"],
    ["--text", "--mesh", "--mesh", "wave"],
  ])
  func whatMayBeRepeatedStays(_ flags: [String]) throws {
    let input = flags.contains("--text") ? [] : ["in.png"]
    let run = try Tool.start(["render"] + input + flags + ["-o", "out.png"], in: folder).wait()
    #expect(run.code == 0 && run.words.isEmpty, "\(run.words)")
  }

  @Test func holdsForJobsOfABatch() throws {
    try folder.write(
      #"{"input": "in.png", "mesh": ["wave", "flag"], "output": "a.png"}"# + "\n"
        + #"{"input": "in.png", "mesh": "wave", "light": ["directional", "ambient"], "output": "b.png"}"#
        + "\n",
      to: "jobs.jsonl")
    let run = try Tool.run("batch", "jobs.jsonl", in: folder)
    #expect(run.text.contains(#"--mesh is given twice, as \"wave\" and as \"flag\""#), "\(run.text)")
    #expect(try folder.entries() == ["b.png", "in.png", "jobs.jsonl"])
  }
}
