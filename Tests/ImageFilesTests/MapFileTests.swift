import ImageFiles
import MeshTransform
import Testing

/// Maps as bytes, decoded in the test; Scripts/check-maps.sh reads them with other programs.
struct MapFileTests {
  private static let map = CoordinateMap(
    size: PixelSize(3, 2),
    values: [0, 0, 1.4, 0.6, .nan, .nan, 2.5, 1.5, -0.4, 300.2, 70_000, 1])

  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test func npyIsLittleEndianFloatsBehindAPaddedHeader() throws {
    try NPY.write(Self.map, outside: -7, to: .path(folder.file("m.npy")))
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
    try PGM.write(
      Self.map, into: PixelSize(400, 301), x: .path(folder.file("x.pgm")), y: .path(folder.file("y.pgm")))
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
    #expect(throws: OutputFileError.self) {
      try PGM.write(
        Self.map, into: PixelSize(4, 4), x: .path(folder.file("x.pgm")), y: .path(folder.file("none/y.pgm")))
    }
    #expect(folder.entries == ["none"])
  }
}
