import Testing

@testable import GLRenderer
@testable import RenderGraph

/// A file of the program cache is either just the one that was written, or nothing.
struct ProgramEntryTests {
  private let entry = ProgramEntry(key: Array("driver, sources".utf8), format: 0x875F, binary: Array(0..<200))

  private func reads(_ file: [UInt8]) -> Bool { ProgramEntry(file: file, key: entry.key) != nil }

  @Test func readsWhatItWrites() {
    #expect(ProgramEntry(file: entry.file, key: entry.key) == entry)
    #expect(entry.file.count == 28 + entry.key.count + entry.binary.count)
  }

  /// Fowler, Noll and Vo's published value for "foobar" names the file, so that other builds find it.
  @Test func nameIsTheHashOfTheKey() {
    #expect(ProgramEntry.name(Array("foobar".utf8)) == "85944171f73967e8")
    #expect(ProgramEntry.name([]) == "cbf29ce484222325")
  }

  @Test func everyFlippedBitShows() {
    let file = entry.file
    for index in file.indices {
      for bit in 0..<8 {
        var damaged = file
        damaged[index] ^= 1 << bit
        #expect(!reads(damaged), "bit \(bit) of byte \(index)")
      }
    }
  }

  @Test func everyOtherLengthShows() {
    let file = entry.file
    for length in file.indices { #expect(!reads(Array(file[..<length]))) }
    #expect(!reads(file + [0]))
    #expect(ProgramEntry(file: [], key: []) == nil)
  }

  /// Also keys that begin or go on alike, with bytes moved over the border to the binary.
  @Test func anotherKeyIsAnotherProgram() {
    for key in ["driver, Sources", "driver, source", "driver, sources\0", ""] {
      #expect(ProgramEntry(file: entry.file, key: Array(key.utf8)) == nil)
    }
  }
}
