extension JSONScanner {
  /// One step of a path to a value.
  enum Step {
    case key(String)
    case index(Int)

    /// Parses what follows a name: `.contents.image`, `[2].opacity`.
    /// - Returns: nil for other text.
    static func parse(_ text: Substring) -> [Step]? { parse(Array(text.utf8)[...]) }

    static func parse(_ text: ArraySlice<UInt8>) -> [Step]? {
      var (steps, rest) = ([Step](), text)
      while let first = rest.popFirst() {
        switch first {
        case UInt8(ascii: "."):
          let key = rest.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "[") }
          guard !key.isEmpty else { return nil }
          steps.append(.key(String(decoding: key, as: UTF8.self)))
          rest = rest.dropFirst(key.count)
        case UInt8(ascii: "["):
          let digits = rest.prefix { $0 != UInt8(ascii: "]") }
          guard digits.count < rest.count, let number = Int(String(decoding: digits, as: UTF8.self)),
            number >= 0
          else { return nil }
          steps.append(.index(number))
          rest = rest.dropFirst(digits.count + 1)
        default: return nil
        }
      }
      return steps
    }
  }

  /// The value at a path from the top of the text, `layers[0].opacity`; nil where the path leads to no value.
  func value(atPath path: String) -> Range<Int>? {
    guard let steps = Step.parse(path.hasPrefix("[") ? path[...] : "." + path), var place = value(at: 0)
    else { return nil }
    for step in steps {
      switch step {
      case .key(let key):
        guard isObject(place), let found = member(key, of: place) else { return nil }
        place = found
      case .index(let index):
        guard isArray(place) else { return nil }
        let elements = elements(of: place)
        guard index < elements.count else { return nil }
        place = elements[index]
      }
    }
    return place
  }
}
