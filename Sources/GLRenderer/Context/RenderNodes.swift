#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The kernel's device files for drawing without a display: `/dev/dri/renderD128` and up.
enum RenderNodes {
  /// The first file that exists and that this process may not open, among the given ones and all that Linux numbers.
  static func firstDenied(among named: [String]) -> String? {
    (named + (128..<192).map { "/dev/dri/renderD\($0)" }).first(where: isDenied)
  }

  /// Whether the file exists and this process may not open it.
  static func isDenied(_ path: String) -> Bool {
    access(path, R_OK | W_OK) != 0 && (errno == EACCES || errno == EPERM)
  }
}
