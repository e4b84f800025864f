import ArgumentParser

/// What becomes of warnings. All commands with warnings have this group, so that one place decides.
struct WarningOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Print only errors.")
  var quiet = false

  @Flag(
    help:
      "Turn every warning, such as a missing font or an empty picture, into an error: exit with 65 and write nothing."
  )
  var strict = false

  /// Writes a warning, or keeps it for ``requireNone()``.
  func warn(_ sentence: String) {
    if strict { Console.withhold(sentence) } else if !quiet { Console.warn(sentence) }
  }

  /// Called before an output is published.
  /// - Throws: ``Failure`` with the first warning under `--strict`.
  func requireNone() throws(Failure) {
    guard strict, let sentence = Console.withheld.first else { return }
    let others = Console.withheld.count - 1
    let more = others == 0 ? "" : ", like \(others) \(others == 1 ? "other" : "others")"
    throw Failure(.badData, "\(sentence) (a warning, which --strict turns into an error\(more))")
  }
}
