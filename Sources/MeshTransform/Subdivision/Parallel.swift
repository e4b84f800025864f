import Dispatch

/// Calls `body` with ranges that together are 0 ..< `count`, on several threads where there is enough to do.
///
/// What `body` does for one index must not depend on how the ranges are cut, and it must write to no memory that
/// another index reads or writes: then the result is the same whatever the number of threads.
///
/// - Parameter least: indices for which a thread of their own pays.
func inParallel(_ count: Int, least: Int, _ body: (Range<Int>) -> Void) {
  // More parts than most machines have cores, so that a busy core does not keep all waiting.
  let parts = min(count / max(least, 1), 16)
  guard parts > 1 else { return body(0..<count) }
  withoutActuallyEscaping(body) { body in
    // By the rule above, what the threads share they may share.
    nonisolated(unsafe) let body = body
    DispatchQueue.concurrentPerform(iterations: parts) { part in
      body(count * part / parts..<count * (part + 1) / parts)
    }
  }
}
