import ArgumentParser

/// `i/n`: the i-th of n parts, counted from 1, for jobs that divide the work.
struct Shard: Hashable, Sendable {
  private let number: Int, count: Int

  init(_ argument: String) throws {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]),
      (1...1_000_000).contains(count), (1...count).contains(number)
    else { throw ValidationError("write the part and the number of parts, counted from 1, such as 2/8") }
    (self.number, self.count) = (number, count)
  }

  /// Whether an element of a list without a known end belongs to this part, by its number counted from 0.
  func contains(_ index: Int) -> Bool { index % count == number - 1 }

  /// A contiguous part of `frames`. All parts together cover `frames`, and their lengths differ by at most one.
  func part(of frames: Range<Int>) -> Range<Int> {
    func start(_ part: Int) -> Int { frames.lowerBound + frames.count * part / count }
    return start(number - 1)..<start(number)
  }
}
