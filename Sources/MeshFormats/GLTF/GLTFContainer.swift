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
