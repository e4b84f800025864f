#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Threads that wait for work, for parts of a computation and for work beside another.
///
/// A thread that the system does not start is missed and never waited for: the caller does the work itself. libdispatch
/// waits without end in its place.
package enum Threads {
  /// Calls `body` with each index of 0 ..< `count`, on this thread and on others that are free, and waits for all calls.
  package static func perform(_ count: Int, _ body: (Int) -> Void) {
    let helpers = min(count, coreCount) - 1
    guard helpers > 0 else {
      for index in 0..<count { body(index) }
      return
    }
    withoutActuallyEscaping(body) { body in
      withUnsafePointer(to: body) { body in
        let part = SharedWork(count, body)
        for _ in 0..<helpers { pool.add({ part.run() }, limit: coreCount) }
        part.run()
        part.wait()
      }
    }
  }

  /// Starts work on another thread.
  /// - Returns: false where there is no thread for it: then it is dropped.
  @discardableResult
  package static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
    pool.add(work, limit: 64)
  }

  /// Starts a thread of its own for work that waits for other threads.
  /// - Returns: 0, or the error of the system; then the work is dropped.
  package static func startOwn(_ work: @escaping @Sendable () -> Void) -> Int32 {
    let body = Unmanaged.passRetained(Body(work))
    let result = withSignalsBlocked { create(body.toOpaque()) }
    if result != 0 { body.release() }
    return result
  }

  /// Signals are for the main thread; a new thread has the mask of the one that starts it.
  private static func withSignalsBlocked(_ body: () -> Int32) -> Int32 {
    var blocked = sigset_t()
    var before = sigset_t()
    sigfillset(&blocked)
    sigdelset(&blocked, SIGBUS)
    sigdelset(&blocked, SIGFPE)
    sigdelset(&blocked, SIGILL)
    sigdelset(&blocked, SIGSEGV)
    sigdelset(&blocked, SIGSYS)
    sigdelset(&blocked, SIGTRAP)
    sigdelset(&blocked, SIGPROF)
    pthread_sigmask(SIG_SETMASK, &blocked, &before)
    let result = body()
    pthread_sigmask(SIG_SETMASK, &before, nil)
    return result
  }

  private static func create(_ argument: UnsafeMutableRawPointer) -> Int32 {
    #if canImport(Darwin)
      var thread: pthread_t?
      let result = pthread_create(
        &thread, nil,
        { argument in
          Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().work()
          return nil
        }, argument)
      if let thread { pthread_detach(thread) }
    #else
      var thread = pthread_t()
      let result = pthread_create(
        &thread, nil,
        { argument in
          Unmanaged<Body>.fromOpaque(argument!).takeRetainedValue().work()
          return nil
        }, argument)
      if result == 0 { pthread_detach(thread) }
    #endif
    return result
  }

  private final class Body: Sendable {
    let work: @Sendable () -> Void
    init(_ work: @escaping @Sendable () -> Void) { self.work = work }
  }

  private static let coreCount = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

  private static let pool = ThreadPool()
}

/// Calls of one function that several threads take one by one.
private final class SharedWork: @unchecked Sendable {  // all that changes, changes under the lock
  private let lock = Lock()
  private let count: Int
  /// Valid while calls are left: who has taken none does not use it.
  private let body: UnsafePointer<(Int) -> Void>
  private var (next, done) = (0, 0)

  init(_ count: Int, _ body: UnsafePointer<(Int) -> Void>) { (self.count, self.body) = (count, body) }

  func run() {
    while let index = lock.locked({ take() }) {
      call(index)
      lock.locked {
        done += 1
        if done == count { lock.wakeAll() }
      }
    }
  }

  private func take() -> Int? {
    guard next < count else { return nil }
    defer { next += 1 }
    return next
  }

  /// Keeps no reference to the function after its return.
  @inline(never) private func call(_ index: Int) { body.pointee(index) }

  func wait() { lock.locked { while done < count { lock.wait() } } }
}

/// Threads that wait for work and never end.
private final class ThreadPool: @unchecked Sendable {  // all that changes, changes under the lock
  private let lock = Lock()
  private var waiting: [@Sendable () -> Void] = []
  private var (threadCount, idleCount) = (0, 0)

  /// - Parameter limit: the number of threads from which on the work waits for one of them.
  /// - Returns: whether there is a thread that will do the work.
  @discardableResult
  func add(_ work: @escaping @Sendable () -> Void, limit: Int) -> Bool {
    lock.locked {
      if idleCount <= waiting.count, threadCount < limit {
        // Counted before it runs, so that others add no further ones in its place.
        threadCount += 1
        if Threads.startOwn({ [self] in serve() }) != 0 { threadCount -= 1 }
      }
      guard threadCount > 0 else { return false }
      waiting.append(work)
      lock.wakeOne()
      return true
    }
  }

  private func serve() {
    while true {
      let work = lock.locked {
        idleCount += 1
        while waiting.isEmpty { lock.wait() }
        idleCount -= 1
        return waiting.removeFirst()
      }
      work()
    }
  }
}

/// A mutex with a condition.
private final class Lock: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  func locked<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  /// Waits for a change; the mutex is locked.
  func wait() { pthread_cond_wait(changed, mutex) }
  func wakeOne() { pthread_cond_signal(changed) }
  func wakeAll() { pthread_cond_broadcast(changed) }
}
