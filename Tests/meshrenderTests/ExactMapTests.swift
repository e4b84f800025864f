import Foundation
import ImageFiles
import MeshTransform
import Testing

/// Images and clips through exact maps.
struct ExactMapTests {
  private let folder: Folder
  init() throws {
    folder = try Folder()
    try folder.writePicture(20, 12, to: "in.png")
    try folder.writeMap(24, 10, to: "m.npy", Self.place)
  }

  private static func place(_ x: Float, _ y: Float) -> (Float, Float) {
    x == 11 ? (.nan, .nan) : (x * 0.8 + sin(y), y * 1.1 + cos(x))
  }

  private func draw(_ arguments: [String]) throws -> Image {
    let run = try Tool.start(["render"] + arguments + ["-o", "out.png"], in: folder).wait()
    try #require(run.code == 0, "\(run.words)")
    return try folder.image("out.png")
  }

  /// The picture that the library makes of the same map.
  private func expected(_ change: (inout Remapping) -> Void = { _ in }) throws -> Image {
    var values: [Float] = []
    for index in 0..<240 {
      let (x, y) = Self.place(Float(index % 24), Float(index / 24))
      values += [x, y]
    }
    var remapping = Remapping(CoordinateMap(size: PixelSize(24, 10), values: values), of: PixelSize(20, 12))
    change(&remapping)
    return remapping.applied(to: try folder.image("in.png"))
  }

  private func isEqual(_ drawn: Image, _ expected: Image) -> Bool {
    drawn.size == expected.size
      && drawn.premultiplied().bytes == expected.straightened().premultiplied().bytes
  }

  @Test func flagsKeysAndScenesAreOne() throws {
    let whole = try expected()
    let flag = ["in.png", "--mesh", "map:m.npy", "--exact-map"]
    #expect(try isEqual(draw(flag), whole))
    #expect(try isEqual(draw(["in.png", "--mesh", "map:m.npy,exact=true"]), whole))
    let printed = try Tool.start(["render"] + flag + ["--print-scene"], in: folder).wait()
    #expect(printed.code == 0, "\(printed.words)")
    #expect(String(decoding: printed.output, as: UTF8.self).contains("\"exact\": true"))
    try folder.write(printed.output, to: "s.json")
    #expect(try isEqual(draw(["s.json"]), whole))
  }

  @Test func edgesAndFilters() throws {
    let exact = ["in.png", "--mesh", "map:m.npy", "--exact-map"]
    #expect(try isEqual(draw(exact + ["--replicate-edges"]), expected { $0.replicatesEdges = true }))
    #expect(
      try isEqual(
        draw(exact + ["--magnification-filter", "nearest", "--minification-filter", "linear"]),
        expected { ($0.magnification, $0.minification) = (.nearest, .linear) }))
  }

  /// The picture is an image, which is then tilted, lit and displaced.
  @Test func theResultIsBentLikeAnyImage() throws {
    let exact = try expected().straightened()
    try folder.write(PNG.encode(exact).bytes, to: "exact.png")
    let more = ["--transform", "perspective(60) rotateY(30deg)", "--light", "directional", "--fit"]
    let (once, twice) = (
      try draw(["in.png", "--mesh", "map:m.npy", "--exact-map"] + more), try draw(["exact.png"] + more)
    )
    #expect(zip(once.bytes, twice.bytes).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    #expect(once.size == twice.size)
  }

  @Test func eachFrameOfAClipGoesThroughTheMap() throws {
    try folder.writeFrames(PixelSize(20, 12))
    let frames = try folder.animate(
      "in-%d.png", "--mesh", "map:m.npy", "--exact-map", "--quiet")
    let size = 4 * 240
    try #require(frames.count == 5 * size)
    for number in 0..<5 {
      try folder.write(folder.bytes("in-\(number).png"), to: "in.png")
      let whole = try expected().straightened()
      #expect(Array(frames[number * size..<(number + 1) * size]) == whole.bytes, "frame \(number)")
    }
  }

  /// Commands that compute with meshes use that of the map.
  @Test func commandsAboutMeshesUseTheMesh() throws {
    for exact in ["false", "true"] {
      let run = try Tool.run(
        "map", "in.png", "--mesh", "map:m.npy,exact=\(exact)", "-o", "\(exact).npy", in: folder)
      #expect(run.code == 0, "\(run.words)")
    }
    #expect(try folder.bytes("false.npy") == folder.bytes("true.npy"))
  }

  @Test func faultsAreExplained() throws {
    try folder.write(
      """
      {"canvas": {"size": [9, 8]}, "layers": [{"bounds": [0, 0, 5, 6], "contents": {"color": "red"},
       "mesh": {"map": "m.npy", "exact": true}}]}
      """, to: "color.json")
    for (arguments, code, words) in [
      (["in.png", "--mesh", "map:m.npy", "--exact-map", "--inverse"], 64, "--inverse"),
      (["in.png", "--mesh", "map:m.npy", "--exact-map", "--map-direction", "forward"], 64, "forward"),
      (["--text", "a", "--mesh", "map:m.npy", "--exact-map"], 64, "--text"),
      (["in.png", "--mesh", "wave", "--exact-map"], 64, "--exact-map applies to a map"),
      (["color.json"], 65, "layers[0].mesh.exact"),
    ] as [([String], Int32, String)] {
      try expectFailure(code, words, in: folder, arguments: ["render"] + arguments + ["-o", "x.png"])
    }
  }
}
