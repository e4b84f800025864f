/// The names of numbered files: `frames/in-%04d.png`, as printf has it.
///
/// The name has one `%d`, `%4d` or `%04d`, whose number is filled with zeros to that many digits, and `%%` for a
/// percent sign. The directory has none.
struct SequencePattern: Hashable, Sendable {
  let text: String
  /// With the slash at its end; empty for the working directory.
  let directory: String
  private let prefix: [UInt8], suffix: [UInt8]
  private let digits: Int

  init(_ text: String) throws(FrameSourceError) {
    func fault(_ problem: String) -> FrameSourceError { .pattern(text, problem: problem) }
    self.text = text
    directory = OutputTarget.directory(of: text)
    guard !directory.contains("%") else {
      throw fault("only the file's name, not its directory, may have a %")
    }
    var parts: [[UInt8]] = [[]]
    var width = 0
    var rest = Array(text.utf8)[...].dropFirst(directory.utf8.count)
    guard !rest.contains(0) else { throw fault("there is a zero byte in it") }
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        parts[parts.count - 1].append(byte)
        continue
      }
      if rest.first == byte {
        parts[parts.count - 1].append(byte)
        rest.removeFirst()
        continue
      }
      let number = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      rest = rest[number.endIndex...]
      guard rest.popFirst() == UInt8(ascii: "d") else {
        throw fault("use %d, %04d or the like, and %% for a %")
      }
      guard parts.count == 1 else { throw fault("there is more than one number; use one %d") }
      width = number.isEmpty ? 1 : Int(String(decoding: number, as: UTF8.self)) ?? .max
      guard width <= 18 else { throw fault("a number has at most 18 digits") }
      parts.append([])
    }
    guard parts.count == 2 else { throw fault("there is no number in it; use %d or, for 0001, %04d") }
    (prefix, suffix, digits) = (parts[0], parts[1], max(width, 1))
  }

  /// The file of a number of 0 or more.
  func path(_ number: Int) -> String {
    let figures = String(number)
    let zeros = String(repeating: "0", count: max(digits - figures.utf8.count, 0))
    return directory + String(decoding: prefix, as: UTF8.self) + zeros + figures
      + String(decoding: suffix, as: UTF8.self)
  }

  /// The number in a file's name; nil when the name does not fit or would be written otherwise.
  func number(in name: some Collection<UInt8>) -> Int? {
    let count = name.count - prefix.count - suffix.count
    guard count >= digits, count <= 18, name.starts(with: prefix),
      name.suffix(suffix.count).elementsEqual(suffix)
    else { return nil }
    let figures = name.dropFirst(prefix.count).prefix(count)
    guard figures.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      count == digits || figures.first != UInt8(ascii: "0")
    else { return nil }
    return figures.reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) }
  }
}
