import ImageFiles
import MapFiles
import MeshTransform
import Testing

/// 16-bit PNGs that OpenCV has written.
struct PictureMapTests {
  /// The positions that an ST map of a picture of 8 pixels can hold: column 0 lies in it, at u = 0.03125.
  @Test func anSTMapHasItsOriginAtTheBottom() throws {
    let map = try Sample.read("st.png")
    // Half of one of 65,535 steps over 8 pixels.
    #expect(map.isClose(to: Sample.map, within: 8 / 65_535 / 2 + 1e-6))
  }

  @Test func alphaZeroIsAHoleUnlessItIsLeftOut() throws {
    #expect(try Sample.read("st.png")[2, 1] == nil)
    #expect(
      try Sample.read("st.png", overrides: MapOverrides(validity: MapConvention.Validity.none))[2, 1] != nil)
  }

  @Test func blueZeroIsAHole() {
    // The third channel of this file is 0 everywhere.
    expectFault("has no pixel with a position") { () throws(MapFileError) in
      _ = try MapFile.read([Sample.file("st.png")], overrides: MapOverrides(validity: .blue))
    }
  }

  @Test func theFlowOfKITTI() throws {
    let overrides = MapOverrides(units: .pixels, isRelative: true)
    #expect(overrides.convention(of: .png).validity == .blue)
    #expect(overrides.convention(of: .png).origin == .top)
    #expect(try Sample.read("kitti.png", overrides: overrides).isClose(to: Sample.map, within: 1 / 128))
  }

  @Test func eightBitsAreRefused() throws {
    let image = Image(size: PixelSize(2, 1), alpha: .opaque, bytes: [0, 0, 0, 255, 255, 0, 0, 255])
    let bytes = try PNG.encode(image).bytes
    expectFault("its channels have 8 bits; save it with 16") { () throws(MapFileError) in
      _ = try readMap(bytes)
    }
  }

  @Test(arguments: [
    MapOverrides(units: .ndc), MapOverrides(units: .ndcCorners), MapOverrides(isRelative: true),
  ])
  func conventionsThatNoPNGHolds(overrides: MapOverrides) {
    expectFault("a PNG cannot hold this map") { () throws(MapFileError) in
      _ = try MapFile.read([Sample.file("st.png")], overrides: overrides)
    }
  }

  @Test func damagedAndHugePNGs() throws {
    let bytes = try Sample.bytes("st.png")
    expectFault("ends in the middle") { () throws(MapFileError) in _ = try readMap(Array(bytes.prefix(60))) }
    expectFault("the limit is 4 pixels per side") { () throws(MapFileError) in
      _ = try readMap(bytes, limits: ImageLimits(side: 4))
    }
  }

  // MARK: EXR

  /// A file of the sample's ST map in some channels, and others of zeros.
  private func exr(
    _ x: String, _ y: String, also: [String] = [], valid: String? = nil, window: EXRFile.Window? = nil
  ) throws -> [UInt8] {
    let convention = MapFormat.exr.convention
    let numbers = MeasuredMap(Sample.map, picture: Sample.picture, convention: convention).values
    let data = EXRFile.Window(size: Sample.size)
    let names = [x, y] + [valid].compactMap(\.self) + also
    let samples = (0..<Sample.size.area).flatMap { pixel -> [Float] in
      let isHole = numbers[2 * pixel].isNaN
      let position = valid == nil || !isHole ? [numbers[2 * pixel], numbers[2 * pixel + 1]] : [0.5, 0.5]
      return position + (valid == nil ? [] : [isHole ? 0 : 1]) + also.map { _ in 0 }
    }
    return EXRFile(
      header: EXRFile.Header(
        dataWindow: data, displayWindow: window, channels: names.map { EXRFile.Header.Channel($0, .float) }),
      samples: samples
    ).encoded()
  }

  private func positions(_ bytes: [UInt8], _ overrides: MapOverrides = MapOverrides()) throws -> CoordinateMap
  {
    try readMap(bytes, overrides: overrides).coordinates(picture: Sample.picture)
  }

  @Test(arguments: [
    ("R", "G", []), ("r", "g", ["B", "A2"]), ("View Layer.UV.U", "View Layer.UV.V", ["R", "G", "B"]),
    ("U", "V", ["X", "Y"]), ("st.R", "st.G", ["Z"]), ("x", "y", []),
  ])
  func anEXRHasXInRedOrU(x: String, y: String, also: [String]) throws {
    #expect(try positions(exr(x, y, also: also)).isClose(to: Sample.map, within: 1e-6))
  }

  @Test func aHoleOfAnEXRIsNaNOrHasNoAlpha() throws {
    #expect(try positions(exr("R", "G")).isClose(to: Sample.map, within: 1e-6))
    #expect(try positions(exr("R", "G", valid: "A")).isClose(to: Sample.map, within: 1e-6))
    // Blender's UV pass has its mask as the third channel.
    let pass = try exr("Layer.UV.U", "Layer.UV.V", also: ["Layer.Combined.A"], valid: "Layer.UV.A")
    #expect(try positions(pass).isClose(to: Sample.map, within: 1e-6))
    let blue = try exr("R", "G", also: ["A"], valid: "B")
    #expect(try positions(blue, MapOverrides(validity: .blue)).isClose(to: Sample.map, within: 1e-6))
  }

  @Test func anEXRIsItsDisplayWindow() throws {
    let window = EXRFile.Window(x: 3, y: -1, size: PixelSize(4, 3))
    let map = try positions(exr("R", "G", window: window))
    #expect(map.size == PixelSize(4, 3))
    let expected = Sample.position(4, 1)
    #expect(map[1, 2].map { abs($0.x - expected.x) + abs($0.y - expected.y) < 1e-5 } == true)
    #expect(map[0, 0] == nil && map[2, 1] == nil)
  }

  @Test func wrongEXRs() throws {
    let bytes = try exr("R", "G")
    expectFault("ends in the middle") { () throws(MapFileError) in _ = try readMap(Array(bytes.dropLast(20)))
    }
    let gray = try exr("Z", "depth")
    expectFault("R and G") { () throws(MapFileError) in _ = try readMap(gray) }
    let window = try exr("R", "G", window: EXRFile.Window(size: PixelSize(100_000, 100_000)))
    expectFault("the limit is 32768 pixels per side") { () throws(MapFileError) in _ = try readMap(window) }
  }
}
