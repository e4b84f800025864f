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
  /// All threads share one heap from then on, so that what one allocates and another frees, as scenes and pictures are,
  /// is there for either. With a heap a thread, frames of a million faces touched 1900 new pages each after the first
  /// few, and with one 80; the process had 674 MiB at most instead of 638.
  ///
  /// For programs that draw many pictures, before they start threads; a setting of the whole process. Does nothing
  /// where the C library has no `mallopt`, as GNU's has.
  public static func keepFreedMemory() {
    // Not in Swift's module of the C library.
    guard let symbol = dlsym(nil, "mallopt") else { return }
    typealias Option = @convention(c) (CInt, CInt) -> CInt
    let mallopt = unsafeBitCast(symbol, to: Option.self)
    let (trimThreshold, mapThreshold, mostHeaps): (CInt, CInt, CInt) = (-1, -3, -8)
    _ = mallopt(trimThreshold, 1 << 30)
    // Before version 2.35, 32 MiB is the most.
    if mallopt(mapThreshold, 1 << 30) == 0 { _ = mallopt(mapThreshold, 1 << 25) }
    _ = mallopt(mostHeaps, 1)
  }
}
