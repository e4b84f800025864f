import AnimationFiles
import GLRenderer
import Glibc

/// Whether this process works on what strangers made, and what that means besides the sandbox.
enum Untrusted {
  /// Set once, before other threads start.
  nonisolated(unsafe) private(set) static var isOn = false

  /// The defaults of limits, in place of the usual ones.
  static let pixels = 16_777_216, memory = 1 << 30, seconds = 60.0

  /// Lowers the limits of work that are not given, and refuses programs and fonts by path from now on.
  static func begin() {
    isOn = true
    ChildPrograms.forbid()
  }

  /// The memory where no flag sets it.
  static func budget(flag: String = "--max-memory") -> MemoryBudget {
    MemoryBudget(limit: min(memory, MemoryBudget.share.limit), flag: flag, note: "the default of --untrusted")
  }

  /// The sentence about a font that a file or a flag names.
  static let refusalOfFonts =
    "font files of untrusted scenes are not read (--untrusted); install the font, and use it as \"font\""
}

extension ProgramCache {
  /// The folder of this run's shader programs: the user's, or one of its own for strangers' pictures.
  static var ofRun: ProgramCache? { Untrusted.isOn ? ofStrangers : user }

  /// What a decoder under a stranger's command leaves there, other runs with `--untrusted` read, but no trusted one.
  /// Nil where there is no folder that only this user can write.
  static var ofStrangers: ProgramCache? {
    guard let user else { return nil }
    let folder = user.directory + "-untrusted"
    for path in [SandboxPaths.folder(of: folder), folder] { mkdir(path.fileName, 0o700) }
    var status = stat()
    guard lstat(folder.fileName, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
      status.st_uid == geteuid(),
      status.st_mode & 0o022 == 0
    else { return nil }
    return ProgramCache(directory: folder)
  }
}
