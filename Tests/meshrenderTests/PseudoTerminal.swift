import Foundation
import Glibc
import Testing

/// A terminal for one run of the tool, which records what is drawn and answers questions as told.
final class PseudoTerminal {
  private let terminal: Int32
  let path: String

  /// - Parameter pixels: the size of all characters together; 0 where the terminal does not say it.
  init(columns: Int = 80, rows: Int = 24, pixels: (Int, Int) = (800, 480)) throws {
    // The functions of <stdlib.h> for this are not imported; these are their system calls (ioctl_tty(2)).
    let (unlock, number): (UInt, UInt) = (0x4004_5431, 0x8004_5430)  // TIOCSPTLCK, TIOCGPTN
    terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (isLocked, index) = (Int32(0), Int32(0))
    try #require(ioctl(terminal, unlock, &isLocked) == 0 && ioctl(terminal, number, &index) == 0)
    path = "/dev/pts/\(index)"
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: UInt16(pixels.0), ws_ypixel: UInt16(pixels.1))
    try #require(ioctl(terminal, UInt(TIOCSWINSZ), &size) == 0)
  }

  deinit { close(terminal) }

  /// Whether the terminal shows what is typed, and waits for whole lines.
  var isPlain: Bool {
    var mode = termios()
    return tcgetattr(terminal, &mode) == 0 && mode.c_lflag & tcflag_t(ECHO) != 0
      && mode.c_lflag & tcflag_t(ICANON) != 0
  }

  struct Result {
    let code: Int32
    /// Everything that was written to the terminal.
    let shown: [UInt8]
    /// Standard output, and standard error where it is a file.
    let output: [UInt8], words: String
  }

  /// Runs the tool in a session of its own, with this terminal.
  ///
  /// - `answers`: what the terminal types after a text has been written to it, once each.
  /// - `hasErrors`: whether standard error is the terminal, or a file.
  func run(
    _ arguments: [String], in folder: Folder, environment: [String: String],
    answers: [(to: String, answer: String)] = [], hasErrors: Bool = true
  ) throws -> Result {
    let streams = try Folder()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that the leader of a session opens controls it.
    posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
    posix_spawn_file_actions_addopen(&actions, 1, streams.file("output"), O_WRONLY | O_CREAT, 0o600)
    if hasErrors {
      posix_spawn_file_actions_adddup2(&actions, 0, 2)
    } else {
      posix_spawn_file_actions_addopen(&actions, 2, streams.file("words"), O_WRONLY | O_CREAT, 0o600)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    let newSession: Int32 = 0x80  // POSIX_SPAWN_SETSID
    posix_spawnattr_setflags(&attributes, Int16(newSession | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var variables = ProcessInfo.processInfo.environment
    let ofTerminals = [
      "TERM", "TERM_PROGRAM", "KITTY_WINDOW_ID", "TMUX", "LC_TERMINAL",
    ]
    for name in ofTerminals { variables[name] = nil }
    variables.merge(environment) { $1 }
    var argv = (["/usr/bin/env", "-C", folder.path, Tool.path] + arguments).map { strdup($0) } + [nil]
    var envp = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in argv + envp { free(text) } }
    // Keeps the terminal alive before and after the child.
    let end = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    defer { close(end) }
    var pid: pid_t = 0
    try #require(posix_spawn(&pid, "/usr/bin/env", &actions, &attributes, &argv, &envp) == 0)
    let (shown, status) = converse(pid, answers)
    let signal = status & 0x7F
    return Result(
      code: signal == 0 ? (status >> 8) & 0xFF : 128 + signal, shown: shown,
      output: (try? streams.bytes("output")) ?? [],
      words: String(decoding: (try? streams.bytes("words")) ?? [], as: UTF8.self))
  }

  /// Reads and answers until the process has ended and nothing is left to read.
  private func converse(
    _ pid: pid_t, _ answers: [(to: String, answer: String)]
  ) -> (shown: [UInt8], status: Int32) {
    var (shown, left, status) = ([UInt8](), answers, Int32(0))
    var hasEnded = false
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      var poll = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
      if Glibc.poll(&poll, 1, hasEnded ? 0 : 10) > 0, case let count = read(terminal, &block, block.count),
        count > 0
      {
        shown += block[..<count]
        let text = String(decoding: shown, as: UTF8.self)
        while let next = left.first, text.contains(next.to) {
          _ = Array(next.answer.utf8).withUnsafeBytes { write(terminal, $0.baseAddress, $0.count) }
          left.removeFirst()
        }
      } else if hasEnded {
        return (shown, status)
      }
      if !hasEnded { hasEnded = waitpid(pid, &status, WNOHANG) == pid }
    }
  }
}
