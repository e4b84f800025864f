import MeshTransform
import SceneDocument

/// A problem of a job, a phrase.
struct BatchProblem: Error {
  let description: String
  init(_ description: String) { self.description = description }
}

/// The members of a JSON object, in order.
struct BatchLine {
  enum Value {
    case string(String)
    /// A number, `true`, `false` or `null`, as written.
    case word(String)
    case array([Value])
    /// As JSON text.
    case object(String)
  }

  let members: [(key: String, value: Value)]
  private let values: [ByteString: Value]

  init(_ bytes: [UInt8]) throws(BatchProblem) {
    do { try JSONReader.check(bytes, name: "") } catch {
      throw BatchProblem("the line is not a JSON object (\(error.problem)); write one job per line")
    }
    let members = bytes.withUnsafeBufferPointer { buffer -> [(key: String, value: Value)]? in
      let json = JSONScanner(buffer)
      guard let object = json.value(at: 0), json.isObject(object) else { return nil }
      return json.members(of: object).compactMap { member in
        json.string(at: member.key).map { ($0, Value(member.value, json)) }
      }
    }
    guard let members else { throw BatchProblem("the line is not a JSON object; write one job per line") }
    self.members = members
    values = Dictionary(
      members.map { (ByteString($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  /// The text of a string or a number; nil without the key.
  func text(_ key: String) throws(BatchProblem) -> String? {
    switch values[ByteString(key)] {
    case nil: return nil
    case .string(let text): return text
    case .word(let text) where Double(decimal: text) != nil: return text
    case .word, .array, .object: throw BatchProblem("\"\(key.excerpt)\" is not a string")
    }
  }
}

extension BatchLine.Value {
  init(_ value: Range<Int>, _ json: JSONScanner) {
    if let text = json.string(at: value) {
      self = .string(text)
    } else if json.isArray(value) {
      self = .array(json.elements(of: value).map { BatchLine.Value($0, json) })
    } else if json.isObject(value) {
      self = .object(json.text(of: value))
    } else {
      self = .word(json.text(of: value))
    }
  }

  var json: String {
    switch self {
    case .string(let text): text.quotedAsJSON
    case .word(let text), .object(let text): text
    case .array(let elements): "[" + elements.map(\.json).joined(separator: ", ") + "]"
    }
  }

  /// The arguments of a flag with this value.
  func flags(_ name: String) throws(BatchProblem) -> [String] {
    let isName = name.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (0x61...0x7A).contains($0) }
    guard isName, !name.hasPrefix("-") else {
      throw BatchProblem("the key \"\(name.excerpt)\" is not a flag; write a long flag without its dashes")
    }
    switch self {
    case .word("true"): return ["--\(name)"]
    case .word("false"), .word("null"): return []
    // The parser takes the argument after an empty value for the value.
    case .string(""): return ["--\(name)", ""]
    case .string(let text), .word(let text): return ["--\(name)=\(text)"]
    case .array(let elements):
      var flags: [String] = []
      for element in elements { flags += try element.flags(name) }
      return flags
    case .object: throw BatchProblem("\"\(name.excerpt)\" is an object; use a string or a number")
    }
  }
}
