import MeshTransform
import Testing

@testable import ImageFiles

/// Files that OpenEXR wrote (Fixtures/make_exr.py), read sample by sample; what is written is read again here, and by
/// OpenEXR in Scripts/check-images.sh.
struct EXRFileTests {
  static func fixture(_ name: String) -> InputFile { .path(Fixtures.folder + "exr/\(name).exr") }
  static func bytes(_ name: String) throws -> [UInt8] { try fixture(name).readAll() }

  /// The formulas of make_exr.py.
  static func expected(_ channel: String, _ x: Int, _ y: Int) -> Float {
    switch channel {
    case "R": Float(x) / 8 + Float(y) / 32
    case "A": y == 0 ? [.nan, .infinity, -.infinity, Float(0x1p-24), 65_504][x] : 1
    case "G": Float(1000 * x + y)
    case "B": Float(1 / Double(1 + x + 7 * y))
    default: Float(-1e30 * (Double(x) - 2) * Double(y))
    }
  }

  static func areEqual(_ a: Float, _ b: Float) -> Bool { a == b || a.isNaN && b.isNaN }

  @Test(arguments: ["none", "rle", "zips", "zip", "decreasing"])
  func filesOfOpenEXRAreRead(_ name: String) throws {
    let file = try EXRFile.read(from: Self.fixture(name))
    #expect(file.size == PixelSize(5, 17))
    #expect(file.header.displayWindow == file.header.dataWindow)
    #expect(
      file.header.compression
        == [.none, .rle, .zips, .zip, .zips][
          ["none", "rle", "zips", "zip", "decreasing"].firstIndex(of: name)!])
    #expect(
      file.header.channels == [
        .init("A", .half), .init("B", .float), .init("G", .uint), .init("R", .half), .init("layer.R", .float),
      ])
    for (index, channel) in file.header.channels.enumerated() {
      let samples = try #require(file.samples(of: channel.name))
      for y in 0..<17 {
        for x in 0..<5 {
          let (sample, expected) = (samples[5 * y + x], Self.expected(channel.name, x, y))
          #expect(Self.areEqual(sample, expected), "\(name) \(channel.name) [\(x), \(y)]")
          #expect(Self.areEqual(file.samples[(5 * y + x) * 5 + index], expected))
        }
      }
    }
  }

  @Test func bandsAndChannelsAreChosen() throws {
    let reader = try EXRFile.Reader(Self.fixture("zip"))
    for lines in [0..<1, 3..<17, 15..<17, 16..<17, 4..<4] {
      let samples = try reader.read(lines: lines, channels: ["layer.R", "G"])
      var expected: [Float] = []
      for y in lines {
        for x in 0..<5 { expected += [Self.expected("layer.R", x, y), Self.expected("G", x, y)] }
      }
      #expect(samples == expected)
    }
    let error = #expect(throws: ImageFileError.self) { try reader.read(channels: ["U"]) }
    #expect(
      try #require(error).description.hasSuffix(
        #"zip.exr has no "U"; its channels are "A", "B", "G", "R", "layer.R""#))
  }

  @Test func windowsMayDiffer() throws {
    let file = try EXRFile.read(from: Self.fixture("windows"), channels: ["UV.V", "UV.U"])
    #expect(file.header.dataWindow == EXRFile.Window(x: -3, y: -2, size: PixelSize(8, 6)))
    #expect(file.header.displayWindow == EXRFile.Window(size: PixelSize(6, 5)))
    var expected: [Float] = []
    for y in -2..<4 {
      for x in -3..<5 { expected += [Float((4.5 - Double(y)) / 5), Float((Double(x) + 0.5) / 6)] }
    }
    #expect(file.samples == expected)
  }

  /// The table of blocks decides, not the order of the blocks.
  @Test func blocksMayHaveAnyOrder() throws {
    let bytes = try Self.bytes("zips")
    var shuffled = bytes
    let table = try Self.table(of: bytes, count: 17)
    let blocks = table.map { start in
      Array(bytes[start..<start + 8 + Int(bytes[start + 4]) + 256 * Int(bytes[start + 5])])
    }
    var place = table[0]
    let order = (0..<17).map { $0 * 7 % 17 }
    for block in order {
      shuffled.replaceSubrange(place..<place + blocks[block].count, with: blocks[block])
      let entry = table[0] - 8 * 17 + 8 * block
      (shuffled[entry], shuffled[entry + 1]) = (UInt8(place & 255), UInt8(place >> 8))
      place += blocks[block].count
    }
    #expect(shuffled != bytes)
    let read = try EXRFile.read(from: .memory(shuffled, name: "shuffled"))
    #expect(
      read.samples.map(\.bitPattern)
        == (try EXRFile.read(from: Self.fixture("zips"))).samples.map(\.bitPattern))
  }

  /// The places of the blocks of a file whose first block follows its table.
  static func table(of bytes: [UInt8], count: Int) throws -> [Int] {
    let starts = (8..<bytes.count - 8 * count).filter { start in
      let first = bytes[start..<start + 8].littleEndian
      return first == start + 8 * count && bytes[start - 1] == 0
    }
    let start = try #require(starts.first)
    return (0..<count).map { bytes[start + 8 * $0..<start + 8 * $0 + 8].littleEndian }
  }

  static let samples: [Float] = (0..<3 * 35 * 33).map { index in
    // Runs, noise and gradients; halves and small integers hold all of them.
    switch index / 500 % 3 {
    case 0: 7
    case 1: Float(index &* 2_654_435_761 >> 7 & 1023)
    default: Float(index % 512)
    }
  }

  @Test(arguments: EXRFile.Compression.allCases, [1, 2, 16, 17, 33])
  func whatIsWrittenIsRead(_ compression: EXRFile.Compression, height: Int) throws {
    let long = String(repeating: "long ", count: 40) + "é"
    let header = EXRFile.Header(
      dataWindow: EXRFile.Window(x: -7, y: 1000, size: PixelSize(35, height)),
      displayWindow: EXRFile.Window(x: 1, y: -2, size: PixelSize(3, 4)),
      channels: [.init("b", .float), .init(long, .half), .init("a", .uint)], compression: compression,
      density: PixelDensity(dotsPerInch: 300, 150))
    let file = EXRFile(header: header, samples: Array(Self.samples[..<(3 * 35 * height)]))
    let folder = try TemporaryFolder()
    try file.write(to: .path(folder.file("out.exr")))
    let read = try EXRFile.read(from: .path(folder.file("out.exr")), channels: ["b", long, "a"])
    #expect(read.samples == file.samples)
    #expect(read.header.displayWindow == header.displayWindow)
    #expect(read.header.dataWindow == header.dataWindow)
    #expect(read.header.channels == header.channels && read.header.compression == compression)
    let density = try #require(read.header.density?.dotsPerInch)
    #expect(abs(density.horizontal - 300) < 1e-3 && abs(density.vertical - 150) < 1e-3)
    #expect(file.encoded() == (try InputFile.path(folder.file("out.exr")).readAll()))
    // Bands of any height make the same file.
    let writer = try EXRFile.Writer(header, to: .path(folder.file("bands.exr")))
    for first in stride(from: 0, to: height, by: 5) {
      try writer.append(Array(file.samples[3 * 35 * first..<3 * 35 * min(first + 5, height)]))
    }
    try writer.commit()
    #expect(file.encoded() == (try InputFile.path(folder.file("bands.exr")).readAll()))
    #expect(folder.entries == ["bands.exr", "out.exr"])
  }

  /// Every half and the floats around their borders, as the standard library converts them.
  @Test func halvesAreThoseOfIEEE754() {
    for bits in UInt16.min...UInt16.max {
      let (ours, theirs) = (Float(halfBits: bits), Float(Float16(bitPattern: bits)))
      #expect(ours.bitPattern == theirs.bitPattern || ours.isNaN && theirs.isNaN, "\(bits)")
    }
  }

  @Test func numbersBeyondATypeAreItsLimits() throws {
    let values: [Float] = [.nan, .infinity, -.infinity, -1, 1e20, 70_000, 3.7]
    let header = EXRFile.Header(
      dataWindow: EXRFile.Window(size: PixelSize(7, 1)),
      channels: [.init("f", .float), .init("h", .half), .init("u", .uint)])
    let file = EXRFile(header: header, samples: values.flatMap { [$0, $0, $0] })
    let read = try EXRFile.read(from: .memory(file.encoded(), name: "limits"))
    let (f, h, u) = (read.samples(of: "f")!, read.samples(of: "h")!, read.samples(of: "u")!)
    #expect(zip(f, values).allSatisfy { Self.areEqual($0, $1) })
    #expect(h[0].isNaN && h[1...5] == [.infinity, -.infinity, -1, .infinity, .infinity])
    #expect(u == [0, 4_294_967_296, 0, 0, 4_294_967_296, 70_000, 3])
  }
}
