import AnimationFiles
import Glibc
import ImageFiles

/// The actions of SIGINT, SIGTERM and SIGHUP: removing temporary files, ending child processes and exiting.
enum Interrupts {
  /// The descriptor that receives a signal's number; -1 when no handler is installed.
  private nonisolated(unsafe) static let signalDescriptor = UnsafeMutablePointer<Int32>.allocate(capacity: 1)

  /// Seconds after the first signal after which the process exits; 0 for no limit.
  private nonisolated(unsafe) static let endLimit = UnsafeMutablePointer<UInt32>.allocate(capacity: 1)

  static func install() {
    signalDescriptor.initialize(to: -1)
    endLimit.initialize(to: 0)
    TerminalMode.prepare()
    // A closed pipe and the file size limit are reported as errors of the write.
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
    // A parent process may ignore SIGCHLD, which would hide the exit status of ffmpeg.
    signal(SIGCHLD, SIG_DFL)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let previous = signal(number) { Interrupts.handle($0) }
      // A signal that is ignored at start, as under nohup, stays ignored.
      if let previous, unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(number, SIG_IGN)
      }
    }
  }

  /// Only async-signal-safe calls are allowed here.
  private static func handle(_ number: Int32) {
    let receiver = signalDescriptor.pointee
    if receiver >= 0 {
      // A second signal exits at once.
      signalDescriptor.pointee = -1
      var byte = UInt8(truncatingIfNeeded: number)
      if endLimit.pointee > 0 { alarm(endLimit.pointee) }
      if write(receiver, &byte, 1) == 1 { return }
    }
    end(number)
  }

  /// Restores the terminal, removes temporary files, kills child processes and exits with the status of a signal.
  static func end(_ number: Int32) -> Never {
    leave(128 + number)
  }

  /// The same with any exit code. Only async-signal-safe calls are allowed here.
  static func leave(_ code: Int32) -> Never {
    cleanUp()
    _exit(code)
  }

  /// Restores the terminal, removes temporary files and kills child processes. Async-signal-safe.
  static let cleanUp: @convention(c) () -> Void = {
    TerminalMode.restoreAll()
    TemporaryFiles.removeAll()
    ChildPrograms.killAll()
  }

  /// A descriptor that delivers the number of the first signal as a byte, so that work can end in order. At a second
  /// signal the process exits. -1 where there is none.
  ///
  /// - Parameter seconds: the time after the first signal after which the process exits even where it waits for the
  ///   reader of its results, less 2 seconds; nil for none.
  static func receive(within seconds: Double? = nil) -> Int32 {
    if let seconds {
      endLimit.pointee = UInt32(clamping: seconds.rounded(.up)) &+ 2
      signal(SIGALRM) { _ in Interrupts.end(SIGTERM) }
    }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return -1 }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    signalDescriptor.pointee = ends[1]
    return ends[0]
  }

  /// Calls `stop` on another thread at the first signal, so that work can end in order. If the process still runs five
  /// seconds later, or at a second signal, it exits.
  /// - Returns: a function that restores the immediate exit.
  static func notify(_ stop: @escaping @Sendable (_ signal: Int32) -> Void) -> () -> Void {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return {} }
    // Child processes must not inherit the descriptors.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let (outlet, inlet) = (ends[0], ends[1])
    let waiting = Unmanaged.passRetained(Waiting(outlet: outlet, stop: stop))
    var thread = pthread_t()
    let result = pthread_create(
      &thread, nil,
      { argument in
        Unmanaged<Waiting>.fromOpaque(argument!).takeRetainedValue().run()
        return nil
      }, waiting.toOpaque())
    guard result == 0 else {
      // Without the thread a signal ends the process at once.
      waiting.release()
      for end in ends { close(end) }
      return {}
    }
    pthread_detach(thread)
    signalDescriptor.pointee = inlet
    return {
      if signalDescriptor.pointee == inlet { signalDescriptor.pointee = -1 }
      close(inlet)
    }
  }

  /// The wait of a thread for the first signal.
  private final class Waiting: Sendable {
    private let outlet: Int32
    private let stop: @Sendable (_ signal: Int32) -> Void

    init(outlet: Int32, stop: @escaping @Sendable (_ signal: Int32) -> Void) {
      (self.outlet, self.stop) = (outlet, stop)
    }

    func run() {
      var byte: UInt8 = 0
      var count = read(outlet, &byte, 1)
      while count < 0, errno == EINTR { count = read(outlet, &byte, 1) }
      close(outlet)
      guard count == 1 else { return }
      stop(Int32(byte))
      sleep(5)
      Interrupts.end(Int32(byte))
    }
  }
}
