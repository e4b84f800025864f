/// The chunks of an animated PNG, made from those of single pictures: each a length, a name of four letters, data and a checksum.
struct APNGChunks {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  private(set) var bytes: [UInt8] = []

  mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

  mutating func add(_ name: String, _ data: [UInt8]) { add(name, data, [], of: []) }

  /// Appends a chunk of `data` followed by some ranges of `source`.
  mutating func add(_ name: String, _ data: [UInt8], _ parts: [Range<Int>], of source: [UInt8]) {
    bytes += UInt32(parts.reduce(data.count) { $0 + $1.count }).bigEndianBytes
    let start = bytes.count
    bytes += name.utf8
    bytes += data
    for part in parts { bytes += source[part] }
    bytes += CRC32.checksum(bytes[start...]).bigEndianBytes
  }

  mutating func copy(_ range: Range<Int>, of source: [UInt8]) { bytes += source[range] }

  /// The chunks of a PNG file written by this package.
  static func chunks(of png: [UInt8]) -> [(name: String, whole: Range<Int>, data: Range<Int>)] {
    var chunks: [(String, Range<Int>, Range<Int>)] = []
    var offset = signature.count
    while offset < png.count {
      let count = png[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
      let name = String(decoding: png[offset + 4..<offset + 8], as: UTF8.self)
      chunks.append((name, offset..<offset + 12 + count, offset + 8..<offset + 8 + count))
      offset += 12 + count
    }
    return chunks
  }
}

extension FixedWidthInteger {
  var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian, Array.init) }
  var littleEndianBytes: [UInt8] { withUnsafeBytes(of: littleEndian, Array.init) }
}

/// The checksum of PNG chunks: CRC-32 of ISO 3309, polynomial 0xEDB88320 with its bits reversed.
enum CRC32 {
  static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.withUnsafeBufferPointer { bytes in
      tables.withUnsafeBufferPointer { tables in
        var crc = UInt32.max
        guard let start = bytes.baseAddress else { return 0 }
        func effect(_ byte: UInt32, _ distance: Int) -> UInt32 { tables[distance << 8 | Int(byte & 255)] }
        var i = 0
        // Four bytes per step, each through the table of its distance from the end of the four.
        while i &+ 4 <= bytes.count {
          crc ^= UInt32(littleEndian: UnsafeRawPointer(start + i).loadUnaligned(as: UInt32.self))
          crc = effect(crc, 3) ^ effect(crc >> 8, 2) ^ effect(crc >> 16, 1) ^ effect(crc >> 24, 0)
          i &+= 4
        }
        while i < bytes.count {
          crc = crc >> 8 ^ effect(crc ^ UInt32(bytes[i]), 0)
          i &+= 1
        }
        return ~crc
      }
    }
  }

  /// Table k holds the effect of a byte on the checksum after k zero bytes.
  private static let tables: [UInt32] = {
    var tables: [UInt32] = []
    for byte in 0..<256 {
      var crc = UInt32(byte)
      for _ in 0..<8 {
        let isOdd = crc & 1 == 1
        crc >>= 1
        if isOdd { crc ^= 0xEDB8_8320 }
      }
      tables.append(crc)
    }
    for k in 1..<4 {
      for byte in 0..<256 {
        let before = tables[256 * (k - 1) + byte]
        tables.append(before >> 8 ^ tables[Int(before & 255)])
      }
    }
    return tables
  }()
}
