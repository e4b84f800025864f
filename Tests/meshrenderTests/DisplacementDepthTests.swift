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

  private static let hillWidth = 200, hillDepth = 100.0

  /// A hill of 16 bits, or of floats, under a light has no terraces: the shade of each column is that of the hill's
  /// analytic normal, N = (-z', 0, 1) / sqrt(1 + z'^2).
  @Test(arguments: ["hill.png", "hill.exr"], ["8", "16"])
  func hillsHaveNoTerraces(_ map: String, _ bits: String) throws {
    let (width, depth) = (Self.hillWidth, Self.hillDepth)
    func height(_ column: Int) -> Double { 0.5 + 0.25 * sin(Double.pi * Double(column) / Double(width - 1)) }
    let size = PixelSize(width, 1)
    let pixels = (0..<width).flatMap { Self.pixel(UInt16((height($0) * 65_535).rounded())) }
    try PNG.write(
      Image(size: size, alpha: .opaque, depth: .sixteen, bytes: pixels), to: .path(folder.file("hill.png")))
    let header = EXRFile.Header(dataWindow: EXRFile.Window(size: size), channels: [.init("Y", .float)])
    try EXRFile(header: header, samples: (0..<width).map { Float(height($0)) }).write(
      to: .path(folder.file("hill.exr")))
    let gray = Image(
      size: PixelSize(width, 20), alpha: .opaque,
      bytes: Array(repeatElement([200, 200, 200, 255], count: 20 * width).joined()))
    try PNG.write(gray, to: .path(folder.file("gray.png")))
    let light = "directional:ambient=0,diffuse=1,specular=0,direction=-0.6/0/-0.8"
    let run = try Tool.start(
      [
        "render", "gray.png", "--displace", "\(map):x=0,y=0,z=\(depth)", "--light", light, "--depth", bits,
        "-o",
        "out.png",
      ], in: folder
    ).wait()
    try #require(run.code == 0, "\(run.words)")
    let drawn = try PNG.read(from: .path(folder.file("out.png")), depth: .sixteen).converted(to: .sixteen)
    var (sum, largest) = (0.0, 0.0)
    for column in 4..<width - 4 {
      let angle = Double.pi / Double(width - 1)
      let slope = depth * 0.5 * angle * cos(angle * Double(column))
      let shade = 200 * max(0, (0.8 - 0.6 * slope) / (1 + slope * slope).squareRoot())
      let byte = 8 * (10 * width + column)
      let value = Double(Int(drawn.bytes[byte]) + 256 * Int(drawn.bytes[byte + 1])) / 257
      (sum, largest) = (sum + (value - shade) * (value - shade), max(largest, abs(value - shade)))
    }
    let rms = (sum / Double(width - 8)).squareRoot()
    #expect(rms < 0.5 && largest < 1.5, "rms \(rms), largest \(largest)")
  }
}
