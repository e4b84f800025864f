import Dispatch

/// Calls `body` with ranges that together are 0 ..< `count`, on several threads where there is enough to do.
///
/// What `body` does for one index must not depend on how the ranges are cut, and it must write to no memory that
/// another index reads or writes: then the result is the same whatever the number of threads.
///
/// - Parameter grainSize: the smallest number of indices for which a thread pays.
package func inParallel(_ count: Int, grainSize: Int, _ body: (Range<Int>) -> Void) {
  // More parts than most machines have cores, so that a busy core does not keep all waiting.
  let parts = min(count / max(grainSize, 1), 16)
  guard parts > 1 else { return body(0..<count) }
  withoutActuallyEscaping(body) { body in
    // By the rule above, what the threads share they may share.
    nonisolated(unsafe) let body = body
    DispatchQueue.concurrentPerform(iterations: parts) { part in
      body(count * part / parts..<count * (part + 1) / parts)
    }
  }
}

/// What `body` makes of each block of 0 ..< `count`, in order: the blocks are the same whatever the number of threads,
/// and so is what is computed from them.
///
/// - Parameter size: indices a block, above 0; for a thread of its own a block must be worth some 10 microseconds.
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

/// Whether `body` finds something in a block of 0 ..< `count`. The first block, where most searches end, is searched
/// before the others.
package func anyBlock(_ count: Int, of size: Int, _ body: (Range<Int>) -> Bool) -> Bool {
  if count == 0 { return false }
  if body(0..<min(count, size)) { return true }
  guard count > size else { return false }
  return mapBlocks(count - size, of: size) { body($0.lowerBound + size..<$0.upperBound + size) }.contains(
    true)
}
