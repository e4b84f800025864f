/// The attributes in the header of an OpenEXR file; only values that are used are kept.
struct EXRAttributes {
  private let name: String
  private var values: [String: [UInt8]] = [:]
  /// The place of the first byte after the header.
  private(set) var end = 8

  /// More than any program writes. Each takes at least seven bytes and one access to the file.
  private static let countLimit = 65_536
  /// The bytes of a list of 4,096 channels with the longest names.
  private static let valueLimit = 1 << 20
  private static let nameLimit = 255
  private static let used: Set<String> = [
    "channels", "chromaticities", "compression", "dataWindow", "displayWindow", "pixelAspectRatio", "type",
    "xDensity",
  ]

  /// Checks the version, too.
  init(_ file: borrowing FileBytes, name: String) throws(ImageFileError) {
    self.name = name
    try Self.checkVersion(file.bytes(at: 0, count: 8), name: name)
    for _ in 0..<Self.countLimit {
      // Name, type and length of a value.
      let start = file.bytes(at: end, count: 2 * (Self.nameLimit + 1) + 4)
      guard let first = start.first else { throw .truncatedEXR(name: name) }
      guard first != 0 else {
        end += 1
        return
      }
      let isShort = start.count < 2 * (Self.nameLimit + 1) + 4
      guard let key = Self.text(start[...]), let type = Self.text(start[(key.count + 1)...]) else {
        throw isShort ? .truncatedEXR(name: name) : .brokenEXR(name: name, reason: "a name has no end")
      }
      let prefix = key.count + type.count + 2
      guard start.count >= prefix + 4 else { throw .truncatedEXR(name: name) }
      let length = start[prefix..<prefix + 4].littleEndian
      guard length <= Int32.max else {
        throw .brokenEXR(name: name, reason: "an attribute has \(length) bytes")
      }
      let text = String(decoding: key, as: UTF8.self)
      if Self.used.contains(text) {
        guard length <= Self.valueLimit else {
          throw .brokenEXR(name: name, reason: "the attribute \(text) has \(length) bytes")
        }
        let value = file.bytes(at: end + prefix + 4, count: length)
        guard value.count == length else { throw .truncatedEXR(name: name) }
        values[text] = value
      }
      end += prefix + 4 + length
    }
    throw .brokenEXR(name: name, reason: "its header has more than \(Self.countLimit) attributes")
  }

  /// The bytes before a zero, which is in `bytes`.
  static func text(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let text = bytes.prefix(nameLimit + 1).prefix { $0 != 0 }
    return text.endIndex < bytes.endIndex && text.count <= nameLimit ? text : nil
  }

  private static func checkVersion(_ start: [UInt8], name: String) throws(ImageFileError) {
    guard start.starts(with: EXRFile.magic) else {
      if start.isEmpty { throw .empty(name: name) }
      throw .notEXR(name: name, looksLike: start.withUnsafeBufferPointer { FileKind($0).words })
    }
    guard start.count == 8 else { throw .truncatedEXR(name: name) }
    guard start[4] == 2 else {
      throw .brokenEXR(name: name, reason: "its version is \(start[4]); versions of OpenEXR write 2")
    }
    // The flags of the version field; 4 allows names of up to 255 bytes.
    let flags = start[5]
    if flags & 0x10 != 0 { throw .unreadEXR(name: name, .parts) }
    if flags & 0x08 != 0 { throw .unreadEXR(name: name, .deep) }
    if flags & 0x02 != 0 { throw .unreadEXR(name: name, .tiles) }
    guard flags & ~0x04 == 0, start[6] == 0, start[7] == 0 else {
      throw .brokenEXR(name: name, reason: "its version field has unknown flags")
    }
  }

  /// A value that may be missing.
  /// - Parameter count: the bytes that it must have; nil for any number.
  func value(_ key: String, count: Int? = nil) throws(ImageFileError) -> [UInt8]? {
    guard let value = values[key] else { return nil }
    guard count == nil || value.count == count else {
      throw .brokenEXR(name: name, reason: "the attribute \(key) has \(value.count) bytes")
    }
    return value
  }

  /// A value that every file has.
  func requiredValue(_ key: String, count: Int? = nil) throws(ImageFileError) -> [UInt8] {
    guard let value = try value(key, count: count) else {
      throw .brokenEXR(name: name, reason: "its header has no \(key)")
    }
    return value
  }
}

extension EXRFile {
  static let magic: [UInt8] = [0x76, 0x2F, 0x31, 0x01]
}

extension Collection<UInt8> where Index == Int {
  /// Numbers of 32 bits, the least significant byte first.
  var words: [UInt32] {
    stride(from: startIndex, to: endIndex - 3, by: 4).map { at in
      UInt32(self[at]) | UInt32(self[at + 1]) << 8 | UInt32(self[at + 2]) << 16 | UInt32(self[at + 3]) << 24
    }
  }
}
