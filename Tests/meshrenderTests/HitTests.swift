import Foundation
import Testing

/// The layers under a pixel, and a layer moved by recorded gestures.
struct HitTests {
  /// A red card with a blue button at its center, both flat: 40x30 points at two pixels per point.
  private static let scene = """
    {"canvas": {"size": [40, 30], "scale": 2, "background": "white"},
     "layers": [{"name": "card", "bounds": [0, 0, 40, 30], "position": [20, 15], "contents": {"color": "red"},
       "sublayers": [
         {"name": "button", "bounds": [0, 0, 10, 10], "position": [20, 15], "contents": {"color": "blue"}},
         {"name": "ghost", "bounds": [0, 0, 40, 30], "position": [20, 15], "isHidden": true,
          "contents": {"color": "lime"}}]}]}
    """

  private func folder() throws -> Folder {
    let folder = try Folder()
    try folder.write(Self.scene, to: "s.json")
    return folder
  }

  private struct Line: Decodable, Equatable {
    struct Hit: Decodable, Equatable {
      let layer: String, path: [Int], point: [Double], unitPoint: [Double], face: Int?, isFrontFacing: Bool
    }
    let x: Double, y: Double, hits: [Hit]
  }

  private func lines(_ text: String) throws -> [Line] {
    try text.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
  }

  @Test func namesFrontLayerAndPoint() throws {
    let folder = try folder()
    let run = try Tool.run("hit", "s.json", "--", "40,30", "2,2", "-5,3", in: folder)
    #expect(run.code == 0, "\(run.words)")
    let lines = try lines(run.text)
    #expect(lines.map { $0.hits.map(\.layer) } == [["card/button"], ["card"], []])
    #expect(lines[0].hits[0].point == [5, 5] && lines[0].hits[0].unitPoint == [0.5, 0.5])
    #expect(lines[0].hits[0].path == [0, 0] && lines[0].hits[0].face == nil)
    #expect(lines[1].hits[0].point == [1, 1])
  }

  @Test func readsPointsFromStandardInputAndNamesAll() throws {
    let folder = try folder()
    try folder.write("40,30\n\n2 2\n", to: "points")
    let run = try Tool.run("hit", "s.json", "--all", in: folder, input: folder.file("points"))
    #expect(run.code == 0, "\(run.words)")
    #expect(try lines(run.text).map { $0.hits.map(\.layer) } == [["card/button", "card"], ["card"]])
  }

  /// Each pixel with a layer's color has that layer's color in the map.
  @Test func mapAgreesWithPicture() throws {
    let folder = try folder()
    let map = try Tool.run("hit", "s.json", "--map", "map.png", in: folder)
    #expect(map.code == 0, "\(map.words)")
    #expect(map.text.contains("\"card/button\"") && !map.text.contains("ghost"))
    #expect(try Tool.run("render", "s.json", "-o", "out.png", in: folder).code == 0)
    let (picture, owners) = (try folder.image("out.png"), try folder.image("map.png"))
    #expect(picture.size == owners.size)
    var pairs: Set<[UInt8]> = []
    for i in stride(from: 0, to: picture.bytes.count, by: 4) {
      pairs.insert(Array(picture.bytes[i..<i + 4] + owners.bytes[i..<i + 4]))
    }
    // Map colors and picture colors correspond one to one.
    #expect(pairs.count == 2)
  }

  @Test(arguments: [
    (["hit", "s.json", "1"], "not a point"), (["hit", "s.json", "1,2", "--map", "m.png"], "--map"),
    (["hit", "s.json", "--minimum-alpha", "2", "1,1"], "0...1"),
  ])
  func saysWhatIsWrong(arguments: [String], words: String) throws {
    let folder = try folder()
    let run = try Tool.start(arguments, in: folder).wait()
    #expect(run.code == 64 && run.words.contains(words), "\(run.words)")
  }

  @Test func gesturesMoveTheLayer() throws {
    let folder = try folder()
    // A pan after a quarter turn still moves the layer to the right.
    try folder.write(
      "{\"time\": 0, \"rotation\": 90, \"around\": [20, 15]}\n{\"time\": 1, \"translation\": [5, 0]}\n",
      to: "track.jsonl")
    let run = try Tool.run(
      "render", "s.json", "--gestures", "track.jsonl", "--gestures-layer", "card/button", "-o", "out.png",
      in: folder)
    #expect(run.code == 0, "\(run.words)")
    let picture = try folder.image("out.png")
    func pixel(_ x: Int, _ y: Int) -> [UInt8] {
      let start = 4 * (y * picture.size.width + x)
      return Array(picture.bytes[start..<start + 4])
    }
    // Points 20...30 across, 10...20 down: twice that in pixels.
    #expect(pixel(58, 30) == [0, 0, 255, 255] && pixel(41, 21) == [0, 0, 255, 255])
    #expect(pixel(38, 30) == [255, 0, 0, 255] && pixel(62, 30) == [255, 0, 0, 255])

    let wrong = try Tool.run(
      "render", "s.json", "--gestures", "track.jsonl", "--gestures-layer", "buton", "-o", "o.png", in: folder)
    #expect(wrong.code == 64 && wrong.words.contains("card/button"), "\(wrong.words)")
  }
}
