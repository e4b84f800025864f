import ArgumentParser

/// Refuses options that are given several times and have one value, of which the parser keeps the last.
enum RepeatedOptions {
  /// - Parameter arguments: from which `command` has been parsed without an error.
  static func check(_ arguments: [String], of command: any ParsableCommand) throws(Failure) {
    // The first word is the command.
    let arguments = arguments.dropFirst()
    let candidates = candidates(in: arguments)
    guard !candidates.isEmpty, !areRepeatable(candidates, in: command) else { return }
    var given: [Int: [(name: String, value: String)]] = [:]
    let table = OptionTable(of: type(of: command))
    forEachOption(in: arguments, table) { index, name, value in
      given[index, default: []].append((name, value))
    }
    let repeated = given.filter { $0.value.count > 1 && !table.options[$0.key].isRepeating }
    // The table's order makes the message independent of the dictionary's.
    guard let fault = repeated.min(by: { $0.key < $1.key })?.value else { return }
    let (first, last) = (fault[0], fault[fault.count - 1])
    let values =
      fault.count > 2
      ? " \(fault.count) times, first as \"\(first.value.excerpt)\" and last as \"\(last.value.excerpt)\""
      : " twice, as \"\(first.value.excerpt)\" and as \"\(last.value.excerpt)\""
    let names =
      first.name == last.name ? "\(first.name) is" : "\(first.name) and \(last.name) are the same option,"
    throw Failure(.usage, "\(names) given\(values); keep one of them")
  }

  /// The names of flags that occur twice, as far as that is known without a table of them. A short name counts as every
  /// long one with the same first letter.
  private static func candidates(in arguments: ArraySlice<String>) -> Set<String> {
    var (seen, found) = (Set<String>(), Set<String>())
    for argument in arguments where argument.utf8.first == UInt8(ascii: "-") && argument.utf8.count > 1 {
      if argument == "--" { break }
      let name = argument.prefix { $0 != "=" }
      guard !name.hasPrefix("--") else {
        let word = String(name.dropFirst(2))
        if !seen.insert(word).inserted { found.insert(word) }
        continue
      }
      for letter in name.dropFirst() where !seen.insert(String(letter)).inserted {
        found.insert(String(letter))
      }
    }
    for word in seen where word.count == 1 {
      if seen.contains(where: { $0.count > 1 && $0.hasPrefix(word) }) { found.insert(word) }
    }
    return found
  }

  /// Calls `body` with every option that has a value: its index in the table, its name and its value.
  private static func forEachOption(
    in arguments: ArraySlice<String>, _ table: OptionTable, _ body: (Int, String, String) -> Void
  ) {
    var rest = arguments
    while let argument = rest.popFirst(), argument != "--" {
      guard argument.hasPrefix("-"), argument != "-" else { continue }
      let name = argument.prefix { $0 != "=" }
      // As for the parser, a name with an empty value has its value in the next argument.
      let attached = argument.dropFirst(name.count + 1)
      let names = name.hasPrefix("--") ? [String(name)] : name.dropFirst().map { "-\($0)" }
      for name in names {
        guard let index = table.indices[name], table.options[index].hasValue else { continue }
        if !attached.isEmpty {
          body(index, name, String(attached))
        } else if let next = rest.first, next != "--",
          table.options[index].takesAnything || next == "-" || !next.hasPrefix("-")
        {
          rest.removeFirst()
          body(index, name, next)
        }
      }
    }
  }

  /// Whether all names are those of properties that hold several values; false where a property has another name than
  /// its option. Saves the table for `--light a --light b`.
  private static func areRepeatable(_ names: Set<String>, in command: any ParsableCommand) -> Bool {
    var rest = names
    func visit(_ arguments: Any) {
      for case (let label?, let value) in Mirror(reflecting: arguments).children {
        if let group = value as? any ArgumentGroup {
          visit(group.arguments)
        } else if value is any RepeatableOption {
          rest.remove(String(label.dropFirst()).kebabCased)
        }
        if rest.isEmpty { return }
      }
    }
    visit(command)
    return rest.isEmpty
  }
}

private protocol ArgumentGroup { var arguments: any ParsableArguments { get } }
extension OptionGroup: ArgumentGroup { fileprivate var arguments: any ParsableArguments { wrappedValue } }

/// An option whose value is an array.
private protocol RepeatableOption {}
extension Option: RepeatableOption where Value: ExpressibleByArrayLiteral {}

extension String {
  /// "allowRead" as "allow-read".
  fileprivate var kebabCased: String {
    var result = ""
    for letter in self { result += letter.isUppercase ? "-" + letter.lowercased() : String(letter) }
    return result
  }
}
