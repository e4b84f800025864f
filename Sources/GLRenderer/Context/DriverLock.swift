#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// One thread at a time, in a driver that does not bear several.
///
/// llvmpipe does not: before it reads or writes a texture or a buffer, it looks whether any context of the display still
/// has to draw with it, and goes through the lists of other threads' contexts while those threads add to them and free
/// them (Mesa 22.3, `llvmpipe_flush_resource`; with `M_PERTURB` set, six threads crash within seconds). A turn is a
/// picture's beginning or its reading back, not what lies between them: llvmpipe draws on threads of its own, which
/// leave those lists alone.
enum DriverLock {
  /// Waits for it. A thread that has it may take it again, and gives it back as often.
  static func take() { pthread_mutex_lock(mutex.address) }

  static func giveBack() { pthread_mutex_unlock(mutex.address) }

  private static let mutex = Mutex()

  private struct Mutex: @unchecked Sendable {
    /// Unsafe, for POSIX wants one address for as long as the mutex is used: that of the process, so it is never freed.
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
