import MeshTransform

extension JSONReader {
  /// The faults of a document that is read to its end.
  struct Recovery {
    /// The number of faults after which reading ends; 1 or more.
    let limit: Int
    fileprivate(set) var faults: [DocumentError] = []
    /// Whether the values of a fault are passed over.
    fileprivate var isSkipping = false
  }

  /// The number of faults kept so far.
  var faultCount: Int { recovery?.faults.count ?? 0 }

  /// Reads one document as ``read(_:name:limit:_:)`` does, but goes on behind each value with a fault.
  ///
  /// A fault that a value has as a whole is left out where a part of the value has one, from which it may follow.
  /// - Returns: nil after a fault of the syntax, of the top value, or at the limit of faults.
  /// - Complexity: O(bytes) for each level of nesting and each fault.
  static func readAll<Value>(
    _ bytes: [UInt8], name: String, faultLimit: Int,
    _ read: (inout JSONReader) throws(DocumentError) -> Value
  ) -> (value: Value?, faults: [DocumentError]) {
    bytes.withUnsafeBufferPointer { buffer in
      var reader = JSONReader(bytes: buffer, documentName: name)
      reader.recovery = Recovery(limit: faultLimit)
      do throws(DocumentError) {
        let value = try reader.readDocument(read)
        return (value, reader.recovery?.faults ?? [])
      } catch {
        let faults = reader.recovery?.faults ?? []
        // A fault of the syntax has been kept already where it also is one of a value.
        let isKept = faults.count >= faultLimit || faults.last?.offset == error.offset && !faults.isEmpty
        return (nil, isKept ? faults : faults + [error])
      }
    }
  }

  /// Keeps a fault behind which reading goes on, or throws it.
  mutating func keep(_ error: DocumentError) throws(DocumentError) {
    guard let recovery else { throw error }
    guard !recovery.isSkipping else { return }
    guard recovery.faults.count < recovery.limit else { throw error }
    self.recovery?.faults.append(error)
  }

  /// Reads a value; after a fault in it, continues behind it.
  mutating func recovering(
    _ read: (inout JSONReader) throws(DocumentError) -> Void
  ) throws(DocumentError) {
    let (start, depth, count) = (offset, path.count, faultCount)
    do { try read(&self) } catch {
      guard let recovery, !recovery.isSkipping else { throw error }
      if recovery.faults.count == count { try keep(error) }
      guard faultCount < recovery.limit else { throw error }
      path.removeLast(path.count - depth)
      offset = start
      self.recovery?.isSkipping = true
      try skipValue(depth: 1)
      self.recovery?.isSkipping = false
    }
  }
}
