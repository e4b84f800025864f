/// Finds the name that somebody probably meant.
public enum NearestName {
  /// The one of `names` that differs least from `word`, ignoring case; nil when none is near: more than a third
  /// of the letters (at least one, at most three) would have to change.
  public static func of(_ word: String, among names: some Sequence<String>) -> String? {
    let letters = Array(word.lowercased())
    guard letters.count <= 64 else { return nil }
    var best: (name: String, distance: Int)?
    for name in names {
      let other = Array(name.lowercased())
      let limit = min(max(1, max(letters.count, other.count) / 3), 3)
      guard abs(letters.count - other.count) <= limit else { continue }
      let distance = editDistance(letters, other)
      if distance <= limit, distance < best?.distance ?? .max { best = (name, distance) }
    }
    return best?.name
  }

  /// `did you mean "name"?`, or `use a, b or c` when none is near.
  static func hint(_ word: String, among names: [String]) -> String {
    if let name = of(word, among: names) { return "did you mean \"\(name)\"?" }
    return "use " + list(names)
  }

  /// `a, b or c`.
  static func list(_ names: [String]) -> String {
    guard names.count > 1 else { return names.first ?? "nothing" }
    return names.dropLast().joined(separator: ", ") + " or " + names[names.count - 1]
  }

  /// How many letters to insert, remove, replace or swap with a neighbor (optimal string alignment).
  private static func editDistance(_ a: [Character], _ b: [Character]) -> Int {
    var (beforeLast, last) = ([Int](), Array(0...b.count))
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
        row.append(cost)
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }
}
