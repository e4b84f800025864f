import MeshTransform
import SceneDocument

/// The two parts of a glTF file: the JSON, and the data of a binary file.
///
/// Source: Khronos, "glTF 2.0 Specification", section 4.4.
struct GLTFContainer {
  let json: [UInt8]
  /// The binary chunk; nil where there is none.
  private(set) var data: ArraySlice<UInt8>?
  let isBinary: Bool

  init(_ bytes: [UInt8], name: String) throws(DocumentError) {
    func fault(_ problem: String) -> DocumentError { DocumentError(name: name, problem: problem) }
    isBinary = bytes.starts(with: "glTF".utf8)
    guard isBinary else {
      json = bytes
      return
    }
    guard bytes.count >= 20 else { throw fault("the file ends after \(bytes.count) bytes; export it again") }
    let version = bytes.word(at: 4)
    guard version == 2 else {
      throw fault("the file is of version \(version) of binary glTF; export it as glTF 2.0")
    }
    guard bytes.word(at: 8) <= bytes.count else {
      throw fault(
        "the header states \(bytes.word(at: 8)) bytes, but the file has \(bytes.count); copy or export it again"
      )
    }
    var (chunks, at) = ([(kind: Int, range: Range<Int>)](), 12)
    while chunks.count < 2, bytes.word(at: 8) - at >= 8 {
      let (length, kind) = (bytes.word(at: at), bytes.word(at: at + 4))
      guard length <= bytes.count - at - 8 else {
        throw fault(
          "a part of \(length) bytes begins at byte \(at), which is more than the file has; export it again")
      }
      chunks.append((kind, at + 8..<at + 8 + length))
      at += 8 + length
    }
    guard let first = chunks.first, first.kind == 0x4E4F_534A else {
      throw fault("the first part of the file is not JSON; export it again")
    }
    json = Array(bytes[first.range])
    if chunks.count > 1, chunks[1].kind == 0x004E_4942 { data = bytes[chunks[1].range] }
  }
}

extension GLTFContainer {
  /// Whether the JSON has more objects, arrays, members and elements than a limit.
  func hasMoreValues(than limit: Int) -> Bool {
    var (count, isInString, at) = (0, false, 0)
    while at < json.count, count <= limit {
      switch json[at] {
      case UInt8(ascii: "\""): isInString.toggle()
      case UInt8(ascii: "\\"): at += 1
      case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "{"): count += isInString ? 0 : 1
      default: break
      }
      at += 1
    }
    return count > limit
  }
}

extension RandomAccessCollection<UInt8> where Index == Int {
  /// Four bytes, little-endian.
  func word(at offset: Int) -> Int {
    (0..<4).reduce(0) { $0 | Int(self[startIndex + offset + $1]) << (8 * $1) }
  }
}

/// The data of a `data:` URI in base64 (RFC 2397 and RFC 4648, section 4); nil where it is none.
/// - Parameter text: the whole URI.
func dataOfURI<Text: RandomAccessCollection<UInt8>>(_ text: Text) -> [UInt8]? {
  guard let comma = text.firstIndex(of: UInt8(ascii: ",")),
    text[..<comma].suffix(7).elementsEqual(";base64".utf8)
  else { return nil }
  var out: [UInt8] = []
  out.reserveCapacity(text[comma...].count / 4 * 3)
  var (word, count, padding) = (UInt32(0), 0, 0)
  for byte in text[comma...].dropFirst() {
    let digit: UInt8
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit = byte - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): digit = byte - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte + 4
    case UInt8(ascii: "+"), UInt8(ascii: "-"): digit = 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): digit = 63
    case UInt8(ascii: "="):
      padding += 1
      continue
    default: return nil
    }
    guard padding == 0 else { return nil }
    word = word << 6 | UInt32(digit)
    count += 1
    if count % 4 == 0 { out += [UInt8(word >> 16 & 255), UInt8(word >> 8 & 255), UInt8(word & 255)] }
  }
  switch count % 4 {
  case 1: return nil
  case 2: out.append(UInt8(word >> 4 & 255))
  case 3: out += [UInt8(word >> 10 & 255), UInt8(word >> 2 & 255)]
  default: break
  }
  return padding <= 2 ? out : nil
}
