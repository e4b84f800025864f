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
