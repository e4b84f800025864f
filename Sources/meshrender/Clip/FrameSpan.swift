import ArgumentParser

/// `a..b`, frames counted from 1, both ends included; either end may be omitted.
struct FrameSpan: Hashable, Sendable {
  private let first: Int?, last: Int?

  init(_ argument: String) throws {
    let parts = argument.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1].isEmpty, let first = Self.number(parts[0]),
      let last = Self.number(parts[2]), first != nil || last != nil, first ?? 1 <= last ?? .max
    else {
      throw ValidationError(
        "write the first and the last frame, numbered from 1, such as 10..20, 10.. or ..20")
    }
    (self.first, self.last) = (first, last)
  }

  /// The outer optional is nil for text that is not a number, the inner one for empty text.
  private static func number(_ text: Substring) -> Int?? {
    if text.isEmpty { return .some(nil) }
    guard let number = Int(text), number >= 1 else { return nil }
    return number
  }

  /// Indices counted from 0.
  /// - Throws: when the clip has fewer frames.
  func indices(of count: Int) throws(Failure) -> Range<Int> {
    guard first ?? 1 <= count, last ?? 1 <= count else {
      throw Failure(
        .usage, "--frames \(self) is outside the clip, which has \(count) \(count == 1 ? "frame" : "frames")")
    }
    return (first ?? 1) - 1..<(last ?? count)
  }
}

extension FrameSpan: CustomStringConvertible {
  var description: String { "\(first.map(String.init) ?? "")..\(last.map(String.init) ?? "")" }
}
