import CheckedNumbers

/// A value of a YAML text, with the line on which it starts.
///
/// ```swift
/// let root = try YAMLValue.parse(bytes)
/// let data = root["camera_matrix"]?["data"]?.numbers   // [Double]
/// ```
public struct YAMLValue: Hashable, Sendable {
  /// The three kinds of values; sequences of numbers only are kept apart, because those of matrices are long.
  public enum Kind: Hashable, Sendable {
    /// The text of a scalar, without quotation marks.
    case scalar(String)
    /// A sequence of at least one plain scalar, all of which are numbers.
    case numbers([Double])
    /// Any other sequence.
    case sequence([YAMLValue])
    /// The members in the order of the text; no key is there twice.
    case mapping([Member])
  }

  /// A key and its value.
  public struct Member: Hashable, Sendable {
    /// The key, a scalar.
    public let key: String
    /// The value of the key.
    public let value: YAMLValue

    /// A member with the given values.
    public init(key: String, value: YAMLValue) { (self.key, self.value) = (key, value) }
  }

  /// The contents.
  public let kind: Kind
  /// The resolved tag, such as `tag:yaml.org,2002:opencv-matrix` for `!!opencv-matrix`; nil without one.
  public let tag: String?
  /// The line on which the value starts, counted from 1 in the file.
  public let line: Int

  /// A value with the given contents.
  public init(_ kind: Kind, tag: String? = nil, line: Int) {
    (self.kind, self.tag, self.line) = (kind, tag, line)
  }

  /// The value of a key; nil for another kind, and without the key.
  public subscript(key: String) -> YAMLValue? { members.first { $0.key == key }?.value }

  /// The members of a mapping; empty for another kind.
  public var members: [Member] { if case .mapping(let members) = kind { members } else { [] } }

  /// The elements of a sequence; empty for another kind.
  public var elements: [YAMLValue] {
    switch kind {
    case .sequence(let values): values
    case .numbers(let numbers): numbers.map { YAMLValue(.scalar("\($0)"), line: line) }
    case .scalar, .mapping: []
    }
  }

  /// The text of a scalar; nil for another kind.
  public var string: String? { if case .scalar(let text) = kind { text } else { nil } }

  /// The number that a scalar states, which may be NaN or infinite; nil for another value.
  public var number: Double? { string.flatMap { Self.number(of: $0.utf8) } }

  /// The whole number that a scalar states; nil for another value.
  public var integer: Int? { number.flatMap { Int(exactly: $0) } }

  /// The numbers of a sequence, in nested sequences row by row; a scalar is one number. Nil where a value is no number.
  public var numbers: [Double]? {
    switch kind {
    case .numbers(let numbers): return numbers
    case .scalar: return number.map { [$0] }
    case .mapping: return nil
    case .sequence(let values):
      var result: [Double] = []
      for value in values {
        guard let numbers = value.numbers else { return nil }
        result += numbers
      }
      return result
    }
  }

  /// A decimal number, `.nan` or `.inf` with a sign, in any case, as YAML 1.1 and OpenCV write them; nil for other texts.
  static func number(of text: some Collection<UInt8>) -> Double? {
    guard let first = text.first, text.count <= 64 else { return nil }
    let unsigned = first == UInt8(ascii: "-") || first == UInt8(ascii: "+") ? text.dropFirst() : text[...]
    if unsigned.first == UInt8(ascii: "."), unsigned.count == 4 {
      switch String(decoding: unsigned, as: UTF8.self).lowercased() {
      case ".nan": return .nan
      case ".inf": return first == UInt8(ascii: "-") ? -.infinity : .infinity
      default: break
      }
    }
    return Double(decimal: String(decoding: text, as: UTF8.self))
  }
}

/// Why a YAML text can't be read.
public struct YAMLError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line at fault, counted from 1; nil where the fault has none.
  public let line: Int?
  /// The fault and the remedy.
  public let problem: String
  /// Whether the fault is the missing library, not the text.
  public let isLibraryMissing: Bool

  init(line: Int?, _ problem: String, isLibraryMissing: Bool = false) {
    (self.line, self.problem, self.isLibraryMissing) = (line, problem, isLibraryMissing)
  }

  /// `line 3: ...`.
  public var description: String { line.map { "line \($0): \(problem)" } ?? problem }
}
