import ImageFiles
import MapFiles
import MeshTransform
import Testing

/// Maps as bytes, decoded in the test; Scripts/check-maps.sh reads them with other programs.
struct WriterTests {
  private static let map = CoordinateMap(
    size: PixelSize(3, 2),
    values: [0, 0, 1.4, 0.6, .nan, .nan, 2.5, 1.5, -0.4, 300.2, 70_000, 1])

  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test func npyIsLittleEndianFloatsBehindAPaddedHeader() throws {
    try MapFile.write(
      Self.map, picture: PixelSize(4, 4), .npy, outside: -7, to: [.path(folder.file("m.npy"))])
    let bytes = try InputFile.path(folder.file("m.npy")).readAll(limit: 1000)
    #expect(Array(bytes[0..<8]) == [0x93, 0x4E, 0x55, 0x4D, 0x50, 0x59, 1, 0])
    let length = Int(bytes[8]) + 256 * Int(bytes[9])
    #expect((10 + length) % 64 == 0 && bytes[9 + length] == 0x0A)
    let header = String(decoding: bytes[10..<10 + length], as: UTF8.self)
    #expect(header.hasPrefix("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3, 2), }"))
    let floats = stride(from: 10 + length, to: bytes.count, by: 4).map { start in
      Float(bitPattern: bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) })
    }
    #expect(floats == [0, 0, 1.4, 0.6, -7, -7, 2.5, 1.5, -0.4, 300.2, 70_000, 1])
  }

  @Test func pgmIsTheNearestPixelWithTheHighByteFirst() throws {
    try MapFile.write(
      Self.map, picture: PixelSize(400, 301), .pgm,
      to: [.path(folder.file("x.pgm")), .path(folder.file("y.pgm"))])
    let head = Array("P5\n3 2\n65535\n".utf8)
    func numbers(_ name: String) throws -> [Int] {
      let bytes = try InputFile.path(folder.file(name)).readAll(limit: 1000)
      #expect(Array(bytes.prefix(head.count)) == head)
      return stride(from: head.count, to: bytes.count, by: 2).map {
        256 * Int(bytes[$0]) + Int(bytes[$0 + 1])
      }
    }
    #expect(try numbers("x.pgm") == [0, 1, 65535, 3, 0, 65535])
    #expect(try numbers("y.pgm") == [0, 1, 65535, 2, 300, 65535])
  }

  /// If the second file cannot be created, the first one does not exist either.
  @Test func aPairIsThereOrNot() throws {
    try OutputFile.path(folder.file("none")).write([1])
    #expect(throws: MapFileError.self) {
      try MapFile.write(
        Self.map, picture: PixelSize(4, 4), .pgm,
        to: [.path(folder.file("x.pgm")), .path(folder.file("none/y.pgm"))])
    }
    #expect(folder.entries == ["none"])
  }

  private func write(
    _ map: CoordinateMap, _ format: MapFormat, _ convention: MapConvention? = nil, to name: String,
    bands: [Range<Int>]? = nil
  ) throws {
    let writer = try MapWriter(
      format, size: map.size, picture: Sample.picture, convention: convention,
      to: files(name, format).map { .path($0) })
    for rows in bands ?? [0..<map.size.height] {
      let values = map.values[2 * map.size.width * rows.lowerBound..<2 * map.size.width * rows.upperBound]
      try writer.append(CoordinateMap(size: PixelSize(map.size.width, rows.count), values: Array(values)))
    }
    try writer.commit()
  }

  private func files(_ name: String, _ format: MapFormat) -> [String] {
    format == .pgm
      ? ["x", "y"].map { folder.file(name + $0 + ".pgm") } : [folder.file(name + format.endings[0])]
  }

  private func read(_ name: String, _ format: MapFormat, _ convention: MapConvention) throws -> CoordinateMap
  {
    let overrides = MapOverrides(
      units: convention.units, origin: convention.origin, isRelative: convention.isRelative,
      validity: convention.validity)
    return try MapFile.read(files(name, format).map { .path($0) }, overrides: overrides).map
      .coordinates(picture: Sample.picture)
  }

  /// Conventions that hold any position, with the error of a Float of 0...8.
  @Test(arguments: MapConvention.Units.allCases, MapConvention.Origin.allCases)
  func floatsOfEveryConventionComeBack(units: MapConvention.Units, origin: MapConvention.Origin) throws {
    for isRelative in [false, true] {
      let convention = MapConvention(units: units, origin: origin, isRelative: isRelative)
      try write(Sample.map, .npy, convention, to: "m")
      #expect(try read("m", .npy, convention).isClose(to: Sample.map, within: 4e-6))
    }
  }

  @Test(arguments: [MapFormat.npy, .openCV, .flo])
  func floatsOfPixelsComeBackBitForBit(format: MapFormat) throws {
    try write(Sample.map, format, to: "m")
    #expect(try read("m", format, format.convention).isClose(to: Sample.map, within: 0))
  }

  @Test(arguments: MapConvention.Validity.allCases)
  func anEXRComesBack(validity: MapConvention.Validity) throws {
    let convention = MapConvention(units: .unit, origin: .bottom, validity: validity)
    try write(Sample.map, .exr, convention, to: "m")
    #expect(try read("m", .exr, convention).isClose(to: Sample.map, within: 1e-6))
    let pixels = MapConvention(validity: validity)
    try write(Sample.map, .exr, pixels, to: "p")
    #expect(try read("p", .exr, pixels).isClose(to: Sample.map, within: 0))
  }

  @Test func aPNGComesBackWithinHalfAStep() throws {
    for validity in [MapConvention.Validity.alpha, .blue] {
      let convention = MapConvention(units: .unit, origin: .bottom, validity: validity)
      try write(Sample.map, .png, convention, to: "m")
      #expect(try read("m", .png, convention).isClose(to: Sample.map, within: 8 / 65_535 / 2 + 1e-6))
    }
    let flow = MapConvention(isRelative: true, validity: .blue)
    try write(Sample.map, .png, flow, to: "flow")
    #expect(try read("flow", .png, flow).isClose(to: Sample.map, within: 0))
  }

  @Test func aPNGLeavesOutPositionsOutsideThePicture() throws {
    let map = CoordinateMap(size: PixelSize(3, 1), values: [-0.5, 0, 7.5, 3, -0.6, 1])
    try write(map, .png, to: "m")
    let back = try read("m", .png, MapFormat.png.convention)
    #expect(back[0, 0] != nil && back[1, 0] != nil && back[2, 0] == nil)
  }

  @Test func aPairComesBackRounded() throws {
    try write(Sample.map, .pgm, to: "m")
    let back = try read("m", .pgm, MapConvention())
    for row in 0..<3 {
      for column in 0..<5 where column != 2 || row != 1 {
        #expect(back[column, row] == Sample.position(column, row).rounded(.toNearestOrAwayFromZero))
      }
    }
    #expect(back[2, 1] == nil)
  }

  @Test(arguments: MapFormat.allCases)
  func bandsGiveTheBytesOfTheWhole(format: MapFormat) throws {
    try write(Sample.map, format, to: "whole")
    try write(Sample.map, format, to: "bands", bands: [0..<1, 1..<3])
    for (whole, bands) in zip(files("whole", format), files("bands", format)) {
      #expect(try InputFile.path(whole).readAll() == InputFile.path(bands).readAll())
    }
  }

  @Test func jsonHoldsTheSameMatrices() throws {
    try MapFile.write(
      Sample.map, picture: Sample.picture, .openCV, to: [.path(folder.file("m.json"))])
    let map = try MapFile.read([.path(folder.file("m.json"))]).map
    #expect(map.coordinates(picture: Sample.picture).isClose(to: Sample.map, within: 0))
  }

  @Test(arguments: [
    (MapFormat.pgm, MapConvention(units: .unit), "a PGM cannot hold this map: its readers expect pixels"),
    (.openCV, MapConvention(isRelative: true), "an OpenCV file cannot hold this map"),
    (.flo, MapConvention(), "a FLO cannot hold this map"),
    (.png, MapConvention(units: .ndc), "a PNG cannot hold this map"),
  ])
  func conventionsThatAFormatCannotHold(format: MapFormat, convention: MapConvention, part: String) {
    expectFault(part) { () throws(MapFileError) in
      let files = files("m", format).map { OutputFile.path($0) }
      _ = try MapWriter(
        format, size: Sample.size, picture: Sample.picture, convention: convention, to: files)
    }
    #expect(folder.entries == [])
  }

  @Test func aPGMHasNoColumnBeyond65535() {
    expectFault("has values up to 65535") { () throws(MapFileError) in
      _ = try MapWriter(
        .pgm, size: Sample.size, picture: PixelSize(70_000, 2), to: files("m", .pgm).map { .path($0) })
    }
  }
}
