import MeshTransform

/// The keys of an object that have been read, with their offsets in bytes of the document, in the order of the document.
/// Two keys are equal if their bytes are equal.
struct KeyOffsets {
  private(set) var entries: [(key: String, offset: Int)] = []
  /// The places in `entries`, once these are many; empty before, since a few keys are found sooner one by one.
  private var places: [ByteString: Int] = [:]
  private static let few = 32

  /// The offset of a key; nil where the object does not have it.
  subscript(key: String) -> Int? { place(of: key).map { entries[$0].offset } }

  /// Adds a key, or replaces its offset.
  /// - Returns: whether the key is new.
  mutating func insert(_ key: String, at offset: Int) -> Bool {
    if let place = place(of: key) {
      entries[place].offset = offset
      return false
    }
    if !places.isEmpty { places[ByteString(key)] = entries.count }
    entries.append((key, offset))
    if places.isEmpty, entries.count > Self.few {
      for (place, entry) in entries.enumerated() { places[ByteString(entry.key)] = place }
    }
    return true
  }

  private func place(of key: String) -> Int? {
    if !places.isEmpty { return places[ByteString(key)] }
    // Strings that Unicode takes for equal may have other bytes; the bytes are compared last, as that takes longest.
    return entries.firstIndex { $0.key == key && $0.key.isSameBytes(as: key) }
  }
}
