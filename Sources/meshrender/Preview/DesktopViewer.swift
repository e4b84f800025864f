import Glibc
import ImageFiles

/// The desktop's viewer of files, which `--open` starts.
enum DesktopViewer {
  /// The programs that choose a viewer by the kind of the file, with their arguments before its path.
  private static let programs = [["xdg-open"], ["gio", "open"]]

  /// Milliseconds in which a program may report that it has no viewer.
  private static let patience = 1000

  /// Starts the viewer of a file, which outlives this process. What prevents that is a warning.
  static func show(_ path: String, _ verbosity: VerbosityOptions) {
    if let problem = problem(of: showing(path), path) { verbosity.warnOfShowing("--open: \(problem)") }
  }

  private enum Outcome {
    case shown, noFile, noDesktop, noProgram
    case notStarted(program: String, error: Int32)
    case failed(program: String, code: Int32)
  }

  private static func problem(of outcome: Outcome, _ path: String) -> String? {
    let path = path.excerpt
    return switch outcome {
    case .shown: nil
    case .noFile: "\(path) is not a file on the disk, so no viewer can open it"
    case .noDesktop:
      "there is no desktop to show \(path) (neither DISPLAY nor WAYLAND_DISPLAY is set)"
    case .noProgram: "neither xdg-open nor gio is installed, so \(path) is not shown; install xdg-utils"
    case .notStarted(let program, let error):
      "\(program) cannot be started, so \(path) is not shown: \(String(cString: strerror(error)))"
    case .failed(let program, let code):
      "\(program) cannot show \(path) (its exit code is \(code)); choose a viewer for such files in the desktop's settings"
    }
  }

  private static func showing(_ path: String) -> Outcome {
    guard let file = realpath(path.fileName, nil) else { return .noFile }
    defer { free(file) }
    var status = stat()
    guard stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return .noFile }
    guard hasVariable("DISPLAY") || hasVariable("WAYLAND_DISPLAY") else { return .noDesktop }
    var outcome = Outcome.noProgram
    for program in programs {
      // An absolute path begins with a slash, never with a minus sign.
      let process: pid_t
      switch start(program, file) {
      case .success(let started): process = started
      case .failure(let error) where error.rawValue == ENOENT: continue
      case .failure(let error):
        outcome = .notStarted(program: program[0], error: error.rawValue)
        continue
      }
      guard let code = exitCode(of: process) else { return .shown }
      if code == 0 { return .shown }
      outcome = .failed(program: program[0], code: code)
    }
    return outcome
  }

  private static func hasVariable(_ name: String) -> Bool { getenv(name).map { $0.pointee != 0 } ?? false }

  /// An error number of the system.
  private struct StartError: Error {
    let rawValue: Int32
  }

  /// Starts a program in a session of its own, without the standard streams and signals of this process.
  private static func start(
    _ program: [String], _ file: UnsafePointer<CChar>
  ) -> Result<pid_t, StartError> {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for stream in STDIN_FILENO...STDERR_FILENO {
      posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    let newSession: Int32 = 0x80  // POSIX_SPAWN_SETSID, which Swift does not import
    posix_spawnattr_setflags(
      &attributes, Int16(newSession | Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)))
    var arguments = program.map { strdup($0) } + [strdup(file), nil]
    defer { for text in arguments { free(text) } }
    var process: pid_t = 0
    let error = posix_spawnp(&process, program[0], &actions, &attributes, &arguments, environ)
    return error == 0 ? .success(process) : .failure(StartError(rawValue: error))
  }

  /// The exit code of a process, or that of a shell for a signal; nil when it goes on, as many viewers do.
  private static func exitCode(of process: pid_t) -> Int32? {
    var status: Int32 = 0
    for _ in 0..<patience / 10 {
      switch waitpid(process, &status, WNOHANG) {
      case 0: usleep(10_000)
      case process:
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
      default: return nil
      }
    }
    return nil
  }
}
