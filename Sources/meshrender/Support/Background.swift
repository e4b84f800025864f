import Dispatch

/// Work on another thread in parallel with the calling thread.
final class Background<Value: Sendable>: @unchecked Sendable {
  // The worker writes it once before it leaves the group, and it is read only after waiting for the group. This order
  // makes the unchecked conformance sound.
  private var value: Value?
  private let group = DispatchGroup()

  init(_ work: @escaping @Sendable () -> Value) {
    DispatchQueue.global(qos: .userInitiated).async(group: group) { self.value = work() }
  }

  func wait() -> Value {
    group.wait()
    return value!
  }
}
