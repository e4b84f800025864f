import Foundation
import ImageFiles
import MeshTransform
import Testing

/// Displacement maps of 16 bits, without --depth 16.
struct DisplacementDepthTests {
  private let folder: Folder
  init() throws {
    folder = try Folder()
    try folder.writePicture(20, 20, to: "in.png")
    let ramp = Image(
      size: PixelSize(100, 1), alpha: .opaque, depth: .sixteen, bytes: Self.values.flatMap(Self.pixel))
    try PNG.write(ramp, to: .path(folder.file("ramp.png")))
    try NPY.write(ramp, to: .path(folder.file("ramp.npy")))
    try folder.write(
      """
      {"canvas": {"size": [100, 20]}, "layers": [{"bounds": [0, 0, 100, 20], "position": [50, 10],
       "contents": {"image": "in.png"},
       "mesh": {"displacement": "ramp.png", "x": 10000, "y": 0}}]}
      """, to: "scene.json")
  }

  /// From the neutral gray on by 16 of 65,535.
  private static let values = (0..<100).map { UInt16(32_768 + 16 * $0) }
  private static func pixel(_ value: UInt16) -> [UInt8] {
    [value, value, value, .max].flatMap { withUnsafeBytes(of: $0, Array.init) }
  }

  @Test(arguments: [
    ["in.png", "--displace", "ramp.png:x=10000,y=0"],
    ["in.png", "--displace", "ramp.png:x=10000,y=0", "--depth", "16"],
    ["in.png", "--displace", "ramp.npy:x=10000,y=0"], ["scene.json"],
  ])
  func mapsKeepTheirBits(_ arguments: [String]) throws {
    let run = try Tool.start(["render"] + arguments + ["--print-mesh"], in: folder).wait()
    try #require(run.code == 0, "\(run.words)")
    let width = arguments[0] == "in.png" ? 20.0 : 100
    let mesh = try #require(JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
    let vertices = try #require(mesh["vertices"] as? [[Double]])
    var distances: Set<Int> = []
    for vertex in vertices {
      let column = min(max(100 * vertex[0] - 0.5, 0), 99)
      let moved = (vertex[2] - vertex[0]) * width
      #expect(abs(moved - 10_000 * 16 * column / 32_767) < 30)
      distances.insert(Int(moved.rounded()))
    }
    #expect(distances.count > 60)
  }
}
