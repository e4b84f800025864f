import MeshTransform

/// The names of numbered files in printf syntax: `frames/in-%04d.png`, `in-%d.png`. The directory is no pattern: all of
/// its characters stand for themselves.
///
/// `%d` stands for the number. `%04d` or `%4d` stands for the number with leading zeros to that many digits, 1...18.
/// `%%` is a percent sign. A plain `%d` directly before a letter or digit is literal, so that `100%done.png` names one
/// file; `%01d` stands for the number there.
public struct SequenceFileNames: Hashable, Sendable {
  /// The text of the pattern.
  public let text: String
  /// The directory of all files, with a slash at its end; empty for the working directory.
  public let directory: String
  /// The parts of a file's name before and after the number.
  package let prefix: String, suffix: String
  /// The smallest number of digits.
  package let digits: Int

  /// A description of a pattern's fault and its correction.
  public struct Fault: Error, Hashable {
    /// The fault and its correction.
    public let problem: String
  }

  /// - Throws: ``Fault`` when the pattern has no placeholder, two of them, or another `%`.
  public init(_ text: String) throws(Fault) {
    self.text = text
    guard !text.utf8.contains(0) else { throw Fault(problem: "it contains a zero byte") }
    var pieces = [""]
    var width = 1
    var rest = Self.fileName(of: text)
    directory = String(text[..<rest.startIndex])
    while let percent = rest.firstIndex(of: "%") {
      pieces[pieces.count - 1] += rest[..<percent]
      rest = rest[rest.index(after: percent)...]
      if rest.hasPrefix("%") {
        pieces[pieces.count - 1] += "%"
        rest = rest.dropFirst()
        continue
      }
      guard let place = Self.place(&rest) else {
        throw Fault(problem: "use %d or %04d for the number, and %% for a percent sign")
      }
      guard pieces.count == 1 else { throw Fault(problem: "there is more than one number; use one %d") }
      guard (1...Self.mostDigits).contains(place) else {
        throw Fault(problem: "a number has 1 to \(Self.mostDigits) digits")
      }
      width = place
      pieces.append("")
    }
    pieces[pieces.count - 1] += rest
    guard pieces.count == 2 else {
      throw Fault(
        problem: "the file name has no placeholder for the number; use %d, or %04d for 0001")
    }
    (prefix, suffix, digits) = (pieces[0], pieces[1], width)
  }

  /// Patterns are equal if their bytes are.
  public static func == (a: SequenceFileNames, b: SequenceFileNames) -> Bool {
    a.text.isSameBytes(as: b.text)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(ByteString(text)) }

  private static let mostDigits = 18

  /// The part of a path after its last slash.
  package static func fileName(of path: String) -> Substring {
    // Of bytes: a slash and a combining character after it are one Character.
    path[(path.utf8.lastIndex(of: UInt8(ascii: "/")).map(path.utf8.index(after:)) ?? path.startIndex)...]
  }

  /// Whether the name of a file contains a placeholder, valid for ``init(_:)`` or not.
  public static func isPattern(_ text: String) -> Bool {
    var rest = fileName(of: text)
    while let percent = rest.firstIndex(of: "%") {
      rest = rest[rest.index(after: percent)...]
      if rest.hasPrefix("%") {
        rest = rest.dropFirst()
      } else if place(&rest) != nil {
        return true
      }
    }
    return false
  }

  /// The minimum number of digits of a placeholder, which is removed from the text; nil when there is none.
  private static func place(_ rest: inout Substring) -> Int? {
    let figures = rest.prefix { $0.isASCII && $0.isNumber }
    let after = rest[figures.endIndex...]
    guard after.hasPrefix("d") else { return nil }
    if figures.isEmpty, let next = after.dropFirst().first, next.isASCII, next.isLetter || next.isNumber {
      return nil
    }
    rest = after.dropFirst()
    return figures.isEmpty ? 1 : Int(figures) ?? .max
  }

  /// The path of the file with a number of 0 or more.
  public func path(_ number: Int) -> String {
    let figures = String(number)
    return directory + prefix + String(repeating: "0", count: max(digits - figures.utf8.count, 0)) + figures
      + suffix
  }

  /// The number of a file in ``directory``; nil when its name does not match the pattern exactly.
  func number(in name: some Collection<UInt8>) -> Int? {
    let count = name.count - prefix.utf8.count - suffix.utf8.count
    guard count >= digits, count <= Self.mostDigits, name.starts(with: prefix.utf8),
      name.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    else { return nil }
    let figures = name.dropFirst(prefix.utf8.count).prefix(count)
    guard figures.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      count == digits || figures.first != UInt8(ascii: "0")
    else { return nil }
    return figures.reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) }
  }
}
