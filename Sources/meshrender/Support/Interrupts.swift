import Glibc
import ImageFiles

/// What Ctrl-C and a polite kill do: take half-written files away and end.
enum Interrupts {
  static func install() {
    // A closed pipe is an error of the write, reported as a sentence, not a silent death.
    signal(SIGPIPE, SIG_IGN)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let previous = signal(number) { number in
        // Both calls are safe in a signal handler; nothing else may happen here.
        TemporaryFiles.removeAll()
        _exit(128 + number)
      }
      // Under nohup, say, a signal is ignored on purpose.
      if let previous, unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(number, SIG_IGN)
      }
    }
  }
}
