/// The kind of a JSON document, detected by the keys of its top object.
public enum DocumentKind: Hashable, Sendable {
  /// A scene has layers; a mesh has vertices and faces, or Bezier patches.
  case scene, mesh

  /// Nil when no key identifies a kind. Does not validate the file; nothing after the first identifying key is read.
  /// - Complexity: O(bytes), without recursion.
  public init?(of bytes: [UInt8]) {
    var (index, depth) = (0, 0)
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "\""):
        let start = index + 1
        index = start
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
          index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard depth == 1, index < bytes.count else { break }
        var after = index + 1
        while after < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[after]) { after += 1 }
        // A string without a following colon is a value.
        guard after < bytes.count, bytes[after] == UInt8(ascii: ":") else { break }
        switch String(decoding: bytes[start..<index].prefix(16), as: UTF8.self) {
        case "layers", "canvas":
          self = .scene
          return
        case "vertices", "faces", "bezier", "uvs", "triangles":
          self = .mesh
          return
        default: break
        }
      default: break
      }
      index += 1
    }
    return nil
  }
}
