import CheckedNumbers
import MeshTransform

/// The description of a matrix in a file of OpenCV's `FileStorage`, and the place of its numbers.
///
/// YAML, JSON and XML write the same keys in the same order, `rows`, `cols`, `dt` and `data`, and the numbers between
/// marks that no number contains. One scanner reads all three: a general parser would make a value of every number, which
/// takes ten times as long for the 17 million numbers of a map of 3840x2160.
struct FileStorageMatrix {
  /// The key of the matrix.
  let key: String
  let size: PixelSize
  /// Numbers of a pixel.
  let channels: Int
  let type: ElementType
  /// The offset of the first number, or of the first character of base64.
  let start: Int
  let isBase64: Bool

  /// The letters of OpenCV's types, with the bytes of a number.
  enum ElementType: Character {
    case float32 = "f"
    case float64 = "d"
    case int16 = "s"
    case uint16 = "w"
    case int32 = "i"
    case uint8 = "u"
    case int8 = "c"

    var byteCount: Int {
      switch self {
      case .float64: 8
      case .float32, .int32: 4
      case .int16, .uint16: 2
      case .uint8, .int8: 1
      }
    }

    /// OpenCV's name of a matrix, such as `CV_32FC2`.
    func name(channels: Int) -> String {
      let letter: String =
        switch self {
        case .float32, .float64: "F"
        case .int16, .int32, .int8: "S"
        case .uint16, .uint8: "U"
        }
      return "CV_\(8 * byteCount)\(letter)C\(channels)"
    }
  }

  /// Finds the next matrix. Moves the scanner to its numbers.
  /// - Parameter start: the offset from which on its key may be.
  /// - Returns: nil where there is none.
  /// - Throws: ``Fault`` for a matrix that is not described completely.
  static func next(in text: inout TextNumbers, from start: Int) throws(Fault) -> FileStorageMatrix? {
    guard text.skip(behind: "opencv-matrix") else { return nil }
    let key = text.wordBefore("opencv-matrix", from: start)
    func fault(_ reason: String) -> Fault { Fault(reason: "its matrix \(key.excerpt) \(reason)") }
    // Keys are within a few lines; others do not belong to this matrix.
    func number(_ key: StaticString) throws(Fault) -> Int {
      if text.skip(behind: key, within: 1000) {
        text.skip { " \":>\n\r\t".utf8.contains($0) }
        if let value = text.whole(limit: Int(Int32.max)), value > 0 { return value }
      }
      throw fault("has no number of \(key)")
    }
    let rows = try number("rows")
    let size = PixelSize(try number("cols"), rows)
    guard text.skip(behind: "dt", within: 1000) else { throw fault("has no dt") }
    text.skip { " \":>\n\r\t".utf8.contains($0) }
    let channels = text.whole(limit: 512) ?? 1
    let letter = text.word { (0x61...0x7A).contains($0) }
    guard channels > 0, letter.utf8.count == 1, let type = letter.first.flatMap(ElementType.init) else {
      throw fault("has no known dt")
    }
    guard text.skip(behind: "data", within: 1000) else { throw fault("has no data") }
    let isBase64 = text.skipToData()
    return FileStorageMatrix(
      key: key, size: size, channels: channels, type: type, start: text.offset, isBase64: isBase64)
  }

  /// Why a matrix cannot be read; `reason` is a clause.
  struct Fault: Error {
    let reason: String
  }

  /// The numbers of all pixels; nil for more than an `Int` holds.
  var numberCount: Int? {
    let (count, overflow) = size.area.multipliedReportingOverflow(by: channels)
    return overflow ? nil : count
  }

  /// The numbers as floats.
  /// - Parameter count: ``numberCount``.
  /// - Returns: nil for a text that ends earlier.
  func numbers(_ text: inout TextNumbers, count: Int) -> [Float]? {
    if isBase64 { return base64Numbers(&text, count: count) }
    var values: [Float] = []
    values.reserveCapacity(count)
    while values.count < count {
      text.skip { $0 <= 0x20 || $0 == UInt8(ascii: ",") }
      guard let number = text.number() else { return nil }
      values.append(Float(number))
    }
    return values
  }

  /// Behind a header of 24 bytes, the matrix's bytes, little-endian.
  private func base64Numbers(_ text: inout TextNumbers, count: Int) -> [Float]? {
    let bytes = text.base64(limit: 24 + count * type.byteCount)
    guard bytes.count == 24 + count * type.byteCount else { return nil }
    return bytes.withUnsafeBytes { bytes in
      func load<Bits: FixedWidthInteger>(_ type: Bits.Type, _ index: Int) -> Bits {
        let offset = 24 + index * MemoryLayout<Bits>.size
        return Bits(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Bits.self))
      }
      let indices = 0..<count
      switch type {
      case .float32: return indices.map { Float(bitPattern: load(UInt32.self, $0)) }
      case .float64: return indices.map { Float(Double(bitPattern: load(UInt64.self, $0))) }
      case .int32: return indices.map { Float(load(Int32.self, $0)) }
      case .int16: return indices.map { Float(load(Int16.self, $0)) }
      case .uint16: return indices.map { Float(load(UInt16.self, $0)) }
      case .int8: return indices.map { Float(load(Int8.self, $0)) }
      case .uint8: return indices.map { Float(load(UInt8.self, $0)) }
      }
    }
  }
}

extension TextNumbers {
  /// The last word of letters, digits and underscores before the mark that was just passed, apart from `type_id`.
  fileprivate func wordBefore(_ mark: StaticString, from start: Int) -> String {
    let end = offset - mark.utf8CodeUnitCount
    let words = text(max(start, end - 200)..<end).split {
      !$0.isASCII || !($0.isLetter || $0.isNumber || $0 == "_")
    }
    return String(words.last { $0 != "type_id" } ?? "")
  }

  /// Moves behind what stands between the key `data` and the first number or character of base64.
  /// - Returns: whether base64 follows.
  fileprivate mutating func skipToData() -> Bool {
    while true {
      skip { " \":=[>\n\r\t".utf8.contains($0) }
      if take("!!binary") || take("type_id") {
        skip { " |\"=\n\r\t".utf8.contains($0) }
        guard take("binary") else { return true }
        skip { " \">\n\r\t".utf8.contains($0) }
        return true
      }
      return take("$base64$")
    }
  }

  /// The bytes of base64 up to the first other character; spaces and line ends are skipped.
  /// - Parameter limit: the most bytes.
  fileprivate mutating func base64(limit: Int) -> [UInt8] {
    var (bytes, bits, count) = ([UInt8](), UInt32(0), 0)
    bytes.reserveCapacity(limit)
    while let byte = next, bytes.count < limit {
      let value: UInt32
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = UInt32(byte) - 65
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = UInt32(byte) - 71
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = UInt32(byte) + 4
      case UInt8(ascii: "+"): value = 62
      case UInt8(ascii: "/"): value = 63
      case 0x20, 0x0A, 0x0D, 0x09:
        advance()
        continue
      default: return bytes
      }
      advance()
      (bits, count) = (bits << 6 | value, count + 6)
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return bytes
  }
}
