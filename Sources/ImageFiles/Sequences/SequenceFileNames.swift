/// The names of numbered files, as printf has them: `frames/in-%04d.png`, `in-%d.png`.
///
/// `%d` stands for the number. `%04d` or `%4d` stands for the number with leading zeros to that many digits, 1...18. `%%` is a
/// percent sign. A plain `%d` directly before a letter or digit is not a place for the number, so that `100%done.png` names
/// one file; write `%01d` there.
public struct SequenceFileNames: Hashable, Sendable {
  /// The pattern that it was made of.
  public let text: String
  private let prefix: String, suffix: String
  private let digits: Int

  /// What is wrong with a pattern and what would be right.
  public struct Fault: Error, Hashable {
    public let problem: String
  }

  /// - Throws: ``Fault`` where there is no place for the number, two of them, or a `%` that is none of the above.
  public init(_ text: String) throws(Fault) {
    self.text = text
    guard !text.utf8.contains(0) else { throw Fault(problem: "there is a zero byte in it") }
    var pieces = [""]
    var width = 1
    var rest = Substring(text)
    while let percent = rest.firstIndex(of: "%") {
      pieces[pieces.count - 1] += rest[..<percent]
      rest = rest[rest.index(after: percent)...]
      if rest.hasPrefix("%") {
        pieces[pieces.count - 1] += "%"
        rest = rest.dropFirst()
        continue
      }
      guard let place = Self.place(&rest) else {
        throw Fault(problem: "use %d, %04d or the like for the number, and %% for a percent sign")
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
      throw Fault(problem: "there is no place for the number in it; use %d or, for 0001, %04d")
    }
    (prefix, suffix, digits) = (pieces[0], pieces[1], width)
  }

  private static let mostDigits = 18

  /// Whether a name has a place for a number, be it one that ``init(_:)`` takes or not.
  public static func isPattern(_ text: String) -> Bool {
    var rest = Substring(text)
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

  /// A name in a pattern, each of its percent signs for itself.
  public static func escaped(_ name: String) -> String { name.replacing("%", with: "%%") }

  /// The least number of digits at a place for a number, and takes it off the text; nil where there is none.
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

  /// The directory that all files are in, with a slash at its end; empty for the working directory. Nil where the number is
  /// in a directory's name.
  public var directory: String? {
    guard !suffix.contains("/") else { return nil }
    return prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? ""
  }

  /// The file with a number of 0 or more.
  public func path(_ number: Int) -> String {
    let figures = String(number)
    return prefix + String(repeating: "0", count: max(digits - figures.utf8.count, 0)) + figures + suffix
  }

  /// The number of a file of ``directory``; nil when its name does not fit or would be written otherwise.
  func number(in name: some Collection<UInt8>) -> Int? {
    let prefix = prefix.utf8.dropFirst(directory?.utf8.count ?? 0)
    let count = name.count - prefix.count - suffix.utf8.count
    guard count >= digits, count <= Self.mostDigits, name.starts(with: prefix),
      name.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    else { return nil }
    let figures = name.dropFirst(prefix.count).prefix(count)
    guard figures.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      count == digits || figures.first != UInt8(ascii: "0")
    else { return nil }
    return figures.reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) }
  }
}
