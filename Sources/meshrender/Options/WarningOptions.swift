import ArgumentParser

/// What becomes of warnings. All commands with warnings have this group, so that one place decides.
struct WarningOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Say nothing but errors.")
  var quiet = false

  @Flag(
    help:
      "Make every warning an error, such as a missing font or an empty picture: exit with 65 and write nothing."
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
    let more = others == 0 ? "" : ", and so \(others == 1 ? "is 1 other" : "are \(others) others")"
    throw Failure(.badData, "\(sentence) (a warning, which --strict makes an error\(more))")
  }
}
