#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The working directory of the process, which some drivers change while they load (ANGLE, for its Vulkan layers).
struct WorkingFolder: ~Copyable {
  private let descriptor: Int32

  init() { descriptor = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }

  /// Restores the working directory.
  func restore() { if descriptor >= 0 { _ = fchdir(descriptor) } }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
