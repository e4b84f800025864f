import MeshTransform
import SceneDocument

extension GLTFFile {
  /// Reads a file in the folder of a glTF file.
  /// - Parameters:
  ///   - name: its path from that folder on, without "..".
  ///   - limit: the most bytes.
  public typealias FileReader = (_ name: String, _ limit: Int) throws(DocumentError) -> [UInt8]

  /// The bytes of a glTF file, and the way to the files beside it.
  struct Source {
    let bytes: [UInt8], name: String, isBinary: Bool
    /// Nil where there is no folder.
    let readFile: FileReader?

    /// The data of a URI: embedded in base64, or a file in the folder.
    func data(_ uri: GLTFValue, limit: Int) throws(DocumentError) -> [UInt8] {
      // Data may be as long as the file, so that it is not copied before it is decoded.
      let raw = uri.json.bytes[uri.range].dropFirst().dropLast()
      if raw.starts(with: "data:".utf8) {
        let data =
          raw.contains(UInt8(ascii: "\\"))
          ? uri.json.scanner.stringBytes(at: uri.range).flatMap { dataOfURI($0) } : dataOfURI(raw)
        guard let data else {
          throw uri.error(
            "the data is not base64; export the file again, or with its data in a file beside it")
        }
        guard data.count <= limit else {
          throw uri.error("the data of the file has more than \(limit) bytes")
        }
        return data
      }
      guard let text = uri.json.scanner.stringBytes(at: uri.range) else { throw uri.error("use a string") }
      let name = String(validating: text.withoutPercentEscapes, as: UTF8.self)
      guard let name, !name.isEmpty, Self.isInFolder(name) else {
        throw uri.error(
          "found '\(String(decoding: text.prefix(200), as: UTF8.self).excerpt)'; the data is in the file itself or in a "
            + "file in its folder: no addresses, no absolute paths and no \"..\"")
      }
      guard !isBinary, let readFile else {
        throw uri.error(
          "the data is in the file '\(name.excerpt)', which can be read only from the folder of a .gltf file; export a .glb file"
        )
      }
      return try readFile(name, limit)
    }

    /// Whether a path neither leaves the folder nor has a scheme.
    private static func isInFolder(_ path: String) -> Bool {
      !path.utf8.contains { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "\\") || $0 == 0 }
        && path.utf8.first != UInt8(ascii: "/")
        && !path.utf8.split(separator: UInt8(ascii: "/")).contains { $0.elementsEqual("..".utf8) }
    }
  }
}

extension [UInt8] {
  /// `%20` becomes a space (RFC 3986, section 2.1).
  fileprivate var withoutPercentEscapes: [UInt8] {
    var (out, at) = ([UInt8](), 0)
    while at < count {
      if self[at] == UInt8(ascii: "%"), at + 2 < count,
        let code = UInt8(String(decoding: self[at + 1...at + 2], as: UTF8.self), radix: 16)
      {
        out.append(code)
        at += 3
      } else {
        out.append(self[at])
        at += 1
      }
    }
    return out
  }
}
