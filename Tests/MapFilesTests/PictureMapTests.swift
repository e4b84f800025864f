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
}
