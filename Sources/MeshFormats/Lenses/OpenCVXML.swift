import SceneDocument
import YAML

/// The XML of OpenCV's FileStorage as a tree of keys and values: elements without attributes that matter, and texts.
///
/// Namespaces, entities and document types are not needed for numbers, and are refused.
enum OpenCVXML {
  private static let depthLimit = 32
  private static let elementLimit = 10_000

  static func parse(_ bytes: [UInt8], name: String) throws(DocumentError) -> YAMLValue {
    var scanner = Scanner(bytes: bytes, name: name)
    try scanner.skipMarkup()
    let root = try scanner.element(depth: 0)
    guard root.name == "opencv_storage" else {
      throw scanner.error("the element <\(root.name.excerpt)> is not OpenCV's <opencv_storage>; use its file")
    }
    return root.value
  }

  private struct Scanner {
    let bytes: [UInt8]
    let name: String
    var offset = 0, line = 1, elements = 0

    init(bytes: [UInt8], name: String) { (self.bytes, self.name) = (bytes, name) }

    func error(_ problem: String) -> DocumentError {
      DocumentError(name: name, line: line, column: 1, problem: problem)
    }

    /// The bytes up to a mark, which is skipped; nil without it.
    private mutating func take(until mark: StaticString) -> ArraySlice<UInt8>? {
      let mark = Array("\(mark)".utf8)
      var end = offset
      while end + mark.count <= bytes.count {
        if bytes[end] == mark[0], bytes[end..<end + mark.count].elementsEqual(mark) {
          let part = bytes[offset..<end]
          line += part.count { $0 == 0x0A }
          offset = end + mark.count
          return part
        }
        end += 1
      }
      return nil
    }

    private func isAt(_ mark: StaticString) -> Bool { bytes[offset...].starts(with: "\(mark)".utf8) }

    /// Skips spaces, comments and declarations.
    mutating func skipMarkup() throws(DocumentError) {
      while offset < bytes.count {
        if bytes[offset] <= 0x20 {
          if bytes[offset] == 0x0A { line += 1 }
          offset += 1
        } else if isAt("<!--") {
          guard take(until: "-->") != nil else { throw error("a comment has no end") }
        } else if isAt("<?") {
          guard take(until: "?>") != nil else { throw error("a declaration has no end") }
        } else {
          return
        }
      }
    }

    mutating func element(depth: Int) throws(DocumentError) -> (name: String, value: YAMLValue) {
      elements += 1
      guard depth < depthLimit, elements <= elementLimit else {
        throw error(
          "there are more than \(elementLimit) elements, or \(depthLimit) in one another; use a smaller file")
      }
      let start = line
      guard isAt("<"), !isAt("<!"), !isAt("</") else {
        throw error("an element is missing; complete the file")
      }
      offset += 1
      guard let tag = take(until: ">") else { throw error("a tag has no end; complete the file") }
      let isEmpty = tag.last == UInt8(ascii: "/")
      let key = String(decoding: tag.prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") }, as: UTF8.self)
      if isEmpty { return (key, YAMLValue(.scalar(""), line: start)) }
      var members: [YAMLValue.Member] = []
      var text: [UInt8] = []
      while true {
        try skipMarkup()
        guard offset < bytes.count else {
          throw error("the element <\(key.excerpt)> has no end; complete the file")
        }
        if isAt("</") {
          offset += 2
          guard let end = take(until: ">") else { throw error("a tag has no end; complete the file") }
          guard end.elementsEqual(key.utf8) else {
            throw error(
              "</\(String(decoding: end, as: UTF8.self).excerpt)> ends <\(key.excerpt)>; correct the file")
          }
          return (key, value(members, text, line: start))
        }
        if bytes[offset] == UInt8(ascii: "<") {
          let child = try element(depth: depth + 1)
          guard !members.contains(where: { $0.key == child.name }) || child.name == "_" else {
            throw error("the element <\(child.name.excerpt)> is there twice; keep one")
          }
          if child.name != "_" { members.append(YAMLValue.Member(key: child.name, value: child.value)) }
        } else {
          let end = bytes[offset...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
          text += bytes[offset..<end] + [0x20]
          line += bytes[offset..<end].count { $0 == 0x0A }
          offset = end
        }
      }
    }

    /// Members, or else the words of a text: one is a scalar, several are a list.
    private func value(_ members: [YAMLValue.Member], _ text: [UInt8], line: Int) -> YAMLValue {
      guard members.isEmpty else { return YAMLValue(.mapping(members), line: line) }
      let words = text.split { $0 <= 0x20 }.map {
        YAMLValue(.scalar(String(decoding: $0, as: UTF8.self)), line: line)
      }
      return words.count == 1 ? words[0] : YAMLValue(.sequence(words), line: line)
    }
  }
}
