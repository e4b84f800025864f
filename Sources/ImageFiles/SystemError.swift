#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An error of the operating system: an `errno` value and its text.
public struct SystemError: Hashable, Sendable, CustomStringConvertible {
  public let code: Int32
  public init(code: Int32) { self.code = code }

  /// "No space left on device", for example.
  public var description: String { String(cString: strerror(code)) }

  package static var current: SystemError { SystemError(code: errno) }
}
