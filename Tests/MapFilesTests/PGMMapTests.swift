import ImageFiles
import MapFiles
import MeshTransform
import Testing

/// Pairs of Portable Graymaps, written here by the format's description.
struct PGMMapTests {
  private func read(
    _ x: String, _ y: String, overrides: MapOverrides = MapOverrides()
  ) throws(MapFileError) -> MeasuredMap {
    try MapFile.read(
      [.memory(Array(x.utf8), name: "x"), .memory(Array(y.utf8), name: "y")], overrides: overrides
    ).map
  }

  @Test func textHoldsColumnsAndRows() throws {
    let map = try read("P2\n# columns\n3 2\n65535\n0 1 2\n3 4 65535\n", "P2 3 2 65535 7 7 7 8 8 8")
    #expect(map.size == PixelSize(3, 2) && map.convention == MapConvention())
    #expect(map.values[0..<10] == [0, 7, 1, 7, 2, 7, 3, 8, 4, 8])
    #expect(map.values[10].isNaN && map.values[11].isNaN)
  }

  @Test func sixteenBitsHaveTheHighByteFirst() throws {
    let head = Array("P5\n2 1\n65535\n".utf8)
    let files = [head + [1, 2, 255, 255], head + [0, 9, 255, 255]]
    let map = try MapFile.read(files.map { .memory($0, name: "m") }).map
    #expect(map.values[0..<2] == [258, 9] && map.values[2..<4].allSatisfy(\.isNaN))
  }

  @Test func numbersOfSmallerFilesAreNotScaled() throws {
    let files = ["P5 2 1 255\n", "P5 2 1 1000\n"].map { Array($0.utf8) }
    let map = try MapFile.read([
      .memory(files[0] + [3, 255], name: "x"), .memory(files[1] + [0, 4, 3, 232], name: "y"),
    ]).map
    #expect(map.values == [3, 4, 255, 1000])
  }

  @Test func smoothedStepsStayWithinHalfAPixel() throws {
    // A slope of 1/10: steps of ten pixels.
    let (width, height) = (100, 20)
    let x = (0..<width * height).map { String($0 % width / 10) }.joined(separator: " ")
    let y = (0..<width * height).map { String($0 / width) }.joined(separator: " ")
    let head = "P2 \(width) \(height) 65535 "
    let smooth = try MapFile.read(
      [.memory(Array((head + x).utf8), name: "x"), .memory(Array((head + y).utf8), name: "y")],
      overrides: MapOverrides(smoothsIntegerSteps: true))
    #expect(smooth.warnings == [.smoothedIntegerSteps(name: "x")])
    var steepest: Float = 0
    for row in 0..<height {
      for column in 0..<width {
        let at = 2 * (row * width + column)
        let rounded = Float(column / 10)
        #expect(abs(smooth.map.values[at] - rounded) <= 0.5)
        #expect(smooth.map.values[at + 1] == Float(row))
        if column > 0 { steepest = max(steepest, abs(smooth.map.values[at] - smooth.map.values[at - 2])) }
      }
    }
    // Steps of a whole pixel became a slope of about a tenth.
    #expect(steepest < 0.2)
  }

  @Test func fractionsAreNotSmoothed() throws {
    let map = try MapFile.read(
      [Sample.file("little.npy")], overrides: MapOverrides(smoothsIntegerSteps: true))
    #expect(map.warnings.contains(where: { if case .noIntegerSteps = $0 { true } else { false } }))
    #expect(map.map.coordinates(picture: Sample.picture).isClose(to: Sample.map, within: 0))
  }

  @Test(arguments: [
    ("P2 3 2 65535 0 1 2 3 4", "P2 3 2 65535 0 1 2 3 4 5", "its number 6 of 6 is missing"),
    ("P2 1 1 65535 65536", "P2 1 1 65535 0", "is missing or above 65535"),
    ("P2 2 1 255 0 1", "P2 1 2 255 0 1", "x is 2x1 pixels, but y is 1x2"),
    ("P5 3 2 65535\nabc", "P5 3 2 65535\nabc", "it ends in the middle"),
    ("P2 0 2 255 1", "P2 0 2 255 1", "its header has no width"),
    ("P2 3 2 65536 1", "P2 3 2 65536 1", "its header has no width"),
    ("P2 20000 20000 255 1", "P2 1 1 255 1", "the limit is 268435456"),
    ("P2 1 1 65535 65535", "P2 1 1 65535 65535", "has no pixel with a position"),
  ])
  func wrongPairs(x: String, y: String, part: String) {
    expectFault(part) { () throws(MapFileError) in _ = try read(x, y) }
  }

  @Test func onePGMIsHalfAMap() {
    expectFault("name both files, as in map:x.pgm+y.pgm") { () throws(MapFileError) in
      _ = try readMap(Array("P2 1 1 255 1".utf8))
    }
    expectFault("x and y, and another file is named") { () throws(MapFileError) in
      _ = try MapFile.read([Sample.file("little.npy"), Sample.file("little.npy")])
    }
    expectFault("use two files of one format") { () throws(MapFileError) in
      _ = try MapFile.read([Sample.file("x.npy"), .memory(Array("P2 1 1 255 1".utf8), name: "y")])
    }
  }
}
