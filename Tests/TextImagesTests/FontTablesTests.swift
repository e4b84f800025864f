import Foundation
import Testing

@testable import TextImages

/// Fonts that a library would read without end.
struct FontTablesTests {
  private static func bytes(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - $0))) }
  }

  /// A collection whose faces share one table of names, all of the same bytes.
  private static func collection(faces: Int, records: Int, length: Int) -> [UInt8] {
    let directory = 12 + 4 * faces
    let names = directory + 12 + 16
    var font = Array("ttcf".utf8) + bytes(0x10000, 4) + bytes(faces, 4)
    for _ in 0..<faces { font += bytes(directory, 4) }
    font += bytes(0x10000, 4) + bytes(1, 2) + [UInt8](repeating: 0, count: 6)
    font += Array("name".utf8) + bytes(0, 4) + bytes(names, 4) + bytes(6 + 12 * records, 4)
    font += bytes(0, 2) + bytes(records, 2) + bytes(6 + 12 * records, 2)
    for _ in 0..<records { font += [UInt8](repeating: 0, count: 8) + bytes(length, 2) + bytes(0, 2) }
    return font
  }

  private static func picture(_ width: Int, _ height: Int) -> [UInt8] {
    [0, 1, 0, 0, 0x89, 0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
      + bytes(width, 4) + bytes(height, 4)
  }

  @Test func sharedNamesCountForEachFace() throws {
    try FontTables.check(Self.collection(faces: 20, records: 10, length: 60_000), name: "a.ttc")
    for (faces, records, length) in [(200, 10, 60_000), (1, 300, 60_000), (250, 1500, 0)] {
      #expect(throws: TextError.namesTooLong(name: "a.ttc", limit: 16 << 20)) {
        try FontTables.check(Self.collection(faces: faces, records: records, length: length), name: "a.ttc")
      }
    }
  }

  @Test func picturesOfLetters() throws {
    try FontTables.check(Self.picture(2048, 2048), name: "a.ttf")
    #expect(throws: TextError.pictureTooLarge(name: "a.ttf", width: 20_000, height: 300, limit: 1 << 22)) {
      try FontTables.check(Self.picture(20_000, 300), name: "a.ttf")
    }
    #expect(
      throws: TextError.pictureTooLarge(
        name: "a.ttf", width: 0xFFFF_FFFF, height: 0x7FFF_FFFF, limit: 1 << 22)
    ) {
      try FontTables.check(Self.picture(0xFFFF_FFFF, 0x7FFF_FFFF), name: "a.ttf")
    }
  }

  /// Neither is expanded to be refused.
  @Test(arguments: ["wOFF", "wOF2"]) func compressedFonts(signature: String) {
    #expect(throws: TextError.unsupportedFont(name: "a.woff")) {
      try FontTables.check(Array(signature.utf8) + [UInt8](repeating: 1, count: 100), name: "a.woff")
    }
  }

  /// Any bytes, and the beginnings of a font, are read without a trap.
  @Test func damagedFonts() throws {
    let font = Array(
      try Data(contentsOf: URL(fileURLWithPath: "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")))
    try FontTables.check(font, name: "a.ttf")
    var numbers = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      var damaged = Array(font.prefix(Int.random(in: 0...600, using: &numbers)))
      for _ in 0..<5 where !damaged.isEmpty {
        damaged[Int.random(in: damaged.indices, using: &numbers)] = .random(in: 0...255, using: &numbers)
      }
      try? FontTables.check(damaged, name: "a.ttf")
    }
  }
}
