extension [UInt8] {
  /// Adds a number in the fewest digits that read back as the same `Float`: `1`, `-0.0`, `0.1`.
  mutating func append(number: Float) { append(shortest: number.description) }

  mutating func append(number: Double) { append(shortest: number.description) }

  private mutating func append(shortest text: String) {
    let isWhole = text.hasSuffix(".0") && text != "-0.0"
    self += isWhole ? text.dropLast(2).utf8 : text[...].utf8
  }
}

/// A coordinate that runs the other way in a file: `1 - value`.
enum Flipped {
  /// The coordinate of a number in a file.
  static func value(of number: Double) -> Float { Float(1 - number) }

  /// The number to write for a coordinate, such that ``value(of:)`` gives it back: exactly, but for coordinates that
  /// are smaller than 2^-29, which keep an error of 2^-54 at most.
  static func append(_ value: Float, to out: inout [UInt8]) {
    // `0.9` for 0.1, where so few digits are enough.
    let text = (1 - value).description
    if let number = Double(text), self.value(of: number) == value {
      out.append(number: 1 - value)
    } else {
      out.append(number: 1 - Double(value))
    }
  }
}
