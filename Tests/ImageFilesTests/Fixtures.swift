import ImageFiles
import MeshTransform
import Testing

/// The files that Fixtures/make_fixtures.py made.
enum Fixtures {
  static let folder = String(#filePath.dropLast("Fixtures.swift".count)) + "Fixtures/"

  static func path(_ name: String) -> String { folder + name + ".png" }
  static func bytes(_ name: String) throws -> [UInt8] { try InputFile.path(path(name)).readAll() }
  /// The pixels it must give: of "a@b" those in a.rgba.
  static func expected(_ name: String) throws -> [UInt8] {
    try InputFile.path(folder + name.prefix { $0 != "@" } + ".rgba").readAll()
  }

  /// Every color type at every depth.
  static let plain = [
    "gray1", "gray2", "gray4", "gray8", "gray16", "rgb8", "rgb16", "palette1", "palette2", "palette4",
    "palette8",
    "grayalpha8", "grayalpha16", "rgba8", "rgba16",
  ]
  /// Those that can declare colors transparent, doing so.
  static let transparent = [
    "gray1-trns", "gray2-trns", "gray4-trns", "gray8-trns", "gray16-trns", "rgb8-trns", "rgb16-trns",
    "palette1-trns", "palette2-trns", "palette4-trns", "palette8-trns",
  ]
  static let interlaced =
    (plain + transparent).map { $0 + "@interlaced" }
    + ["1x1", "2x1", "1x9", "3x2", "5x3", "9x1"].map { "size\($0)@interlaced" }
  static let others = [
    "idat-in-single-bytes", "transparent-first", "transparent-first@interlaced", "transparent-last",
    "transparent-last@interlaced", "rgba8-all-opaque", "hidden-colors", "gray-profile", "pillow-rgba",
    "pillow-rgb",
    "pillow-la", "pillow-palette",
  ]
  static let colored = [
    "gama", "srgb", "chrm", "iccp", "all", "srgb-with-other-gama", "srgb-gama-chrm", "gama-zero", "srgb-of-9",
    "gama-too-short", "gama-40-times", "iccp-not-a-profile", "iccp-bad-stream", "iccp-bomb",
    "iccp-claims-4gib",
    "ztxt-bomb", "text", "animation", "trailing-garbage",
  ].map { "color@" + $0 }
  static let readable = plain + transparent + interlaced + others + colored
}

/// A chunk of a PNG file.
struct Chunk: Hashable {
  let name: String, data: [UInt8], crc: UInt32

  /// What the CRC must be, by the definition in the PNG specification's annex D, bit by bit.
  var computedCRC: UInt32 { Self.crc(Array(name.utf8) + data) }

  /// The bytes of a chunk, by default with its right CRC.
  static func encoded(_ name: String, _ data: [UInt8], crc: UInt32? = nil) -> [UInt8] {
    let body = Array(name.utf8) + data
    return bigEndian(UInt32(data.count)) + body + bigEndian(crc ?? Self.crc(body))
  }

  /// All chunks, up to the last whole one.
  static func all(in file: [UInt8]) -> [Chunk] {
    var (chunks, at): ([Chunk], Int) = ([], 8)
    while at + 12 <= file.count {
      let size = Int(number(file, at))
      guard at + 12 + size <= file.count else { break }
      let name = String(decoding: file[at + 4..<at + 8], as: UTF8.self)
      let data = Array(file[at + 8..<at + 8 + size])
      chunks.append(Chunk(name: name, data: data, crc: number(file, at + 8 + size)))
      at += 12 + size
    }
    return chunks
  }

  private static func number(_ bytes: [UInt8], _ at: Int) -> UInt32 {
    bytes[at..<at + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }
  private static func bigEndian(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }
  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { crc, byte in
      (0..<8).reduce(crc ^ UInt32(byte)) { c, _ in c & 1 == 1 ? 0xEDB8_8320 ^ c >> 1 : c >> 1 }
    }
  }
}

/// A seeded generator, so that a failure can be repeated (SplitMix64).
struct Random: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }
}
