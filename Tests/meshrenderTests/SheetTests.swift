import Foundation
import ImageFiles
import MeshTransform
import Testing

/// Sheets of sprites with their atlas.
struct SheetTests {
  private let folder: Folder
  init() throws {
    folder = try Folder()
    try folder.writePicture(8, 6, to: "in.png")
  }

  /// Five frames of a picture of 8 x 6 pixels that moves over a canvas of 20 x 10.
  private func sheet(_ arguments: String...) throws -> Image {
    let run = try Tool.start(
      [
        "animate", "in.png", "--size", "20x10", "--animate", "transform.translation.x -4..4 1s", "--fps", "4",
        "--sheet",
        "3x2", "-o", "walk.png",
      ] + arguments, in: folder
    ).wait()
    try #require(run.code == 0 && run.complaints.isEmpty, "\(run.words)")
    return try folder.image("walk.png")
  }

  private typealias Box = [String: Int]

  private func atlas() throws -> (frames: [String: [String: Any]], meta: [String: Any], root: [String: Any]) {
    let root = try #require(
      JSONSerialization.jsonObject(with: Data(folder.bytes("walk.json"))) as? [String: Any])
    return (
      try #require(root["frames"] as? [String: [String: Any]]), try #require(root["meta"] as? [String: Any]),
      root
    )
  }

  @Test func noGapUnlessAsked() throws {
    #expect(try sheet().size == PixelSize(60, 20))
    #expect(try sheet("--sheet-gap", "4").size == PixelSize(68, 24))
  }

  @Test(arguments: [0, 3]) func theAtlasSaysWhereFramesAre(_ gap: Int) throws {
    let image = try sheet("--sheet-json", "walk.json", "--sheet-gap", "\(gap)", "--scale", "2")
    let (frames, meta, root) = try atlas()
    let names = (1...5).map { "walk-000\($0).png" }
    #expect(frames.keys.sorted() == names)
    #expect((root["animations"] as? [String: [String]])?["walk"] == names)
    #expect(meta["image"] as? String == "walk.png" && meta["scale"] as? String == "2")
    #expect(meta["size"] as? Box == ["w": image.size.width, "h": image.size.height])
    #expect(meta["format"] as? String == "RGBA8888")
    for (index, name) in names.enumerated() {
      let frame = try #require(frames[name])
      let (x, y) = (index % 3 * (40 + gap), index / 3 * (20 + gap))
      #expect(frame["frame"] as? Box == ["x": x, "y": y, "w": 40, "h": 20])
      #expect(frame["spriteSourceSize"] as? Box == ["x": 0, "y": 0, "w": 40, "h": 20])
      #expect(frame["sourceSize"] as? Box == ["w": 40, "h": 20])
      #expect(frame["rotated"] as? Bool == false && frame["trimmed"] as? Bool == false)
    }
  }

  /// A trimmed frame at its place in a canvas of its source's size is the frame of the whole sheet.
  @Test func trimmedFramesComeBack() throws {
    let whole = try sheet()
    let trimmed = try sheet("--sheet-json", "walk.json", "--sheet-trim")
    let frames = try atlas().frames
    #expect(trimmed.size == PixelSize(24, 12))
    for index in 0..<5 {
      let frame = try #require(frames["walk-000\(index + 1).png"])
      let place = try #require(frame["frame"] as? Box)
      let source = try #require(frame["spriteSourceSize"] as? Box)
      #expect(frame["trimmed"] as? Bool == true && place["w"] == source["w"] && place["h"] == source["h"])
      #expect(frame["sourceSize"] as? Box == ["w": 20, "h": 10])
      for y in 0..<10 {
        for x in 0..<20 {
          let (u, v) = (x - source["x"]!, y - source["y"]!)
          let isInside = (0..<source["w"]!).contains(u) && (0..<source["h"]!).contains(v)
          let found =
            isInside ? pixel(trimmed, place["x"]! + u, place["y"]! + v) : [0, 0, 0, 0]
          #expect(found == pixel(whole, index % 3 * 20 + x, index / 3 * 10 + y))
        }
      }
    }
  }

  private func pixel(_ image: Image, _ x: Int, _ y: Int) -> [UInt8] {
    let first = 4 * (y * image.size.width + x)
    return Array(image.bytes[first..<first + 4])
  }

  @Test(arguments: [
    (["--sheet-gap", "3", "-o", "f.apng"], "add --sheet"),
    (["--sheet-json", "a.json", "-o", "f.apng"], "add --sheet"),
    (["--sheet", "2x2", "--sheet-gap", "-1", "-o", "f.png"], "0...1000"),
    (["--sheet", "2x2", "--sheet-gap", "1001", "-o", "f.png"], "0...1000"),
    (["--sheet", "2x2", "--sheet-trim", "-o", "f.png"], "--sheet-json"),
    (["--sheet", "2x2", "--sheet-json", "a.txt", "-o", "f.png"], "a.json"),
    (["--sheet", "2x2", "--sheet-json", "b/a.json", "-o", "f.png"], "in the same folder"),
    (["--sheet", "2x2", "--sheet-json", "a.json", "-o", "-"], "instead of standard output"),
  ])
  func wrongRequestsAreRefused(_ arguments: [String], _ words: String) throws {
    try expectFailure(64, words, in: folder, arguments: ["animate", "in.png", "--mesh", "flag"] + arguments)
  }

  /// A failed run leaves neither file.
  @Test func aFailedSheetLeavesNoAtlas() throws {
    try expectFailure(
      65, "strict", in: folder,
      arguments: [
        "animate", "in.png", "--mesh", "wave", "--transform", "translate(99)", "--sheet", "2x1",
        "--sheet-json",
        "o.json", "-o", "o.png", "--strict",
      ])
  }
}
