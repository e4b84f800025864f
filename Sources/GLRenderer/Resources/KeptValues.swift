/// Values by key, kept while each picture uses them again.
struct KeptValues<Key: Hashable, Value> {
  private var entries: [Key: (value: Value, isUsed: Bool)] = [:]

  subscript(key: Key) -> Value? {
    mutating get {
      guard let place = entries.index(forKey: key) else { return nil }
      entries.values[place].isUsed = true
      return entries.values[place].value
    }
    set { entries[key] = newValue.map { ($0, true) } }
  }

  /// Drops what was not used since the last call.
  mutating func endPicture() {
    entries = entries.filter(\.value.isUsed).mapValues { ($0.value, false) }
  }
}
