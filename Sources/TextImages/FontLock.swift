import Synchronization

/// Lets one thread at a time use Pango, Cairo and Fontconfig.
///
/// Each text has objects of its own, but the libraries keep fonts and their glyphs for the whole process. They guard most
/// of that by locks, but not all: with Cairo 1.16, two threads that drew texts at the same time have crashed in it.
enum FontLock {
  private static let mutex = Mutex(())

  static func withLock<Result, Failure: Error>(
    _ body: () throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try mutex.withLock { (_) throws(Failure) in try body() }
  }
}
