import Testing

/// Numbers beyond the range of an integer, and texts that are no decimal numbers. Tests/Trust/numbers.py has every flag.
@Suite struct NumberTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.writePicture(8, 6, to: "in.png")
    try folder.write(
      #"{"vertices":[[0,0,0,0,0],[1,0,1e19,0,0],[1,1,1e19,1e19,0],[0,1,0,1e19,0]],"faces":[[0,1,2,3]]}"#,
      to: "far.json")
  }

  private func refuses(_ arguments: [String], _ code: Int32, says words: String) throws {
    let run = try Tool.start(arguments, in: folder).wait()
    #expect(run.code == code && run.words.contains(words), "\(arguments): \(run.code) \(run.words)")
    #expect(run.words.split(separator: "\n").filter { $0.hasPrefix("Error: ") }.count == 1, "\(run.words)")
  }

  @Test(arguments: [
    ["--scale", "1e19"], ["--padding", "1e19", "--fit"], ["--size", "1e19x8"], ["--size", "1e19x8", "--fit"],
    ["--transform", "scale(1e14)", "--fit"], ["--scale", "1e308", "--padding", "1e308"],
  ])
  func aCanvasWithoutEndIsTooLarge(flags: [String]) throws {
    try refuses(["map", "in.png", "--mesh", "flat", "-o", "m.npy"] + flags, 64, says: "--max-side")
    try refuses(
      ["animate", "in.png", "--mesh", "flag", "--frames", "1..2", "-o", "o.apng"] + flags, 64,
      says: "Error: ")
    try refuses(["render", "in.png", "-o", "o.png"] + flags, 64, says: "--max-side")
  }

  @Test func aMeshWithoutEndIsBadData() throws {
    try refuses(["map", "in.png", "--mesh", "far.json", "--fit", "-o", "m.npy"], 65, says: "--max-side")
  }

  @Test(arguments: [
    ["--scale", "0x1p70"], ["--scale", "nan"], ["--padding", "inf"], ["--size", "0x10x8"],
    ["--size", "infx8"],
    ["--dpi", "0x10"], ["--mesh", "ripple:amplitude=0x1p-3"], ["--time", "0x1"],
    ["--transform", "rotate(0x10deg)"],
    ["--background", "rgb(0x10, 0, 0)"], ["--light", "directional:intensity=0x1"],
    ["--text-width", "infinity"],
  ])
  func flagsAreDecimal(flags: [String]) throws {
    try refuses(["render", "in.png", "-o", "o.png"] + flags, 64, says: String(flags[0].dropFirst(2)))
  }
}
