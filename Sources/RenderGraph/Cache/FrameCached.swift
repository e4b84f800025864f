/// A dictionary whose values are kept as long as every frame uses them.
package struct FrameCached<Key: Hashable, Value> {
  private var entries: [Key: (value: Value, isUsed: Bool)] = [:]

  package init() {}

  package var keys: some Collection<Key> { entries.keys }

  package subscript(key: Key) -> Value? {
    mutating get {
      guard let place = entries.index(forKey: key) else { return nil }
      entries.values[place].isUsed = true
      return entries.values[place].value
    }
    set { entries[key] = newValue.map { ($0, true) } }
  }

  /// Removes the values that were not used since the last call.
  /// - Returns: the removed values.
  @discardableResult package mutating func endFrame() -> [Value] {
    let dropped = entries.values.filter { !$0.isUsed }.map(\.value)
    if !dropped.isEmpty { entries = entries.filter(\.value.isUsed) }
    for place in entries.values.indices { entries.values[place].isUsed = false }
    return dropped
  }
}
