extension [UInt8] {
  /// Appends a number in the fewest digits that read back as the same `Float`: `1`, `-0.0`, `0.1`.
  mutating func append(number: Float) { append(shortest: number.description) }

  mutating func append(number: Double) { append(shortest: number.description) }

  /// Appends the file's number for a coordinate in other units, in the fewest digits from which `reading` restores the
  /// coordinate.
  ///
  /// The result is exact, except for a coordinate so close to its own zero (below 2^-28, for example) that the file's
  /// number cannot hold its last bits.
  mutating func append(_ number: Double, for coordinate: Float, reading: (Double) -> Float) {
    let short = Float(number).description
    if let value = Double(decimal: short), reading(value) == coordinate {
      append(shortest: short)
    } else {
      append(number: number)
    }
  }

  private mutating func append(shortest text: String) {
    let isWhole = text.hasSuffix(".0") && text != "-0.0"
    self += isWhole ? text.dropLast(2).utf8 : text[...].utf8
  }
}
