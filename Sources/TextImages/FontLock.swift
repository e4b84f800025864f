import Synchronization

/// Lets one thread at a time use Pango, Cairo and Fontconfig.
///
/// Each text has objects of its own, but the libraries keep fonts for the whole process. Cairo keeps at most ten font files
/// open, and closes one for the next; version 1.16 may choose one that another thread begins to draw with, which then
/// crashes.
enum FontLock {
  private static let mutex = Mutex(())

  static func withLock<Result, Failure: Error>(
    _ body: () throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try mutex.withLock { (_) throws(Failure) in try body() }
  }
}
