#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An error of the operating system: an `errno` value and its text.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number, as in `errno`.
  public let code: Int32
  /// The error with a number of `errno`.
  public init(code: Int32) { self.code = code }

  /// "No space left on device", for example.
  public var description: String { String(cString: strerror(code)) }

  package static var current: SystemError { SystemError(code: errno) }
}

extension SystemError {
  /// Why a program of FFmpeg does not start, for the end of a sentence; only a missing one is to be installed.
  package var programFault: String {
    code == ENOENT
      ? "is not installed or not in PATH; install it: apt-get install ffmpeg"
      : "cannot be started (\(self)); free resources, or check the program in PATH"
  }
}
