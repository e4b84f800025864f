import Glibc

/// A value protected by a mutex, with a condition variable that signals each change.
final class ConditionMutex<State>: @unchecked Sendable {  // the state is touched under the lock only
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var state: State

  init(_ state: State) {
    self.state = state
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// Changes the state and wakes all waiting threads.
  func change<Result>(_ body: (inout State) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(mutex)
    }
    return body(&state)
  }

  /// Moves a value into the state: this thread no longer refers to it when the others are woken, so that they may change
  /// it in place, and free it.
  func move<Value>(_ value: consuming Value, _ body: (inout State, consuming Value) -> Void) {
    var moved = Optional(value)
    change { state in
      guard let value = moved.take() else { preconditionFailure("a value is moved once") }
      body(&state, value)
    }
  }

  /// Waits until `body` returns a value; `body` is called again after every change and must not change the state while
  /// it returns nil.
  func wait<Result>(_ body: (inout State) -> Result?) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(mutex)
    }
    while true {
      if let result = body(&state) { return result }
      pthread_cond_wait(changed, mutex)
    }
  }
}
