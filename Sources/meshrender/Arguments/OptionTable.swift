import ArgumentParser
import SceneDocument

/// The options of a command, as the parser describes them.
///
/// Describing a command takes milliseconds; read it only where it is needed.
struct OptionTable {
  struct Option {
    /// With a value; otherwise a flag.
    let hasValue: Bool
    let isRepeating: Bool
    /// Whether the value is the next argument, whatever it begins with.
    let takesAnything: Bool
    /// The help text.
    let help: String
  }

  /// The options by their names with dashes. An option with several names has the same index for all.
  private(set) var indices: [String: Int] = [:]
  private(set) var options: [Option] = []

  init(of command: any ParsableCommand.Type) {
    let text = Array(command._dumpHelp().utf8)
    text.withUnsafeBufferPointer { buffer in
      let json = JSONScanner(buffer)
      guard let top = json.value(at: 0), json.isObject(top), let command = json.member("command", of: top),
        let arguments = json.member("arguments", of: command)
      else { return }
      for argument in json.elements(of: arguments) { add(argument, json) }
    }
  }

  private mutating func add(_ argument: Range<Int>, _ json: JSONScanner) {
    func text(_ key: String, of value: Range<Int>) -> String? {
      json.member(key, of: value).map { json.string(at: $0) ?? json.text(of: $0) }
    }
    guard let kind = text("kind", of: argument), kind != "positional",
      let names = json.member("names", of: argument)
    else { return }
    for name in json.elements(of: names) {
      guard let word = text("name", of: name) else { continue }
      indices[(text("kind", of: name) == "long" ? "--" : "-") + word] = options.count
    }
    options.append(
      Option(
        hasValue: kind == "option", isRepeating: text("isRepeating", of: argument) == "true",
        takesAnything: text("parsingStrategy", of: argument) == "unconditional",
        help: text("abstract", of: argument) ?? ""))
  }
}
