#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A folder that keeps linked shader programs from one process to the next.
///
/// A renderer writes nothing unless it is given one. The folder may be deleted at any time, and any number of processes
/// may share it; where it cannot be read or written, programs are compiled as without it. Each file is one program, kept
/// under the driver and the sources that it was made from, and is checked before the driver sees it.
///
/// Linking the program of a first picture takes 4.9 ms of one core on llvmpipe while Mesa's own shader cache is warm;
/// taking it from here 0.4 ms. Mesa offers no program binaries where its cache is switched off
/// (`MESA_SHADER_CACHE_DISABLE`), and keeps the machine code that it makes of programs to itself.
public struct ProgramCache: Hashable, Sendable {
  /// Made, with access for its owner only, when there is something to keep. The folder around it must be there, or the
  /// one around that.
  public let directory: String

  public init(directory: String) { self.directory = directory }

  /// `meshrender` in the user's cache directory: `XDG_CACHE_HOME`, or else `.cache` in `HOME`. Nil when the one
  /// that counts is no directory, or belongs to somebody else, as under `sudo`.
  public static var user: ProgramCache? {
    user { variable in getenv(variable).map { String(cString: $0) } }
  }

  /// - `environment`: the value of a variable.
  static func user(_ environment: (String) -> String?) -> ProgramCache? {
    func directory(_ variable: String) -> String? {
      environment(variable).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    let cache = directory("XDG_CACHE_HOME")
    guard let base = cache ?? directory("HOME"), ProgramFolder.isOurs(base) else { return nil }
    return ProgramCache(directory: cache.map { $0 + "/meshrender" } ?? base + "/.cache/meshrender")
  }
}
