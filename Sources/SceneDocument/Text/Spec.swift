import CheckedNumbers
import MeshTransform

/// A short text of a name and its properties: `ripple:amplitude=0.05,waves=4`.
///
/// After an optional name and a colon come `key=value` pairs, separated by commas; a comma inside parentheses belongs
/// to its value, as in `color=rgb(255, 0, 0)`. Spaces around each part are ignored.
package struct Spec: Hashable, Sendable {
  /// The kind of the text, for errors: "mesh", "light", ...
  package let subject: String
  package let text: String
  /// Empty when the text has no name.
  package let name: String
  /// The column of the name, counted in characters from 1.
  package let nameColumn: Int
  /// The entries in the order of the text.
  package let entries: [Entry]

  /// One `key=value` pair.
  package struct Entry: Hashable, Sendable {
    package let key: String, value: String
    /// Columns in the whole text, counted in characters from 1.
    package let keyColumn: Int, valueColumn: Int
    let subject: String, text: String
  }

  /// Reads `name[:key=value,...]`.
  ///
  /// - Parameter leadingKey: the key of the first value of a name, which may stand without it: `style:arc,bend=0.5`.
  ///   Nil if there is none.
  package static func parse(
    _ text: String, subject: String, leadingKey: (_ name: String) -> String? = { _ in nil }
  ) throws(SyntaxError) -> Spec {
    let colon = text.firstIndex(of: ":") ?? text.endIndex
    let part = trimmed(text[..<colon])
    let name = String(part)
    let spec = Spec(
      subject: subject, text: text, name: name, nameColumn: column(of: part.startIndex, in: text),
      entries: colon == text.endIndex
        ? []
        : try entries(
          in: text[text.index(after: colon)...], of: text, subject, leadingKey: leadingKey(name)))
    guard !spec.name.isEmpty else { throw spec.error(at: 1, "the name is missing; write name:key=value,...") }
    return spec
  }

  /// Reads `key=value,...`.
  package static func parse(unnamed text: String, subject: String) throws(SyntaxError) -> Spec {
    Spec(
      subject: subject, text: text, name: "", nameColumn: 1,
      entries: try entries(in: text[...], of: text, subject))
  }

  /// Reads `path,key=value,...`: a path and, after the first comma that a key with its value follows, properties.
  /// - Parameter example: a text of the whole, for the error of an empty path.
  /// - Returns: the path, and the properties without it; nil where there are none.
  package static func parse(
    path text: String, subject: String, example: String
  ) throws(SyntaxError) -> (path: String, spec: Spec?) {
    let end =
      text.indices.first { comma in
        guard text[comma] == "," else { return false }
        let key = text[text.index(after: comma)...].prefix {
          $0 != "=" && $0 != "," && $0 != "/" && $0 != "."
        }
        return text[key.endIndex...].first == "="
      } ?? text.endIndex
    guard end != text.startIndex else {
      throw SyntaxError(
        subject: subject, text: text, column: 1, problem: "the path of the file is missing; write \(example)")
    }
    guard end != text.endIndex else { return (text, nil) }
    return (
      String(text[..<end]), try parse(unnamed: String(text[text.index(after: end)...]), subject: subject)
    )
  }

  package func error(at column: Int, _ problem: String) -> SyntaxError {
    SyntaxError(subject: subject, text: text, column: column, problem: problem)
  }

  /// - Throws: when the spec has a key that is not one of `keys`; suggests the most similar one.
  package func allow(keys: [String], of what: String) throws(SyntaxError) {
    for entry in entries where !keys.contains(entry.key) {
      let hint = keys.isEmpty ? "it takes none" : NearestName.hint(entry.key, among: keys)
      throw error(at: entry.keyColumn, "\(quoted(entry.key)) is not a key of \(what); \(hint)")
    }
  }

  /// The same entries, with the keys as they are spelled among `names`: upper and lower case do not matter.
  package func spelled(_ name: String? = nil, among names: [String]) -> Spec {
    Spec(
      subject: subject, text: text, name: name ?? self.name, nameColumn: nameColumn,
      entries: entries.map { entry in
        let key = names.contains(entry.key) ? nil : names.first { $0.lowercased() == entry.key.lowercased() }
        return Entry(
          key: key ?? entry.key, value: entry.value, keyColumn: entry.keyColumn,
          valueColumn: entry.valueColumn,
          subject: entry.subject, text: entry.text)
      })
  }

  package subscript(key: String) -> Entry? { entries.first { $0.key.isSameBytes(as: key) } }

  private static func entries(
    in list: Substring, of text: String, _ subject: String, leadingKey: String? = nil
  ) throws(SyntaxError) -> [Entry] {
    guard text.utf8.count <= 10_000 else {
      throw SyntaxError(
        subject: subject, text: text, column: 1,
        problem: "the text has \(text.utf8.count) bytes; use 10000 at most")
    }
    func error(at index: String.Index, _ problem: String) -> SyntaxError {
      SyntaxError(subject: subject, text: text, column: column(of: index, in: text), problem: problem)
    }
    var result: [Entry] = []
    var keys: Set<ByteString> = []
    for pair in split(list) {
      let part = trimmed(pair)
      guard !part.isEmpty else {
        throw error(at: part.startIndex, "a key=value is missing here; write one or remove the separator")
      }
      guard let sign = part.firstIndex(of: "=") else {
        if let key = leadingKey, result.isEmpty {
          keys.insert(ByteString(key))
          let start = column(of: part.startIndex, in: text)
          result.append(
            Entry(
              key: key, value: String(part), keyColumn: start, valueColumn: start, subject: subject,
              text: text))
          continue
        }
        // The rest of a vector, as in direction=0.3,0.5,-1.
        if let vector = result.last, Double(decimal: part) != nil, Double(decimal: vector.value) != nil {
          throw error(
            at: part.startIndex,
            "the numbers of \(quoted(vector.key)) are separated by slashes: \(vector.key)=\(vector.value)/\(part)/..."
          )
        }
        throw error(at: part.startIndex, "\(quoted(String(part))) has no value; write key=value")
      }
      let (key, value) = (trimmed(part[..<sign]), trimmed(part[part.index(after: sign)...]))
      guard !key.isEmpty else { throw error(at: key.startIndex, "the key before \"=\" is missing") }
      guard !value.isEmpty else {
        throw error(at: value.startIndex, "the value of \(quoted(String(key))) is missing")
      }
      guard keys.insert(ByteString(key)).inserted else {
        throw error(at: key.startIndex, "\(quoted(String(key))) is given twice; keep one")
      }
      result.append(
        Entry(
          key: String(key), value: String(value), keyColumn: column(of: key.startIndex, in: text),
          valueColumn: column(of: value.startIndex, in: text), subject: subject, text: text))
    }
    return result
  }

  /// The parts between commas outside parentheses.
  private static func split(_ list: Substring) -> [Substring] {
    var (depth, start) = (0, list.startIndex)
    var parts: [Substring] = []
    for index in list.indices {
      switch list[index] {
      case "(": depth += 1
      case ")": depth -= 1
      case "," where depth <= 0:
        parts.append(list[start..<index])
        start = list.index(after: index)
      default: break
      }
    }
    return parts + [list[start...]]
  }

  private static func column(of index: String.Index, in text: String) -> Int {
    text.distance(from: text.startIndex, to: index) + 1
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
