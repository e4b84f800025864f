import Dispatch

/// Work that runs on another thread while this one does something else.
final class Background<Value: Sendable>: @unchecked Sendable {
  // Written once by the worker before it leaves the group, read only after the group is waited for: that order is
  // what makes the unchecked conformance sound.
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
