#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A lock for drivers that are not thread-safe.
///
/// llvmpipe is not: before it reads or writes a texture or a buffer, it checks whether any context of the display still
/// has to draw with it, and walks the lists of other threads' contexts while those threads extend and free them (Mesa
/// 22.3, `llvmpipe_flush_resource`; with `M_PERTURB` set, six threads crash within seconds). The lock is held while a
/// picture is begun or read back, not in between: llvmpipe draws on threads of its own, which do not use those lists.
enum DriverLock {
  /// Waits for the lock. It is recursive: a thread that holds it may take it again, and gives it back as often.
  static func take() { pthread_mutex_lock(mutex.address) }

  static func giveBack() { pthread_mutex_unlock(mutex.address) }

  private static let mutex = Mutex()

  private struct Mutex: @unchecked Sendable {
    /// A raw pointer, since POSIX requires one address for the lifetime of the mutex: that of the process, so it is
    /// never freed.
    let address = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init() {
      var attributes = pthread_mutexattr_t()
      pthread_mutexattr_init(&attributes)
      pthread_mutexattr_settype(&attributes, CInt(PTHREAD_MUTEX_RECURSIVE))
      pthread_mutex_init(address, &attributes)
      pthread_mutexattr_destroy(&attributes)
    }
  }
}
