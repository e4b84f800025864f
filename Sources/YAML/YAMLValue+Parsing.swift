import CYAML

extension YAMLValue {
  /// The bounds of a text, which keep the memory and the stack of a reader small.
  public struct Limits: Sendable {
    /// Nested sequences and mappings.
    public var depth = 32
    /// Scalars, sequences and mappings, without the elements of sequences of numbers.
    public var values = 100_000
    /// Elements of sequences of numbers.
    public var numbers = 64_000_000

    /// The default limits.
    public init() {}
  }

  /// Whether libyaml cannot be loaded, so that no text can be read.
  public static var isLibraryMissing: Bool { cyaml_load() != nil }

  /// Reads the first document of a YAML or JSON text in UTF-8. OpenCV's first line, `%YAML:1.0`, is no directive of YAML
  /// and is skipped.
  ///
  /// Aliases are refused: no calibration or map needs them, and nested ones expand to any size.
  ///
  /// - Throws: ``YAMLError`` for the first fault, for a text over the limits, and where libyaml is not installed.
  public static func parse(_ bytes: [UInt8], limits: Limits = Limits()) throws(YAMLError) -> YAMLValue {
    if let reason = cyaml_load() {
      throw YAMLError(
        line: nil,
        "YAML is read by libyaml, which cannot be loaded: \(String(cString: reason)) (apt install libyaml-0-2)",
        isLibraryMissing: true)
    }
    let text = withoutDirective(bytes)
    var result: Result<YAMLValue, YAMLError>?
    // The parser reads the bytes only within the closure.
    text.withUnsafeBytes { buffer in
      guard let start = buffer.baseAddress else { return }
      result = Result { () throws(YAMLError) in
        var reader = try YAMLReader(start, buffer.count, limits)
        defer { reader.close() }
        return try reader.readDocument()
      }
    }
    guard let result else { throw YAMLError(line: nil, "the text is empty") }
    return try result.get()
  }

  /// The text with spaces in place of a first line `%YAML:1.0`, so that the lines keep their numbers.
  private static func withoutDirective(_ bytes: [UInt8]) -> [UInt8] {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let start = bytes.starts(with: mark) ? mark.count : 0
    guard bytes[start...].starts(with: Array("%YAML:".utf8)) else { return bytes }
    var bytes = bytes
    let end = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.endIndex
    for index in start..<end { bytes[index] = 0x20 }
    return bytes
  }
}

/// Makes values from the events of libyaml.
private struct YAMLReader {
  /// Freed by ``close()``; only this value has it.
  private let parser: OpaquePointer
  private let limits: YAMLValue.Limits
  private var values = 0, numbers = 0

  init(_ start: UnsafeRawPointer, _ count: Int, _ limits: YAMLValue.Limits) throws(YAMLError) {
    guard let parser = cyaml_new(start, count) else { throw YAMLError(line: nil, "memory is missing") }
    (self.parser, self.limits) = (parser, limits)
  }

  func close() { cyaml_free(parser) }

  mutating func readDocument() throws(YAMLError) -> YAMLValue {
    var event = try next()
    if event.kind == CYAMLDocumentStart { event = try next() }
    guard event.kind != CYAMLEnd else { throw YAMLError(line: nil, "the text is empty") }
    return try value(event, depth: 0)
  }

  private func next() throws(YAMLError) -> CYAMLEvent {
    let event = cyaml_next(parser)
    guard event.kind != CYAMLFailure else {
      let reason = event.text.map { String(cString: $0) } ?? ""
      throw YAMLError(line: Int(clamping: event.line), "this is no valid YAML: \(reason)")
    }
    return event
  }

  private mutating func value(_ event: CYAMLEvent, depth: Int) throws(YAMLError) -> YAMLValue {
    let line = Int(clamping: event.line)
    values += 1
    guard values <= limits.values else {
      throw YAMLError(line: line, "there are more than \(limits.values) values; use a smaller file")
    }
    guard depth < limits.depth else {
      throw YAMLError(line: line, "values are nested more than \(limits.depth) deep; use a flatter file")
    }
    let tag = event.tag.map { String(cString: $0) }
    switch event.kind {
    case CYAMLScalar: return YAMLValue(.scalar(text(event)), tag: tag, line: line)
    case CYAMLSequenceStart: return YAMLValue(try sequence(depth: depth), tag: tag, line: line)
    case CYAMLMappingStart: return YAMLValue(.mapping(try members(depth: depth)), tag: tag, line: line)
    case CYAMLAlias: throw YAMLError(line: line, "aliases are not read; write the value out in place of '*'")
    default: throw YAMLError(line: line, "a value is missing")
    }
  }

  private func text(_ event: CYAMLEvent) -> String { String(decoding: bytes(event), as: UTF8.self) }

  /// The bytes are the parser's and stay until the next event.
  private func bytes(_ event: CYAMLEvent) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: event.text, count: event.count)
  }

  private mutating func sequence(depth: Int) throws(YAMLError) -> YAMLValue.Kind {
    var plain: [Double] = []
    var line = 0
    var elements: [YAMLValue] = []
    while true {
      let event = try next()
      if event.kind == CYAMLSequenceEnd { break }
      if line == 0 { line = Int(clamping: event.line) }
      if elements.isEmpty, event.kind == CYAMLScalar, event.is_plain != 0,
        let number = YAMLValue.number(of: bytes(event))
      {
        numbers += 1
        guard numbers <= limits.numbers else {
          throw YAMLError(
            line: Int(clamping: event.line),
            "there are more than \(limits.numbers) numbers; use a smaller file")
        }
        plain.append(number)
        continue
      }
      if !plain.isEmpty {
        // The sequence is mixed: its numbers become values like the others.
        values += plain.count
        guard values <= limits.values else {
          throw YAMLError(line: line, "there are more than \(limits.values) values; use a smaller file")
        }
        elements = plain.map { YAMLValue(.scalar("\($0)"), line: line) }
        plain = []
      }
      elements.append(try value(event, depth: depth + 1))
    }
    return plain.isEmpty ? .sequence(elements) : .numbers(plain)
  }

  private mutating func members(depth: Int) throws(YAMLError) -> [YAMLValue.Member] {
    var members: [YAMLValue.Member] = []
    var keys: Set<String> = []
    while true {
      let event = try next()
      if event.kind == CYAMLMappingEnd { return members }
      let line = Int(clamping: event.line)
      guard event.kind == CYAMLScalar else { throw YAMLError(line: line, "a key is not a text; use a name") }
      let key = text(event)
      guard keys.insert(key).inserted else {
        throw YAMLError(line: line, "the key '\(key.prefix(80))' is given twice; keep one")
      }
      members.append(YAMLValue.Member(key: key, value: try value(try next(), depth: depth + 1)))
    }
  }
}
