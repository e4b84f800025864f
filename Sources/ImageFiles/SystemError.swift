#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What the operating system said: an `errno` value with its words.
public struct SystemError: Hashable, Sendable, CustomStringConvertible {
  public let code: Int32
  public init(code: Int32) { self.code = code }

  /// "No space left on device" and the like.
  public var description: String { String(cString: strerror(code)) }

  static var current: SystemError { SystemError(code: errno) }
}
