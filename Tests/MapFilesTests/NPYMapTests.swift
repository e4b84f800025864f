import ImageFiles
import MapFiles
import MeshTransform
import Testing

/// Arrays that NumPy has written.
struct NPYMapTests {
  @Test(arguments: ["little.npy", "big-fortran.npy", "planes.npy"])
  func typesOrdersAndShapesGiveTheSamePositions(name: String) throws {
    #expect(try Sample.read(name).isClose(to: Sample.map, within: 0))
  }

  @Test func aPairHoldsXAndY() throws {
    #expect(try Sample.read("x.npy", "y.npy").isClose(to: Sample.map, within: 0))
  }

  @Test func aGridOfPyTorchIsNormalized() throws {
    let overrides = MapOverrides(units: .ndc)
    #expect(try Sample.read("grid.npy", overrides: overrides).isClose(to: Sample.map, within: 1e-6))
  }

  @Test func numbersAreXThenYInPixelsFromTheTop() throws {
    let map = try MapFile.read([Sample.file("little.npy")])
    #expect(map.warnings.isEmpty)
    #expect(map.map.convention == MapConvention())
    // Column 3 of row 2.
    #expect(map.map.values[26..<28] == [4.25, 1.625])
  }

  @Test func minusAMillionAndNaNAreHoles() throws {
    let bytes = npy(
      "<f4", "(1, 3, 2)", ([-1_000_000, -1_000_000, .nan, 3, 2, 1] as [Float]).flatMap(\.littleBytes))
    let values = try readMap(bytes).values
    #expect(values[0..<4].allSatisfy(\.isNaN) && values[4..<6] == [2, 1])
  }

  @Test func numbersOfAPixelOrTwoAreProbablyNormalized() throws {
    let ramp = (0..<20).flatMap { (Float($0) / 20).littleBytes + Float(0.5).littleBytes }
    let bytes = npy("<f4", "(1, 20, 2)", ramp)
    let map = try MapFile.read([.memory(bytes, name: "m")])
    #expect(map.warnings == [.probablyNormalized(name: "m")])
    let stated = try MapFile.read([.memory(bytes, name: "m")], overrides: MapOverrides(units: .unit))
    #expect(stated.warnings.isEmpty)
  }

  @Test(arguments: [
    ("<i4", "(3, 5, 2)", "its values are <i4, not float32 or float64"),
    ("<f4", "(5,)", "its shape is (5)"),
    ("<f4", "(3, 5, 3)", "its shape is (3, 5, 3)"),
    ("<f4", "(4, 3, 5, 2)", "its shape is (4, 3, 5, 2)"),
    ("<f4", "(0, 5, 2)", "its shape is (0, 5, 2)"),
    ("<f4", "(-3, 5, 2)", "its shape is (-1, 5, 2)"),
    ("<f4", "(3, 5, 2)", "it ends in the middle of the values"),
    ("<f4", "(20000, 20000, 2)", "400000000 pixels, but the limit is 268435456"),
    ("<f8", "(2147483647, 2147483647, 2)", "limit is 32768 pixels per side"),
    ("<f4", "(99999999999999999999, 5, 2)", "its shape is (-1, 5, 2)"),
  ])
  func wrongArrays(type: String, shape: String, part: String) {
    expectFault(part) { () throws(MapFileError) in _ = try readMap(npy(type, shape, [1, 2, 3])) }
  }

  /// Limits so high that the numbers of bytes exceed those of `Int`.
  @Test func noSizeOverflows() {
    let limits = ImageLimits(side: .max, pixels: .max)
    for (type, part) in [("<f4", "it ends in the middle"), (">f8", "which need 9223372036854775807 bytes")] {
      for shape in ["(2147483647, 2147483647, 2)", "(1, 2147483647, 2147483647, 2)"] {
        expectFault(part) { () throws(MapFileError) in
          _ = try readMap(npy(type, shape, [1]), limits: limits)
        }
      }
    }
  }

  private func npy(_ type: String, _ shape: String, _ values: [UInt8]) -> [UInt8] {
    let header = Array("{'descr': '\(type)', 'fortran_order': False, 'shape': \(shape), }\n".utf8)
    return [0x93] + Array("NUMPY".utf8) + [1, 0, UInt8(header.count), 0] + header + values
  }
}

extension Float {
  var littleBytes: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: bitPattern >> (8 * $0)) } }
}

/// Expects one sentence that contains `part`.
func expectFault(
  _ part: String, location: SourceLocation = #_sourceLocation, _ read: () throws(MapFileError) -> Void
) {
  do throws(MapFileError) {
    try read()
    Issue.record("nothing was thrown", sourceLocation: location)
  } catch {
    #expect(
      error.description.contains(part) && !error.description.contains("\n"), "\(error)",
      sourceLocation: location)
  }
}
