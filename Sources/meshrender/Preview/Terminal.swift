import Glibc

/// The terminal that a preview is drawn in: standard error, or else that of the process.
///
/// Never standard output, which may be the picture.
final class Terminal {
  private let descriptor: Int32
  private let isOwned: Bool

  /// Nil where there is no terminal.
  init?() {
    if isatty(STDERR_FILENO) == 1 {
      (descriptor, isOwned) = (STDERR_FILENO, false)
    } else {
      let number = Glibc.open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
      guard number >= 0 else { return nil }
      (descriptor, isOwned) = (number, true)
    }
  }

  deinit { if isOwned { close(descriptor) } }

  /// The size of a character in pixels.
  struct Cell: Hashable {
    var width = 8, height = 16
  }

  /// The numbers of columns and rows, and the size of a character where it is known.
  struct Size: Hashable {
    var columns = 80, rows = 24
    var cell: Cell?
  }

  var size: Size {
    var window = winsize()
    var size = Size()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
      return size
    }
    (size.columns, size.rows) = (Int(window.ws_col), Int(window.ws_row))
    let (width, height) = (Int(window.ws_xpixel) / size.columns, Int(window.ws_ypixel) / size.rows)
    if width > 0, height > 0 { size.cell = Cell(width: width, height: height) }
    return size
  }

  /// - Returns: false where the terminal takes nothing more.
  @discardableResult
  func write(_ bytes: [UInt8]) -> Bool { bytes.write(to: descriptor) }

  /// The milliseconds in which a terminal answers, also one at the other end of a slow connection.
  private static let patience = 1000

  /// Asks the terminal and collects its answers, without an echo and without waiting for the end of a line.
  ///
  /// - Returns: nil where nothing can be asked: in the background, where reading would stop the process.
  func ask(_ question: [UInt8], until isComplete: ([UInt8]) -> Bool) -> [UInt8]? {
    // A terminal for writing only has another one to read from.
    guard tcgetpgrp(descriptor) == getpgrp(), let mode = TerminalMode.change(of: descriptor) else {
      return nil
    }
    defer { mode.restore() }
    guard write(question) else { return nil }
    var answer: [UInt8] = []
    let clock = ContinuousClock()
    let end = clock.now + .milliseconds(Self.patience)
    while !isComplete(answer), answer.count < 4096 {
      let left = Int32(clamping: max(0, (end - clock.now) / .milliseconds(1)))
      var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard left > 0, Glibc.poll(&poll, 1, left) > 0 else { break }
      // One at a time: what follows the answer belongs to somebody else.
      var byte: UInt8 = 0
      guard read(descriptor, &byte, 1) == 1 else { break }
      answer.append(byte)
    }
    return answer
  }
}

/// The mode of a terminal while it is asked. A signal that ends the process restores the mode before.
struct TerminalMode {
  private struct Saved {
    /// -1 for none.
    var descriptor: Int32 = -1
    var mode = termios()
  }

  /// The mode to restore, read by the signal handler: memory that is there before the first signal.
  private nonisolated(unsafe) static let saved = UnsafeMutablePointer<Saved>.allocate(capacity: 1)

  /// Comes before the handler is installed, which must not allocate: the signal may have interrupted an allocation.
  static func prepare() { saved.initialize(to: Saved()) }

  /// - Returns: nil where the mode cannot be changed.
  static func change(of descriptor: Int32) -> TerminalMode? {
    var mode = termios()
    guard tcgetattr(descriptor, &mode) == 0 else { return nil }
    saved.pointee = Saved(descriptor: descriptor, mode: mode)
    mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
    guard tcsetattr(descriptor, TCSANOW, &mode) == 0 else {
      saved.pointee.descriptor = -1
      return nil
    }
    return TerminalMode()
  }

  func restore() { Self.restoreAll() }

  /// Safe in a signal handler.
  static func restoreAll() {
    guard saved.pointee.descriptor >= 0 else { return }
    tcsetattr(saved.pointee.descriptor, TCSANOW, &saved.pointee.mode)
    saved.pointee.descriptor = -1
  }
}
