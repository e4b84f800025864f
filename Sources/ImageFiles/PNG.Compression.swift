extension PNG {
  /// How hard the encoder works. The pixels are the same whatever is chosen.
  public struct Compression: Hashable, Sendable, LosslessStringConvertible {
    /// zlib's, 0...9.
    public let level: Int
    /// How rows are prepared, so that zlib finds repetitions.
    public let filter: Filter

    /// A row as it is; its differences to the left; to the row above; the best of five for each row.
    public enum Filter: Hashable, Sendable { case none, sub, up, adaptive }

    /// Stored: largest, next to no work.
    public static let none = Compression(level: 0, filter: .none)
    /// For frames: on two cores twenty times as fast as level 3 for photographs and renderings, and smaller. Own code
    /// instead of zlib's seeks only equal pixels side by side, in strips on all cores, with the best of four filters
    /// for each. Text and flat drawings are somewhat larger than at level 3. See Benchmarks/README.md.
    public static let fast = Compression(level: 1, filter: .up)
    /// Level 3, differences to the row above.
    public static let balanced = Compression(level: 3, filter: .up)
    /// Level 9, the best filter for each row, or what ``fast`` writes where that is less: smallest, many times slower.
    public static let small = Compression(level: 9, filter: .adaptive)

    /// - Precondition: `level` is in 0...9.
    public init(level: Int, filter: Filter) {
      precondition((0...9).contains(level), "zlib has the levels 0...9")
      (self.level, self.filter) = (level, filter)
    }

    /// A name or a level with the filter that suits it: "none", "fast", "balanced", "small", "0" … "9".
    public init?(_ description: String) {
      if let named = Self.names.first(where: { $0.name == description }) {
        self = named.value
        return
      }
      guard description.utf8.count == 1, let level = Int(description) else { return nil }
      self.init(level: level, filter: level == 0 ? .none : level < 6 ? .up : .adaptive)
    }

    /// The name, else the level.
    public var description: String { Self.names.first { $0.value == self }?.name ?? String(level) }

    private static let names: [(name: String, value: Compression)] = [
      ("none", none), ("fast", fast), ("balanced", balanced), ("small", small),
    ]
  }
}
