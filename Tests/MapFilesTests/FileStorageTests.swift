import ImageFiles
import MapFiles
import MeshTransform
import Testing

/// Files that OpenCV 5.0 has written, and such that it has not.
struct FileStorageTests {
  @Test(arguments: [
    "floats.yml", "floats.json", "floats.xml", "base64.yml", "base64.json", "base64.xml", "pairs.yml",
  ])
  func everySyntaxGivesTheSamePositions(name: String) throws {
    #expect(try Sample.read(name).isClose(to: Sample.map, within: 0))
  }

  /// `convertMaps` rounds to 1/32 of a pixel, which the positions are multiples of.
  @Test func fixedPointHasFractionsOf32() throws {
    let map = try Sample.read("fixed.yml")
    for row in 0..<3 {
      for column in 0..<5 where column != 2 || row != 1 {
        #expect(map[column, row] == Sample.position(column, row))
      }
    }
    #expect(map[2, 1] == [-8, -8])
  }

  private func read(_ text: String) throws(MapFileError) -> MeasuredMap {
    try readMap(Array(("%YAML:1.0\n---\n" + text).utf8))
  }

  private func matrix(_ key: String, _ rows: String, _ columns: String, _ type: String, _ data: String)
    -> String
  {
    "\(key): !!opencv-matrix\n   rows: \(rows)\n   cols: \(columns)\n   dt: \(type)\n   data: [ \(data) ]\n"
  }

  @Test func numbersOfEverySpelling() throws {
    let map = try read(matrix("m", "1", "4", "\"2f\"", "1, -2., .5, 1e-2, 1.25E+1,\n 16777217, .Nan, -.Inf"))
    #expect(map.values[0..<6] == [1, -2, 0.5, 0.01, 12.5, 16_777_216])
    #expect(map.values[6].isNaN && map.values[7].isNaN)
  }

  @Test(arguments: ["map", "mapx mapy", "Map_X MAP_Y", "a b"])
  func keysOfPairs(keys: String) throws {
    let names = keys == "map" ? ["map1", "map2"] : keys.split(separator: " ").map(String.init)
    let (x, y) = (matrix(names[0], "1", "2", "f", "1, 2"), matrix(names[1], "1", "2", "f", "3, 4"))
    #expect(try read(x + y).values == [1, 3, 2, 4])
    // Names decide the order where they are known.
    if keys != "a b" { #expect(try read(y + x).values == [1, 3, 2, 4]) }
  }

  @Test func wholePixelsAlone() throws {
    #expect(try read(matrix("map1", "1", "2", "\"2s\"", "1, 2, -3, 4")).values == [1, 2, -3, 4])
  }

  @Test func wrongFiles() {
    let one = matrix("map1", "1", "2", "f", "1, 2")
    for (text, part) in [
      ("a: 3\n", "it has no matrix"),
      (one, "its matrices are CV_32FC1; write CV_32FC1 and CV_32FC1"),
      (one + matrix("map2", "2", "1", "f", "1, 2"), "differ in size"),
      (one + matrix("map2", "1", "2", "f", "1"), "map2 has fewer numbers than 2x1 pixels"),
      (matrix("m", "0", "2", "f", "1"), "its matrix m has no number of rows"),
      (matrix("m", "1", "x", "f", "1"), "its matrix m has no number of cols"),
      (matrix("m", "1", "1", "q", "1"), "its matrix m has no known dt"),
      (matrix("m", "1", "1", "9999999f", "1"), "its matrix m has no known dt"),
      (matrix("m", "20000", "20000", "\"2f\"", "1, 2"), "the limit is 268435456"),
      (matrix("m", "10000", "10000", "\"2f\"", "1, 2"), "m has fewer numbers than 10000x10000 pixels"),
      (matrix("m", "1", "2", "\"2f\"", ".Nan, 1, 2, .Nan"), "has no pixel with a position"),
      ("m: !!opencv-matrix\n   rows: 1\n", "its matrix m has no number of cols"),
      ("m: !!opencv-matrix\n rows: 1\n cols: 1\n dt: f\n", "its matrix m has no data"),
    ] {
      expectFault(part) { () throws(MapFileError) in _ = try read(text) }
    }
  }

  @Test func base64ThatEndsEarly() throws {
    let bytes = try Sample.bytes("base64.json")
    let text = String(decoding: bytes, as: UTF8.self)
    let cut = try #require(text.firstRange(of: "$base64$")?.upperBound)
    let end = try #require(text[cut...].firstIndex(of: "\""))
    expectFault("map1 has fewer numbers than 5x3 pixels") { () throws(MapFileError) in
      _ = try readMap(Array((text[..<cut] + "MWYg" + text[end...]).utf8))
    }
  }
}
