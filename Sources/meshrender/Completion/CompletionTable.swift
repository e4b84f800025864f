import ArgumentParser
import SceneDocument

/// The arguments of a command that completions offer, as the parser describes them.
struct CompletionTable {
  struct Argument {
    /// With dashes, the preferred one first; empty for a positional argument.
    let names: [String]
    let summary: String
    /// The name of its value in the help; nil for a flag.
    let valueName: String?
    let isRepeating: Bool
    /// The values, where the parser knows them.
    let values: [String]
  }

  private(set) var options: [Argument] = []
  private(set) var positionals: [Argument] = []

  init(of command: any ParsableCommand.Type) {
    Array(command._dumpHelp().utf8).withUnsafeBufferPointer { buffer in
      let json = JSONScanner(buffer)
      guard let top = json.value(at: 0), json.isObject(top), let command = json.member("command", of: top),
        let arguments = json.member("arguments", of: command)
      else { return }
      for argument in json.elements(of: arguments) { add(argument, json) }
    }
  }

  /// Adds the options with long names that the table lacks.
  /// - Parameter names: of options to leave out, without dashes.
  mutating func add(_ other: CompletionTable, except names: Set<String>) {
    options += other.options.filter { option in
      option.names[0].hasPrefix("--") && !names.contains(String(option.names[0].dropFirst(2)))
        && self.option(option.names[0]) == nil
    }
  }

  /// The option with this name.
  func option(_ name: String) -> Argument? { options.first { $0.names.contains(name) } }

  private mutating func add(_ argument: Range<Int>, _ json: JSONScanner) {
    func text(_ key: String, of value: Range<Int>) -> String? {
      json.member(key, of: value).map { json.string(at: $0) ?? json.text(of: $0) }
    }
    guard text("shouldDisplay", of: argument) == "true", let kind = text("kind", of: argument) else { return }
    let names = json.member("names", of: argument).map { json.elements(of: $0) } ?? []
    let words = names.compactMap { name in
      text("name", of: name).map { (text("kind", of: name) == "long" ? "--" : "-") + $0 }
    }
    var values: [String] = []
    if let completion = json.member("completionKind", of: argument), json.isObject(completion),
      let list = json.member("list", of: completion), let words = json.member("values", of: list)
    {
      values = json.elements(of: words).compactMap { json.string(at: $0) }
    }
    let described = Argument(
      names: words.sorted { $0.count > $1.count }, summary: text("abstract", of: argument) ?? "",
      valueName: kind == "flag" ? nil : text("valueName", of: argument) ?? "",
      isRepeating: text("isRepeating", of: argument) == "true", values: values)
    if kind == "positional" { positionals.append(described) } else { options.append(described) }
  }
}
