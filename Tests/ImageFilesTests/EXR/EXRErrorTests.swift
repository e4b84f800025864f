import MeshTransform
import Testing

@testable import ImageFiles

@Suite("EXR files that cannot be read")
struct EXRErrorTests {
  private func error(_ bytes: [UInt8], _ limits: ImageLimits = .standard) throws -> String {
    let error = #expect(throws: ImageFileError.self) {
      try EXRFile.read(from: .memory(bytes, name: "in.exr"), limits: limits)
    }
    return try #require(error).description
  }

  /// A fixture with other bytes at the value of an attribute, or at another place.
  private func changed(_ name: String, _ attribute: String, _ value: [UInt8], at offset: Int = 0) throws
    -> [UInt8]
  {
    var bytes = try EXRFileTests.bytes(name)
    let key = Array(attribute.utf8) + [0]
    let start = try #require((0..<bytes.count).first { bytes[$0...].starts(with: key) })
    let type = bytes[(start + key.count)...].firstIndex(of: 0)!
    bytes.replaceSubrange(type + 5 + offset..<type + 5 + offset + value.count, with: value)
    return bytes
  }

  @Test(arguments: zip(4...11, ["PIZ", "PXR24", "B44", "B44A", "DWAA", "DWAB", "HTJ2K256", "HTJ2K32"]))
  func otherCompressionsAreConverted(_ number: Int, _ name: String) throws {
    #expect(
      try error(changed("zip", "compression", [UInt8(number)]))
        == "in.exr is an EXR with the compression \(name), which is not read; convert it: "
        + "oiiotool in.exr --compression zip --scanline -o out.exr")
  }

  /// The flags of the second byte of the version field.
  @Test(arguments: [
    (
      0x02,
      "in.exr is an EXR of tiles, which are not read; convert it to scan lines: oiiotool in.exr --compression zip"
    ),
    (
      0x08, "in.exr is a deep EXR, which is not read; flatten it: oiiotool in.exr --flatten --compression zip"
    ),
    (
      0x10,
      "in.exr is an EXR of several parts, which are not read; extract one of them, here the first: oiiotool in.exr --subimage 0"
    ),
    (0x40, "in.exr is a damaged EXR (its version field has unknown flags)"),
  ])
  func otherKindsAreConverted(_ flag: Int, _ sentence: String) throws {
    var bytes = try EXRFileTests.bytes("zip")
    bytes[5] = UInt8(flag)
    #expect(try error(bytes).hasPrefix(sentence))
  }

  @Test func typesOfPartsCountToo() throws {
    #expect(try error(changed("zip", "type", Array("tiledimage".utf8))).contains("(") == false)
    #expect(try error(changed("zip", "type", Array("deepscanline".utf8))).contains("deep EXR"))
  }

  @Test func channelsHaveASampleForEachPixel() throws {
    // "A", a zero, type, flags, then the sampling along x.
    let bytes = try changed("zip", "channels", [2], at: 2 + 8)
    #expect(try error(bytes).hasPrefix(#"in.exr is an EXR whose channel "A" has fewer samples than pixels"#))
    #expect(
      try error(changed("zip", "channels", [3], at: 2))
        == "in.exr is a damaged EXR (the channel A has the type 3); export or copy it again")
    #expect(
      try error(changed("zip", "channels", Array("A".utf8), at: 18))
        == "in.exr is a damaged EXR (two channels have the same name); export or copy it again")
    #expect(
      try error(changed("zip", "channels", [0xFF]))
        == "in.exr is a damaged EXR (the name \u{FFFD} of a channel is not UTF-8); export or copy it again")
    #expect(
      try error(changed("zip", "channels", [0]))
        == "in.exr is a damaged EXR (it has no channels); export or copy it again")
  }

  @Test func otherFilesAreNamed() throws {
    #expect(try error(Array("hello there".utf8)) == "in.exr is not an OpenEXR file but looks like text")
    #expect(try error([1, 2, 3]) == "in.exr is not an OpenEXR file: its signature is unknown")
    #expect(try error([]) == "in.exr is empty; expected a PNG, JPEG or WebP picture")
    let missing = #expect(throws: ImageFileError.self) { try EXRFile.read(from: .path("/none.exr")) }
    #expect(missing == .input(.missing(name: "/none.exr")))
  }

  @Test(arguments: ["none", "rle", "zip"])
  func everyTruncationIsASentence(_ name: String) throws {
    let bytes = try EXRFileTests.bytes(name)
    for count in 4..<bytes.count {
      #expect(
        try error(Array(bytes[..<count]))
          == "in.exr ends in the middle of the picture; the EXR is incomplete, copy it again", "\(count)")
    }
  }

  @Test func tablesOfBlocksAreChecked() throws {
    let bytes = try EXRFileTests.bytes("zips")
    let table = try EXRFileTests.table(of: bytes, count: 17)
    let entry = table[0] - 8 * 17
    func error(_ words: [UInt8], at place: Int) throws -> String {
      var bytes = bytes
      bytes.replaceSubrange(place..<place + words.count, with: words)
      return try self.error(bytes)
    }
    let wrong = "in.exr is a damaged EXR (its table of blocks is wrong); export or copy it again"
    let ended = "in.exr ends in the middle of the picture; the EXR is incomplete, copy it again"
    #expect(try error([0, 0, 0, 0, 0, 0, 0, 0], at: entry + 16) == ended)  // never finished
    #expect(try error([1, 0], at: entry + 16) == wrong)  // in the header
    #expect(try error(Array(repeating: 255, count: 8), at: entry + 16) == ended)
    // The place of the line above.
    #expect(try error([UInt8(table[0] & 255), UInt8(table[0] >> 8)], at: entry + 8) == wrong)
    #expect(
      try error([255, 255, 255, 127], at: table[3] + 4).contains("the block of line 3 has 2147483647 bytes"))
    #expect(try error([0, 0, 0, 0], at: table[3] + 4).contains("the block of line 3 cannot be decoded"))
    var damaged = try EXRFileTests.bytes("zip")
    damaged[try EXRFileTests.table(of: damaged, count: 2)[0] + 8] = 0x55
    #expect(try self.error(damaged).contains("the block of line 0 cannot be decoded"))
  }

  @Test func runsAreChecked() {
    for packed: [UInt8] in [[], [3], [253, 1, 2], [9, 7], [1, 7, 1, 7, 1, 7], [128, 1]] {
      #expect(EXRBlock.unpack(packed, .rle, count: 5) == nil, "\(packed)")
    }
    #expect(EXRBlock.unpack([3, 128], .rle, count: 4) == [128, 128, 128, 128])
  }

  @Test func windowsAreChecked() throws {
    let empty: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 4, 0, 0, 0]
    #expect(
      try error(changed("zip", "dataWindow", empty))
        == "in.exr is a damaged EXR (its dataWindow is from 0, 0 to -1, 4); export or copy it again")
    let giant: [UInt8] = [0, 0, 0, 128, 0, 0, 0, 128, 255, 255, 255, 127, 255, 255, 255, 127]
    #expect(
      try error(changed("zip", "dataWindow", giant))
        == "in.exr is 4294967296x4294967296 pixels, but the limit is 32768 pixels per side; scale it down")
    // A header cannot demand more than the file can hold.
    let large: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 255, 63, 0, 0, 255, 63, 0, 0]
    #expect(try error(changed("zip", "dataWindow", large)).contains("ends in the middle"))
    #expect(throws: ImageFileError.self) {
      try EXRFile.readHeader(from: .memory(changed("zip", "dataWindow", giant), name: "in.exr"))
    }
  }

  @Test func limitsAreCheckedBeforeMemoryIsTaken() throws {
    let bytes = try EXRFileTests.bytes("zip")
    #expect(
      try error(bytes, ImageLimits(side: 16))
        == "in.exr is 5x17 pixels, but the limit is 16 pixels per side; scale it down")
    #expect(
      try error(bytes, ImageLimits(pixels: 84))
        == "in.exr is 5x17, which is 85 pixels, but the limit is 84; scale it down")
    #expect(try error(bytes, ImageLimits(memory: 1699)).contains("of memory"))
    // Five channels take more memory than the four of a picture of this limit.
    #expect(
      try error(bytes, ImageLimits(pixels: 85))
        == "in.exr is 5x17 pixels, which need 1700 bytes of memory, but only 1360 are available; scale it down"
    )
    #expect(throws: Never.self) {
      try EXRFile.read(
        from: .memory(bytes, name: "in.exr"), channels: ["R", "G"], limits: ImageLimits(pixels: 85))
    }
  }

  @Test func headersNeedTheirAttributes() throws {
    for name in ["channels", "compression", "dataWindow", "displayWindow"] {
      var bytes = try EXRFileTests.bytes("zip")
      let key = Array(name.utf8) + [0]
      let start = try #require((0..<bytes.count).first { bytes[$0...].starts(with: key) })
      bytes[start] = UInt8(ascii: "X")
      #expect(
        try error(bytes) == "in.exr is a damaged EXR (its header has no \(name)); export or copy it again")
    }
    var endless = EXRFile.magic + [2, 0, 0, 0]
    endless += Array(repeating: UInt8(ascii: "a"), count: 600)
    #expect(try error(endless) == "in.exr is a damaged EXR (a name has no end); export or copy it again")
  }
}
