/// The decoded images, meshes, fonts and textures that a run keeps for the next picture.
struct KeptInputs {
  /// Bytes of all of them.
  private let limit: Int
  private let inputs: InputCache

  /// Sets the cache of the process.
  /// - Parameter limit: bytes; a limited memory leaves three quarters for the picture itself.
  init(limit: Int = 512 << 20, memory: Int? = MemoryBudget.current.limit) {
    self.limit = memory.map { min(limit, $0 / 4) } ?? limit
    // Textures have what decoded images, meshes and fonts leave, and at least a quarter.
    inputs = InputCache(limit: self.limit - self.limit / 4)
    InputCache.current = inputs
  }

  /// Bytes that the decoded inputs leave for textures.
  var left: Int { limit - inputs.byteCount }
}
