import Dispatch
import MeshTransform
import Synchronization

/// Work on another thread in parallel with the calling thread; where no thread has taken it, it is done by
/// ``wait()``.
final class Background<Value: Sendable>: @unchecked Sendable {
  // The thread that takes the work writes it once before it leaves the group, and it is read only after waiting for the
  // group. This order makes the unchecked conformance sound.
  private var value: Value?
  private let group = DispatchGroup()
  /// Nil once a thread has taken it.
  private let work: Mutex<(@Sendable () -> Value)?>

  init(_ work: @escaping @Sendable () -> Value) {
    self.work = Mutex(work)
    group.enter()
    Threads.start { self.run() }
  }

  private func run() {
    let work = work.withLock { $0.take() }
    guard let work else { return }
    value = work()
    group.leave()
  }

  func wait() -> Value {
    run()
    group.wait()
    return value!
  }
}
