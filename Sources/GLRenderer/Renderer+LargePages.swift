import MeshTransform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Renderer {
  /// Requests pages of 2 MiB for the next 256 MiB of the heap, on systems that grant them on request, as Debian and
  /// Ubuntu do. The first 16 MiB are allocated at once, others when they are used.
  ///
  /// The targets of a picture are large and new, and each of their 4 KiB pages costs a page fault, which clears the
  /// page. With large pages a process that draws a lit wave takes less CPU time on two cores with llvmpipe: 0.88 of it for
  /// 640 x 480 pixels, 0.79 for 1920 x 1080 and 0.76 for 4096 x 4096.
  ///
  /// A virtual machine may have returned large blocks of free memory to its host (free page reporting), which takes 5 ms
  /// to give one back as a large page, several times what its small pages take from other free memory. So another thread
  /// writes to the first pages, which every picture uses, and ends the request at the first slow one. A mockup of
  /// 1500 x 1500 pixels on such a machine that was idle for 0.7 s: 0.80 of the time.
  ///
  /// For programs that draw one picture soon after they start, called before they start threads; the setting applies to the
  /// whole process. It requires an earlier call of ``keepFreedMemory()``, so that large blocks come from the heap. Many
  /// pictures gain nothing by it, since they use the same pages again: frames of 1920 x 1080 took 0.98 to 1.04 of their time
  /// (`Benchmarks/matrix.sh`, `Benchmarks/frames.sh`) and 2 to 6 MiB more. Only Linux supports it; elsewhere the call does
  /// nothing.
  ///
  /// - Parameter limit: the most bytes; below 64 MiB the call does nothing.
  package static func preferLargePages(upTo limit: Int = .max) {
    #if os(Linux)
      let (size, pageSize) = (min(limit, 1 << 28) & ~((1 << 21) - 1), 1 << 21)
      guard size >= 1 << 26, let start = malloc(size) else { return }
      // A block freed at the end of the heap stays in the heap, with its page setting.
      defer { free(start) }
      let first = (UInt(bitPattern: start) + UInt(pageSize) - 1) & ~UInt(pageSize - 1)
      let length = (size - pageSize) & ~(pageSize - 1)
      guard let first = UnsafeMutableRawPointer(bitPattern: first) else { return }
      nonisolated(unsafe) let heap = first
      madvise(heap, length, Int32(MADV_HUGEPAGE))
      Threads.start {
        for page in 0..<8 {
          let (start, begin) = (heap + page * pageSize, ContinuousClock.now)
          // Linux 5.14 and newer. Swift's module of the C library does not export MADV_POPULATE_WRITE.
          guard madvise(start, pageSize, 23) == 0 else { return }
          // Clearing a page takes 0.1 ms.
          if begin.duration(to: .now) > .milliseconds(1) {
            madvise(start, length - page * pageSize, Int32(MADV_NOHUGEPAGE))
            return
          }
        }
      }
    #endif
  }
}
