import ImageFiles
import MapFiles
import MeshTransform
import Testing

/// Passes as files, read back by this package's readers of other formats, and as bytes.
struct PassWriterTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func write(
    _ passes: [PicturePass], _ format: PassFormat, _ values: [[Double]], to name: String, steps: Double = 64
  ) throws {
    let writer = try PassWriter(
      passes, format, size: PixelSize(2, 2), stepsPerPoint: steps, to: .path(folder.file(name)))
    let rows = values.map { [Array($0[..<($0.count / 2)]), Array($0[($0.count / 2)...])] }
    for row in 0..<2 { try writer.append(rows.map { $0[row] }) }
    #expect(!folder.entries.contains(name))
    try writer.commit()
  }

  private func npy(_ name: String) throws -> (header: String, words: [UInt32]) {
    let bytes = try InputFile.path(folder.file(name)).readAll(limit: 10_000)
    let length = 10 + Int(bytes[8]) + 256 * Int(bytes[9])
    let words = stride(from: length, to: bytes.count, by: 4).map { start in
      bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    return (String(decoding: bytes[10..<length], as: UTF8.self), words)
  }

  @Test func npyHasFloatsOrWholeNumbers() throws {
    try write([.depth], .npy, [[1.5, .nan, -2, 0]], to: "depth.npy")
    let depth = try npy("depth.npy")
    #expect(depth.header.hasPrefix("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), }"))
    let floats = depth.words.map { Float(bitPattern: $0) }
    #expect(floats[0] == 1.5 && floats[1].isNaN && floats[2] == -2 && floats[3] == 0)
    try write([.face], .npy, [[0, -1, 33_554_431, 7]], to: "face.npy")
    let face = try npy("face.npy")
    #expect(face.header.hasPrefix("{'descr': '<i4', 'fortran_order': False, 'shape': (2, 2), }"))
    #expect(face.words.map { Int32(bitPattern: $0) } == [0, -1, 33_554_431, 7])
    try write([.uv], .npy, [[0, 1, 0.25, 0.5, .nan, .nan, 1, 1]], to: "uv.npy")
    #expect(try npy("uv.npy").header.contains("(2, 2, 2)"))
  }

  @Test func exrHasAChannelForEachNumberOfEachPass() throws {
    try write(
      [.depth, .layer, .uv], .exr, [[1, 2, 3, .nan], [0, 1, 2, -1], [0, 1, 2, 3, 4, 5, 6, 7]], to: "t.exr")
    let file = try EXRFile.read(from: .path(folder.file("t.exr")))
    #expect(file.header.channels.map(\.name) == ["depth.Z", "layer.ID", "uv.U", "uv.V"])
    #expect(file.header.channels.allSatisfy { $0.type == .float })
    #expect(file.samples(of: "uv.V") == [1, 3, 5, 7] && file.samples(of: "layer.ID") == [0, 1, 2, -1])
    #expect(file.samples(of: "depth.Z")?[3].isNaN == true)
  }

  @Test func pngHasNumbersByTheStatedScale() throws {
    try write([.depth], .png, [[0, 1.5, -512, .nan]], to: "depth.png")
    #expect(try PNG.readHeader(from: .path(folder.file("depth.png"))).colorType == .gray)
    #expect(try numbers("depth.png", channel: 0) == [32_768, 32_864, 0, 0])
    try write([.layer], .png, [[0, 41, -1, 65_534]], to: "layer.png")
    #expect(try numbers("layer.png", channel: 0) == [1, 42, 0, 65_535])
    try write([.normal], .png, [[0, 0, 1, -1, 0, 0, .nan, .nan, .nan, 0, 1, 0]], to: "normal.png")
    #expect(try numbers("normal.png", channel: 0) == [32_768, 1, 0, 32_768])
    #expect(try numbers("normal.png", channel: 2) == [65_535, 32_768, 0, 32_768])
    #expect(try numbers("normal.png", channel: 3) == [65_535, 65_535, 0, 65_535])
  }

  private func numbers(_ name: String, channel: Int) throws -> [UInt16] {
    let image = try PNG.read(from: .path(folder.file(name)), depth: .sixteen)
    #expect(image.depth == .sixteen)
    return image.bytes.withUnsafeBytes { bytes in
      (0..<image.size.area).map {
        bytes.loadUnaligned(fromByteOffset: 8 * $0 + 2 * channel, as: UInt16.self)
      }
    }
  }

  /// KITTI's flow and Middlebury's, as the readers of maps read them: positions, which are the pixels plus the motion.
  @Test(arguments: [PassFormat.png, .flo])
  func motionIsAFlow(format: PassFormat) throws {
    let name = "motion.\(format.rawValue)"
    try write([.motion], format, [[1, 0, -0.5, 2, .nan, .nan, 300.25, -300]], to: name)
    var overrides = MapOverrides()
    if format == .png { overrides = MapOverrides(units: .pixels, isRelative: true) }
    let map = try MapFile.read([.path(folder.file(name))], overrides: overrides).map
    #expect(map.values.prefix(4) == [1, 0, -0.5, 2] && map.values[4].isNaN)
    #expect(Array(map.values.suffix(2)) == [300.25, -300])
  }

  @Test func numbersBeyondSixteenBitsAreRefused() throws {
    for (pass, value, words) in [
      (PicturePass.depth, 600.0, "--depth-steps"), (.distance, .infinity, "infinite"),
      (.motion, 513, "motion is 513.0"), (.face, 65_535, "NPY or EXR"),
    ] {
      let count = pass.channels.count
      let error = #expect(throws: PassFileError.self) {
        try write([pass], .png, [[Double](repeating: value, count: 4 * count)], to: "x.png")
      }
      #expect(error?.description.contains(words) == true, "\(String(describing: error))")
      #expect(folder.entries.isEmpty)
    }
    try write([.depth], .png, [[600, 0, 0, 0]], to: "y.png", steps: 8)
    #expect(try numbers("y.png", channel: 0)[0] == 32_768 + 4800)
    #expect(PassFormat.allCases.allSatisfy { $0.holds(.motion) } && !PassFormat.png.holds(.position))
  }
}
