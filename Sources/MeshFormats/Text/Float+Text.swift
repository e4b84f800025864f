extension [UInt8] {
  /// Adds a number in the fewest digits that read back as the same `Float`: `1`, `-0.0`, `0.1`.
  mutating func append(number: Float) { append(shortest: number.description) }

  mutating func append(number: Double) { append(shortest: number.description) }

  /// Adds what a file has for a coordinate that it measures in another way: as few digits as give the coordinate back
  /// when `reading` turns them into it.
  ///
  /// The result is exact, but for a coordinate so near its own zero (below 2^-28, say) that the file's number has no
  /// room for its last bits.
  mutating func append(_ number: Double, for coordinate: Float, reading: (Double) -> Float) {
    let short = Float(number).description
    if let value = Double(short), reading(value) == coordinate {
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
