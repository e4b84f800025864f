#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A folder that keeps linked shader programs from one process to the next.
///
/// A renderer without a cache writes no files. The folder may be deleted at any time, and any number of processes may
/// share it; where it cannot be read or written, programs are compiled as without it. Each file is one program, stored
/// under the driver and the sources of the program, and is checked before the driver receives it.
///
/// Loading a program takes a tenth of the time in which llvmpipe links it while Mesa's own shader cache is warm. Mesa
/// offers no program binaries where its cache is disabled (`MESA_SHADER_CACHE_DISABLE`), and does not include its machine
/// code of programs in them.
public struct ProgramCache: Hashable, Sendable {
  /// The path of the folder, which is created with access for its owner only when the first program is stored. Its
  /// parent folder, or the parent's parent, must exist.
  public let directory: String

  /// A cache in the folder with this path.
  public init(directory: String) { self.directory = directory }

  /// `meshrender` in the user's cache directory: `XDG_CACHE_HOME`, or else `.cache` in `HOME`. It is nil when the
  /// variable that applies names no directory, or another user's, as under `sudo`.
  public static var user: ProgramCache? {
    user { variable in getenv(variable).map { String(cString: $0) } }
  }

  /// - `environment`: returns the value of a variable.
  static func user(_ environment: (String) -> String?) -> ProgramCache? {
    func directory(_ variable: String) -> String? {
      environment(variable).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    let cache = directory("XDG_CACHE_HOME")
    guard let base = cache ?? directory("HOME"), ProgramFolder.isOurs(base) else { return nil }
    return ProgramCache(directory: cache.map { $0 + "/meshrender" } ?? base + "/.cache/meshrender")
  }
}
