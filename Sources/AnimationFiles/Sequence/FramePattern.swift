#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The names of a sequence's files.
///
/// - `frame-%04d.png`: the number with at least four digits.
/// - `frame-%d.png`: as many digits for all as the last number has, so that names sort as numbers do.
/// - `frames/` or a directory that exists: `frames/frame-%04d.png`.
/// - `frame.png`: `frame-%04d.png`.
///
/// `%%` is a percent sign.
public struct FramePattern: Hashable, Sendable {
  private let prefix: String, suffix: String
  private let digits: Int
  private let firstNumber: Int

  /// - Parameters:
  ///   - frameCount: of the whole sequence, also where only some of its frames are written.
  ///   - firstNumber: of frame 0, in 0...2^31.
  public init(_ output: String, frameCount: Int, firstNumber: Int = 1) throws(ClipError) {
    guard (0...1 << 31).contains(firstNumber) else {
      throw .option("first number of the sequence", value: "\(firstNumber)", allowed: "0...\(1 << 31)")
    }
    self.firstNumber = firstNumber
    let parts = try Self.split(Self.completed(output), of: output)
    (prefix, suffix) = (parts.before, parts.after)
    digits = parts.width ?? String(firstNumber + max(frameCount, 1) - 1).utf8.count
  }

  /// Where the frame with this index, counted from zero, goes.
  public func path(of index: Int) -> String {
    let number = String(firstNumber + index)
    return prefix + String(repeating: "0", count: max(0, digits - number.utf8.count)) + number + suffix
  }

  /// The directory that all files are in, with a slash at its end; "" is the current one. A pattern whose number
  /// stands in a directory's name has none.
  var directory: String? {
    guard !suffix.contains("/") else { return nil }
    return prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? ""
  }

  /// Whether an output means files in a directory.
  static func isDirectory(_ output: String) -> Bool {
    if output.hasSuffix("/") { return true }
    var status = stat()
    return !output.utf8.contains(0) && stat(output, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func completed(_ output: String) -> String {
    if isDirectory(output) {
      let folder = output.replacing("%", with: "%%")
      return (folder.hasSuffix("/") ? folder : folder + "/") + "frame-%04d.png"
    }
    guard !output.contains("%") else { return output }
    return output.lowercased().hasSuffix(".png")
      ? output.dropLast(4) + "-%04d" + output.suffix(4) : output + "-%04d.png"
  }

  private static func split(
    _ pattern: String, of output: String
  ) throws(ClipError) -> (before: String, after: String, width: Int?) {
    var pieces = [""]
    var width: Int?
    var rest = Substring(pattern)
    while let percent = rest.firstIndex(of: "%") {
      pieces[pieces.count - 1] += rest[..<percent]
      rest = rest[rest.index(after: percent)...]
      if rest.hasPrefix("%") {
        pieces[pieces.count - 1] += "%"
        rest = rest.dropFirst()
        continue
      }
      let number = rest.prefix { $0.isASCII && $0.isNumber }
      guard rest.dropFirst(number.count).hasPrefix("d"), number.isEmpty || number.hasPrefix("0"),
        number.count <= 3,
        number.isEmpty || (1...20).contains(Int(number) ?? 0)
      else {
        throw .pattern(output, problem: "holds a % that is none of %d, %01d ... %020d and %%")
      }
      guard pieces.count == 1 else { throw .pattern(output, problem: "has two places for the number") }
      width = Int(number)
      pieces.append("")
      rest = rest.dropFirst(number.count + 1)
    }
    pieces[pieces.count - 1] += rest
    guard pieces.count == 2 else { throw .pattern(output, problem: "has no place for the number") }
    return (pieces[0], pieces[1], width)
  }
}
