#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Renderer {
  /// Lets the process keep freed memory of up to a gibibyte for the next picture, instead of handing it back to the
  /// system and asking for it again page by page: at 1080p that saves a millisecond or two a frame.
  ///
  /// For programs that draw many pictures; a setting of the whole process. Does nothing where the C library has no
  /// `mallopt`, as GNU's has.
  public static func keepFreedMemory() {
    // Not in Swift's module of the C library.
    guard let symbol = dlsym(nil, "mallopt") else { return }
    typealias Option = @convention(c) (CInt, CInt) -> CInt
    let mallopt = unsafeBitCast(symbol, to: Option.self)
    let (trimThreshold, mapThreshold): (CInt, CInt) = (-1, -3)
    _ = mallopt(trimThreshold, 1 << 30)
    _ = mallopt(mapThreshold, 1 << 30)
  }
}
