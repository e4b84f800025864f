/// Calls `body` with ranges that partition 0 ..< `count`, on several threads if the count is large enough.
///
/// The work for an index must not depend on the partition, and must not write to memory that another index reads or
/// writes: then the result is the same for any number of threads.
///
/// - Parameter grainSize: the smallest number of indices for which a thread pays.
package func inParallel(_ count: Int, grainSize: Int, _ body: (Range<Int>) -> Void) {
  // More parts than most machines have cores, so that a busy core does not delay all of them.
  let parts = min(count / max(grainSize, 1), 16)
  guard parts > 1 else { return body(0..<count) }
  withoutActuallyEscaping(body) { body in
    // The rule above makes the sharing safe.
    nonisolated(unsafe) let body = body
    Threads.perform(parts) { part in
      body(count * part / parts..<count * (part + 1) / parts)
    }
  }
}

/// The results of `body` for each block of 0 ..< `count`, in order. The blocks, and results computed from them, do not
/// depend on the number of threads.
///
/// - Parameter size: indices per block, above 0; a block pays for a thread from about 10 microseconds of work.
package func mapBlocks<Result>(_ count: Int, of size: Int, _ body: (Range<Int>) -> Result) -> [Result] {
  let blocks = (count + size - 1) / size
  return [Result](unsafeUninitializedCapacity: blocks) { results, filled in
    let results = UnsafeMutableBufferPointer(rebasing: results[..<blocks])
    inParallel(blocks, grainSize: 1) { range in
      for block in range {
        results.initializeElement(at: block, to: body(block * size..<min(count, (block + 1) * size)))
      }
    }
    filled = blocks
  }
}

/// Whether `body` is true for a block of 0 ..< `count`. The first block, where most searches end, is searched before
/// the others.
package func anyBlock(_ count: Int, of size: Int, _ body: (Range<Int>) -> Bool) -> Bool {
  if count == 0 { return false }
  if body(0..<min(count, size)) { return true }
  guard count > size else { return false }
  return mapBlocks(count - size, of: size) { body($0.lowerBound + size..<$0.upperBound + size) }.contains(
    true)
}
