/// Suggests an existing name for a misspelled one.
package enum NearestName {
  /// The name nearest to `name`, without regard to case: within one edit for every three letters, and at least one.
  /// If no name is that near, the result is the only name that begins with `name`, if `name` has three letters or more, else
  /// nil.
  ///
  /// An edit inserts, deletes or replaces a letter, or swaps two neighbors (optimal string alignment).
  package static func match(_ name: String, in names: some Sequence<String>) -> String? {
    let letters = Array(name.lowercased().unicodeScalars.prefix(64))
    guard !letters.isEmpty else { return nil }
    let maxDistance = max(1, letters.count / 3)
    var best: (name: String, distance: Int)?
    for candidate in names {
      let other = Array(candidate.lowercased().unicodeScalars.prefix(64))
      // Each edit changes the length by one letter at most.
      guard abs(letters.count - other.count) <= maxDistance else { continue }
      let distance = distance(letters, other)
      if distance <= maxDistance, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    if let best { return best.name }
    guard letters.count >= 3 else { return nil }
    let longer = names.filter { $0.lowercased().unicodeScalars.starts(with: letters) }
    return longer.count == 1 ? longer[0] : nil
  }

  private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
    // Three rows of the table suffice; swaps use the one before the last.
    var (before, above) = ([Int](repeating: 0, count: b.count + 1), Array(0...b.count))
    var row = before
    for i in 1...a.count {
      row[0] = i
      for j in 1...b.count {
        let replaced = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
        var best = min(replaced, above[j] + 1, row[j - 1] + 1)
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { best = min(best, before[j - 2] + 1) }
        row[j] = best
      }
      (before, above, row) = (above, row, before)
    }
    return above[b.count]
  }
}
