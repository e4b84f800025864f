import CheckedNumbers
import ImageFiles
import MeshTransform

/// Maps as pairs of Portable Graymaps, one with the column and one with the row of the pixel nearest to each position, as
/// FFmpeg's `remap` takes them: https://netpbm.sourceforge.net/doc/pgm.html
enum PGM {
  /// The value of a pixel without a position, and of one with a position outside the picture.
  static let outside: UInt16 = .max

  /// The column or the row of the nearest pixel.
  static func pixel(_ position: SIMD2<Float>, of picture: PixelSize, axis: Int) -> UInt16 {
    let rounded = position.rounded(.toNearestOrAwayFromZero)
    // False also for NaN.
    guard rounded.x >= 0, rounded.y >= 0, rounded.x < Float(picture.width), rounded.y < Float(picture.height)
    else { return outside }
    return UInt16(clamping: rounded[axis])
  }
}

/// One of a pair: numbers of 8 or 16 bits as bytes (P5) or as text (P2). Numbers are columns or rows as they stand, whatever
/// the file's largest value; 65535 is a hole if that is the largest.
extension PGM {
  static func read(_ source: borrowing MapSource, limits: ImageLimits) throws(MapFileError) -> MapChannels {
    // Comments may be long; what does not fit is no header.
    let head = source.bytes.bytes(at: 0, count: 1 << 16)
    guard let header = head.withUnsafeBufferPointer(Header.init) else {
      throw .broken(
        name: source.name, .pgm, reason: "its header has no width, height and largest value of 1...65535",
        remedy: "write it again")
    }
    let sampleBytes = header.largest > 255 ? 2 : 1
    // A number of text takes a digit and a space.
    try source.check(
      header.size, .pgm, from: header.end, bytesPerPixel: header.isText ? 1 : sampleBytes,
      additional: sampleBytes, limits: limits)
    let hole = header.largest == 65_535 ? 65_535 : Int.max
    let count = header.size.area
    var values: [Float] = []
    values.reserveCapacity(count)
    if header.isText {
      let text = try source.text(.pgm, limit: limits.memory)
      text.withUnsafeBufferPointer { text in
        var numbers = TextNumbers(UnsafeBufferPointer(rebasing: text[header.end...]))
        while values.count < count {
          numbers.skipSpaces()
          guard let value = numbers.whole(limit: 65_535) else { break }
          values.append(value == hole ? .nan : Float(value))
        }
      }
    } else {
      let raw = source.bytes.bytes(at: header.end, count: count * sampleBytes)
      guard raw.count == count * sampleBytes else { throw source.truncated(.pgm) }
      raw.withUnsafeBufferPointer { raw in
        for index in 0..<count {
          let value =
            sampleBytes == 1 ? Int(raw[index]) : Int(raw[2 * index]) << 8 | Int(raw[2 * index + 1])
          values.append(value == hole ? .nan : Float(value))
        }
      }
    }
    guard values.count == count else {
      throw .broken(
        name: source.name, .pgm,
        reason: "its number \(values.count + 1) of \(count) is missing or above 65535",
        remedy: "write it again")
    }
    return MapChannels(size: header.size, count: 1, values: values)
  }

  private struct Header {
    let isText: Bool
    let size: PixelSize
    /// 1...65535.
    let largest: Int
    /// The offset of the first number.
    let end: Int

    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
      var text = TextNumbers(bytes)
      isText = text.take("P2")
      guard isText || text.take("P5") else { return nil }
      func number() -> Int? {
        let before = text.offset
        text.skipSpaces()
        while text.next == UInt8(ascii: "#") {
          text.skip { $0 != 0x0A && $0 != 0x0D }
          text.skipSpaces()
        }
        guard text.offset > before else { return nil }
        return text.whole(limit: Int(Int32.max))
      }
      guard let width = number(), let height = number(), let largest = number(), width > 0, height > 0,
        1...65_535 ~= largest, text.next != nil
      else { return nil }
      text.advance()  // the one space behind the header
      (size, self.largest, end) = (PixelSize(width, height), largest, text.offset)
    }
  }
}
