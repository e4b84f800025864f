import Dispatch
import MeshTransform
import Synchronization

/// Work that another thread does where one is free, and else the thread that waits for it: busy threads, and a lack of
/// memory for further ones, delay nothing.
final class BackgroundTask<Value>: @unchecked Sendable {
  // Unchecked: the thread that takes the work writes `value`; the one that waits reads it after `done`.
  private let work: Mutex<Work>
  private var value: Value?
  private let done = DispatchGroup()

  private struct Work: @unchecked Sendable {
    /// Nil once a thread has taken it.
    var body: (() -> Value)?

    mutating func take() -> (() -> Value)? {
      defer { body = nil }
      return body
    }
  }

  /// - Parameter body: the work. Until ``wait()`` returns, no other thread uses what it changes.
  init(_ body: @escaping () -> Value) {
    work = Mutex(Work(body: body))
    done.enter()
    Threads.start { [self] in
      guard let result = run() else { return }
      value = result
      done.leave()
    }
  }

  /// Does the work unless another thread has taken it. The task keeps no reference to the objects that the work uses.
  private func run() -> Value? { work.withLock { $0.take() }?() }

  /// Returns the result. Called once.
  func wait() -> Value {
    if let result = run() {
      done.leave()
      return result
    }
    done.wait()
    guard let value else { preconditionFailure("the thread that takes the work stores its result") }
    return value
  }
}
