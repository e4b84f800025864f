import ArgumentParser

/// The words of a command line up to the cursor, and how the last one can go on.
struct CompletionRequest {
  private let words: [String]
  /// The word before the cursor, which may be empty.
  private var word: String { words.last ?? "" }

  /// - Parameter words: what follows the program's name; the last one is to be completed.
  init(_ words: [String]) { self.words = words.isEmpty ? [""] : words }

  var completion: Completion {
    guard words.count > 1 else { return Self.commands.or(word.hasPrefix("-") ? Self.rootFlags : .none) }
    guard words[0] != "help" else { return words.count == 2 ? Self.commands : .none }
    guard let command = Self.shown.first(where: { $0._commandName == words[0] }) else { return .none }
    var table = CompletionTable(of: command)
    if command == Batch.self {
      table.add(CompletionTable(of: Render.self), except: Set(BatchJob.refused.keys))
    }
    return completion(of: command._commandName, table)
  }

  private static var shown: [any ParsableCommand.Type] {
    Meshrender.configuration.subcommands.filter { $0.configuration.shouldDisplay }
  }

  private static var commands: Completion {
    Completion(
      candidates: shown.map { Completion.Candidate($0._commandName, $0.configuration.abstract) }
        + [Completion.Candidate("help", "Show the help of a command.")])
  }

  private static var rootFlags: Completion { .words(["--help", "--version", "--verbose"]) }

  private func completion(of command: String, _ table: CompletionTable) -> Completion {
    var given: Set<String> = []
    var positionalCount = 0
    var pending: CompletionTable.Argument?
    var areOptionsOver = false
    for word in words.dropFirst().dropLast() {
      if pending != nil {
        pending = nil
      } else if areOptionsOver || !word.hasPrefix("-") || word == "-" {
        positionalCount += 1
      } else if word == "--" {
        areOptionsOver = true
      } else if let option = Self.option(named: word, table) {
        given.formUnion(option.names)
        if option.valueName != nil, !word.contains("=") { pending = option }
      }
    }
    if let pending { return ValueCompletion(command, pending).completion(of: word) }
    if !areOptionsOver, word.hasPrefix("--"), let sign = word.firstIndex(of: "=") {
      guard let option = table.option(String(word[..<sign])), option.valueName != nil else { return .none }
      let value = word.index(after: sign)
      return ValueCompletion(command, option).completion(of: String(word[value...]))
        .after(String(word[..<value]))
    }
    let options = Completion(
      candidates: table.options.filter { $0.isRepeating || given.isDisjoint(with: $0.names) }
        .map { Completion.Candidate($0.names[0], $0.summary) })
    if !areOptionsOver, word.hasPrefix("-") { return options }
    guard let positional = Self.positional(positionalCount, table) else {
      return areOptionsOver ? .none : options
    }
    return ValueCompletion(command, positional).completion(of: word)
  }

  /// The option of a word: by its long name, or by the last of several short ones, whose value follows.
  private static func option(named word: String, _ table: CompletionTable) -> CompletionTable.Argument? {
    let name = String(word.prefix { $0 != "=" })
    if let option = table.option(name) { return option }
    return name.hasPrefix("--") ? nil : name.last.flatMap { table.option("-\($0)") }
  }

  private static func positional(_ index: Int, _ table: CompletionTable) -> CompletionTable.Argument? {
    if index < table.positionals.count { return table.positionals[index] }
    return table.positionals.last.flatMap { $0.isRepeating ? $0 : nil }
  }
}
