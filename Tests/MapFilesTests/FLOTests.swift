import ImageFiles
import MapFiles
import MeshTransform
import Testing

/// Middlebury's optical flow.
struct FLOTests {
  @Test func aFlowOfOpenCVIsRelative() throws {
    let map = try Sample.read("flow.flo")
    #expect(map.isClose(to: Sample.map, within: 0))
  }

  private func flo(_ width: UInt8, _ height: UInt8, _ values: [Float]) -> [UInt8] {
    Array("PIEH".utf8) + [width, 0, 0, 0, height, 0, 0, 0] + values.flatMap(\.littleBytes)
  }

  @Test func aBillionIsUnknown() throws {
    let values = try readMap(flo(3, 1, [1e9, 0, 0, -1e10, 999_999_936, 1])).values
    #expect(values[0..<4].allSatisfy(\.isNaN) && values[4..<6] == [999_999_936, 1])
  }

  @Test func wrongFiles() {
    for (bytes, part) in [
      (flo(2, 1, [1, 2, 3]), "it ends in the middle"),
      (Array("PIEH".utf8), "it ends in the middle"),
      (flo(0, 1, []), "its header has the size 0x1"),
      (Array("PIEH".utf8) + [UInt8](repeating: 255, count: 8), "has the size"),
      (Array("PIEH".utf8) + [0, 0, 1, 0, 0, 0, 1, 0], "the limit is 32768 pixels per side"),
      (flo(1, 1, [.infinity, 0]), "has no pixel with a position"),
    ] {
      expectFault(part) { () throws(MapFileError) in _ = try readMap(bytes) }
    }
  }
}
