extension PNG {
  /// The compression effort. It does not change the pixels.
  public struct Compression: Hashable, Sendable, LosslessStringConvertible {
    /// zlib's level, 0...9.
    public let level: Int
    /// The transform of rows that lets zlib find repetitions.
    public let filter: Filter

    /// The prediction of bytes from their neighbors before compression.
    public enum Filter: Hashable, Sendable {
      /// The bytes themselves.
      case none
      /// Differences from the pixel to the left.
      case sub
      /// Differences from the pixel above.
      case up
      /// For each row the filter of PNG's five with the smallest sum of differences.
      case adaptive
    }

    /// Stored: largest and fastest.
    public static let none = Compression(level: 0, filter: .none)
    /// For frames: on two cores twenty times as fast as level 3 for photographs and renderings, and smaller. An encoder
    /// of this package replaces zlib's: it finds only runs of equal pixels, in strips on all cores, with the best of
    /// four filters for each row. Text and flat drawings are slightly larger than at level 3. See Benchmarks/README.md.
    /// Channels of 16 bits are encoded by zlib at level 1, on one core, and only runs are found.
    public static let fast = Compression(level: 1, filter: .up)
    /// Level 3, differences to the row above.
    public static let balanced = Compression(level: 3, filter: .up)
    /// Level 9 with the best filter for each row, or the result of ``fast`` when that is smaller: smallest, many times
    /// slower.
    public static let small = Compression(level: 9, filter: .adaptive)

    /// - Precondition: `level` is in 0...9.
    public init(level: Int, filter: Filter) {
      precondition((0...9).contains(level), "zlib has the levels 0...9")
      (self.level, self.filter) = (level, filter)
    }

    /// A name, or a level with its matching filter: "none", "fast", "balanced", "small", "0" … "9".
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
