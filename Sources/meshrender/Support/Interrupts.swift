import Dispatch
import Glibc
import ImageFiles

/// What Ctrl-C and a polite kill do: take half-written files away and end.
enum Interrupts {
  /// Where a signal's number is written while somebody has asked for it; -1 at all other times.
  private nonisolated(unsafe) static let signalDescriptor = UnsafeMutablePointer<Int32>.allocate(capacity: 1)

  static func install() {
    signalDescriptor.initialize(to: -1)
    // A closed pipe and the limit of a file's size are errors of the write, reported as a sentence.
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
    // Who starts us may ignore the ends of children; then we could not tell whether ffmpeg failed.
    signal(SIGCHLD, SIG_DFL)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let previous = signal(number) { Interrupts.handle($0) }
      // Under nohup, say, a signal is ignored on purpose.
      if let previous, unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(number, SIG_IGN)
      }
    }
  }

  /// All calls are safe in a signal handler; nothing else may happen here.
  private static func handle(_ number: Int32) {
    let receiver = signalDescriptor.pointee
    if receiver >= 0 {
      // A second signal means at once.
      signalDescriptor.pointee = -1
      var byte = UInt8(truncatingIfNeeded: number)
      if write(receiver, &byte, 1) == 1 { return }
    }
    end(number)
  }

  /// Takes half-written files away and ends the process as a signal does.
  static func end(_ number: Int32) -> Never {
    TemporaryFiles.removeAll()
    _exit(128 + number)
  }

  /// From now on the first signal is told to `stop`, on another thread, so that work can end in good order. If the
  /// process is still there a few seconds later, or at a second signal, it ends as it is.
  /// - Returns: what makes signals end the process at once again.
  static func notify(_ stop: @escaping @Sendable (_ signal: Int32) -> Void) -> () -> Void {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return {} }
    // A child that outlives this process must not hold them open.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let (outlet, inlet) = (ends[0], ends[1])
    DispatchQueue(label: "signals").async {
      var byte: UInt8 = 0
      var count = read(outlet, &byte, 1)
      while count < 0, errno == EINTR { count = read(outlet, &byte, 1) }
      close(outlet)
      guard count == 1 else { return }
      stop(Int32(byte))
      sleep(5)
      end(Int32(byte))
    }
    signalDescriptor.pointee = inlet
    return {
      if signalDescriptor.pointee == inlet { signalDescriptor.pointee = -1 }
      close(inlet)
    }
  }
}
