/// A dictionary whose values stay as long as every frame uses them, and longer after ``keep()``.
package struct FrameCached<Key: Hashable, Value> {
  private struct Entry {
    let value: Value
    /// Frames since the last use; 0 in the frame that uses the value.
    var age = 0
    var isKept = false
  }

  private var entries: [Key: Entry] = [:]

  package init() {}

  package var keys: some Collection<Key> { entries.keys }

  package subscript(key: Key) -> Value? {
    mutating get {
      guard let place = entries.index(forKey: key) else { return nil }
      entries.values[place].age = 0
      return entries.values[place].value
    }
    set { entries[key] = newValue.map { Entry(value: $0) } }
  }

  /// A value, which this does not use.
  package func peek(_ key: Key) -> Value? { entries[key]?.value }

  /// Removes the values that were not used since the last call, except kept ones.
  /// - Returns: the removed values.
  @discardableResult package mutating func endFrame() -> [Value] {
    let dropped = entries.values.filter { $0.age > 0 && !$0.isKept }.map(\.value)
    if !dropped.isEmpty { entries = entries.filter { $0.value.age == 0 || $0.value.isKept } }
    for place in entries.values.indices { entries.values[place].age += 1 }
    return dropped
  }

  /// Removes all values.
  /// - Returns: the removed values.
  package mutating func removeAll() -> [Key: Value] {
    defer { entries = [:] }
    return entries.mapValues(\.value)
  }

  /// Keeps all present values, also while no frame uses them, until ``discard(unusedFor:)``.
  package mutating func keep() {
    for place in entries.values.indices { entries.values[place].isKept = true }
  }

  /// The age of each value, in frames since its last use, and its size.
  package func ages(_ byteCount: (Value) -> Int) -> [CacheAge] {
    entries.values.map { CacheAge(frames: $0.age, byteCount: byteCount($0.value)) }
  }

  /// Removes the values that were last used that many frames ago, or earlier.
  package mutating func discard(unusedFor frames: Int) {
    entries = entries.filter { $0.value.age < frames }
  }
}

/// The number of frames since the last use of a kept value, and its size.
package struct CacheAge {
  package let frames: Int
  package let byteCount: Int

  package init(frames: Int, byteCount: Int) { (self.frames, self.byteCount) = (frames, byteCount) }
}

extension [CacheAge] {
  /// The least number of frames such that all values that were used later fit in `limit` bytes; nil if all values fit.
  package func excess(over limit: Int) -> Int? {
    var sum = 0
    for age in sorted(by: { $0.frames < $1.frames }) {
      sum += age.byteCount
      if sum > limit { return age.frames }
    }
    return nil
  }
}
