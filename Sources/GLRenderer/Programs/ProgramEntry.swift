/// A linked program as returned by the driver, and its sources; the bytes of one file of a ``ProgramCache``.
///
/// The file: eight bytes that identify the file type, the driver's format, the lengths of key and binary (32 bits each,
/// little-endian), a checksum of all else (64 bits), the key, the binary.
struct ProgramEntry: Hashable {
  /// Everything that the binary depends on, in full: different programs have different keys.
  let key: [UInt8]
  /// The driver's identifier of the binary's format.
  let format: UInt32
  let binary: [UInt8]

  /// The last byte is the version of the file format and of the construction of keys.
  private static let magic: [UInt8] = Array("MRPROG".utf8) + [0, 1]
  private static let headerLength = 28

  init(key: [UInt8], format: UInt32, binary: [UInt8]) {
    (self.key, self.format, self.binary) = (key, format, binary)
  }

  /// Fails unless the bytes are the complete, undamaged file of this key.
  init?(file: [UInt8], key: [UInt8]) {
    guard file.count >= Self.headerLength, file.starts(with: Self.magic) else { return nil }
    let (format, checksum): (UInt32, UInt64) = file.withUnsafeBytes {
      (
        UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt32.self)),
        UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: 20, as: UInt64.self))
      )
    }
    let binaryStart = Self.headerLength + key.count
    guard file.count > binaryStart, file[Self.headerLength...].starts(with: key) else { return nil }
    self.init(key: key, format: format, binary: Array(file[binaryStart...]))
    // The comparison includes the lengths, which the checksum also covers.
    guard file.starts(with: header), checksum == self.checksum else { return nil }
  }

  var file: [UInt8] {
    var bytes = header
    withUnsafeBytes(of: checksum.littleEndian) { bytes += $0 }
    return bytes + key + binary
  }

  /// The header without the checksum.
  private var header: [UInt8] {
    var bytes = Self.magic
    for value in [format, UInt32(key.count), UInt32(binary.count)] {
      withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
    }
    return bytes
  }

  private var checksum: UInt64 {
    var hash = FNV1a()
    for part in [header, key, binary] { hash.add(part) }
    return hash.value
  }

  /// The name of the file that keeps the program of a key: sixteen hexadecimal digits.
  static func name(_ key: [UInt8]) -> String {
    var hash = FNV1a()
    hash.add(key)
    let digits = String(hash.value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// The 64-bit hash of Fowler, Noll and Vo. It detects damage and distributes names; it gives no security.
private struct FNV1a {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ bytes: [UInt8]) {
    var value = value
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
    self.value = value
  }
}
