/// What libraries read of a font without limits, checked before they do (OpenType 1.9, "Organization of an OpenType
/// font").
struct FontTables {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let name: String

  /// The most bytes of names that all faces list; several records may share their bytes.
  static let nameLimit = 16 << 20
  /// The most pixels of a picture in a font, 2048 x 2048.
  static let pictureLimit = 1 << 22

  /// - Throws: ``TextError`` for a compressed font, which would be expanded first, and for names and pictures beyond the
  ///   limits.
  static func check(_ bytes: [UInt8], name: String) throws(TextError) {
    try bytes.withUnsafeBufferPointer { bytes throws(TextError) in
      let tables = FontTables(bytes: bytes, name: name)
      let signature = tables.number(at: 0, bytes: 4)
      if signature == tag("wOFF") || signature == tag("wOF2") { throw .unsupportedFont(name: name) }
      try tables.checkNames()
      try tables.checkPictures()
    }
  }

  private static func tag(_ text: StaticString) -> Int {
    text.withUTF8Buffer { $0.reduce(0) { $0 << 8 | Int($1) } }
  }

  /// A big-endian number; nil beyond the end.
  private func number(at offset: Int, bytes count: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - count else { return nil }
    return bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
  }

  private func checkNames() throws(TextError) {
    var offsets = [0]
    if number(at: 0, bytes: 4) == Self.tag("ttcf") {
      // One more than the limit of faces.
      let count = min(number(at: 8, bytes: 4) ?? 0, FontFile.faceLimit + 1)
      offsets = (0..<count).compactMap { number(at: 12 + 4 * $0, bytes: 4) }
    }
    var sum = 0
    for start in offsets {
      for index in 0..<(number(at: start + 4, bytes: 2) ?? 0) {
        let record = start + 12 + 16 * index
        guard number(at: record, bytes: 4) == Self.tag("name"), let table = number(at: record + 8, bytes: 4)
        else {
          continue
        }
        for row in 0..<(number(at: table + 2, bytes: 2) ?? 0) {
          // An empty name is read, too.
          sum += 64 + (number(at: table + 6 + 12 * row + 8, bytes: 2) ?? 0)
          guard sum <= Self.nameLimit else { throw .namesTooLong(name: name, limit: Self.nameLimit) }
        }
        break
      }
    }
  }

  /// Checks the sizes in the headers of all PNGs, wherever they are (PNG 1.2, 3.1 and 11.2.2).
  private func checkPictures() throws(TextError) {
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    var at = 0
    while let start = bytes[at...].firstIndex(of: signature[0]) {
      at = start + 1
      guard bytes[start...].starts(with: signature), let width = number(at: start + 16, bytes: 4),
        let height = number(at: start + 20, bytes: 4)
      else { continue }
      guard width * height <= Self.pictureLimit else {
        throw .pictureTooLarge(name: name, width: width, height: height, limit: Self.pictureLimit)
      }
    }
  }
}
