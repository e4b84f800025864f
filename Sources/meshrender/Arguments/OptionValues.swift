import ArgumentParser
import MeshTransform

/// The values that an option takes, for the sentence about another value.
struct OptionValues {
  /// A phrase such as `use a whole number in 1...100, such as 85`.
  let advice: String

  /// Fails where the parser's message has a reason of the option's own.
  /// - Parameters:
  ///   - message: the parser's message about a value.
  ///   - option: the option and its value, such as "--scale <factor>".
  init?(_ message: String, option: Substring, of command: any ParsableCommand.Type) {
    let name = String(option.prefix { $0 != " " })
    // A list of words over several lines.
    let words = message.split(separator: "\n").compactMap { $0.dropping(bytesOf: "  - ").map { String($0) } }
    if let last = words.last {
      advice = "use \(words.dropLast().joined(separator: ", ")) or \(last)"
      return
    }
    let isOfAnyNumber = message.contains("': \(Self.anyNumber)")
    guard isOfAnyNumber || message.hasSuffix("'") else { return nil }
    if let values = Self.special["\(command._commandName) \(name)"] ?? Self.values[name] {
      advice = "use \(values)"
    } else if isOfAnyNumber {
      return nil
    } else {
      advice = "'meshrender help \(command._commandName)' says what it takes"
    }
  }

  /// The reason of options that take numbers of several kinds.
  static let anyNumber = "write a decimal number below 1e308, such as 1.5"

  /// Of options that differ from those of the same name of other commands.
  private static let special = [
    "animate --quality": "a whole number in 0...100, such as 80",
    "convert --size": "a width and a height above 0, such as 640x360",
    "convert --subdivision-steps": "a whole number of 0 or more, such as 2",
    "inspect --limit": "a whole number of 0 or more, such as 20",
  ]

  private static let values = [
    "--aspect": "a width over a height in 0.001...1000, such as 16:9 or 1.6",
    "--compression": "none, fast, balanced, small, or a zlib level in 0...9, such as 6",
    "--degree": "a whole number in 1...5, such as 2",
    "--dpi": "a number in 1...65535, such as 300",
    "--effort": "a whole number in 0...6, such as 4",
    "--font-size": "a number of points in 0.1...8192, such as 24",
    "--jobs": "a whole number in 1...60, such as 4",
    "--letter-spacing": "a number of points in -1000...1000, such as 2.5",
    "--limit": "a whole number above 0, such as 20",
    "--max-faces": "a whole number in 1...1099511627776, such as 1000000",
    "--max-frames": "a whole number above 0, such as 1000",
    "--max-overdraw": "a whole number in 1...1125899906842624, such as 1000000000",
    "--max-pixels": "a whole number in 1...17179869184, such as 100000000",
    "--max-side": "a whole number in 1...2147483647, such as 16384",
    "--max-vertices": "a whole number in 1...2147483647, such as 100000",
    "--minimum-alpha": "a number in 0...1, such as 0.5",
    "--padding": "a decimal number of 0 or more points, such as 20",
    "--quality": "a whole number in 1...100, such as 85",
    "--reject": "a number of pixels of 0 or more, such as 3",
    "--scale": "a decimal number above 0, such as 2 or 0.5",
    "--sheet-gap": "a whole number in 0...1000, such as 2",
    "--smoothing": "a number of 0 or more, such as 100",
    "--steps": "a whole number of 0 or more, such as 2",
    "--subdivision-steps": "a whole number of 0 or more, such as 2, or auto",
    "--text-width": "a number of points in 0.1...1000000, such as 400",
    "--threads": "a whole number in 1...256, such as 4",
  ]
}
